import ArgumentParser
import Foundation
import Library
import News

/// The newspaper in a browser.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the newspaper to browsers, and keep it fresh.",
        discussion: """
            On this machine nobody is asked for a password, until one is set (tidings reader set-password). On any other
            address there must be one first. Stops at Ctrl-C or SIGTERM once the requests under way are answered.
            """)

    @Option(help: ArgumentHelp("Address and port to answer on (default: 127.0.0.1:8480).", valueName: "address:port"))
    var listen: String?

    @Option(help: ArgumentHelp("Serve the app's files from a folder, while working on them.", valueName: "folder"))
    var assets: String?

    @Option(help: ArgumentHelp("The address others know it by, behind a proxy.", valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "Serve https: the certificate and its chain, in PEM. SIGHUP reads it again.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The certificate's private key, in PEM.", valueName: "file"))
    var key: String?

    @Option(help: ArgumentHelp("Show this edition alone; / leads to it.", valueName: "id"))
    var edition: String?

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        var settings: Configuration?
        do { settings = try options.configuration() } catch {
            return try await CLIError.withErrorReporting { throw error }
        }
        guard var settings else { return }
        let chosen = [
            ("listen", listen, "--listen"), ("web.publicURL", publicURL, "--public-url"),
            ("web.certificate", certificate, "--certificate"), ("web.key", key, "--key"),
        ]
        try await CLIError.withErrorReporting {
            for (name, value, flag) in chosen { if let value { try settings.set(name, to: [value], from: flag) } }
            let server = settings.server
            try server.checkCertificatePair()
            let library = try NewsLibrary.open(at: settings.dataFolder, now: { Date() }, bounds: settings.polling)
            defer { library.close() }
            let dependencies = AppDependencies(library, settings)
            let press = ServerApp(
                dependencies: dependencies, starterFeeds: try StarterFeeds.shipped(),
                assetsFolder: assets.map { URL(filePath: $0, directoryHint: .isDirectory) },
                editions: try EditionLoader.registry(dependencies, only: edition))
            try await Self.requirePassword(server, library)
            do {
                try await press.run { Terminal.print("Tidings is at \(server.address)") }
            } catch {
                throw ServerApp.startupError(error, server)
            }
        }
    }

    /// Nobody but who sits at this machine may read without a password.
    private static func requirePassword(_ server: ServerSettings, _ library: NewsLibrary) async throws {
        guard server.needsPassword else { return }
        guard try await library.sessions.hasPassword(for: .first) else {
            throw CLIError(
                .configuration,
                "Others could come in at \(server.address), so set a password first: tidings reader set-password")
        }
        guard !server.isTLS, server.publicOrigin == nil else { return }
        Terminal.print(
            "Without https others in the network can read along, and phones allow less: see “On your phone” in the README."
        )
    }
}

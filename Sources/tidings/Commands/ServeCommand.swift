import ArgumentParser
import Foundation
import Library
import News

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the newspaper to browsers, and fetch feeds when they are due.",
        discussion: """
            On loopback no sign-in is needed until a password is set (tidings reader set-password). Listening on any other \
            address requires a password. Ctrl-C or SIGTERM stops the server after it has finished current requests.
            """)

    @Option(help: ArgumentHelp("Address and port to listen on (default: 127.0.0.1:8480).", valueName: "address:port"))
    var listen: String?

    @Option(help: ArgumentHelp("Listen on 127.0.0.1 and this port.", valueName: "port"))
    var port: Int?

    @Option(help: ArgumentHelp("Serve the web assets from a folder, during development.", valueName: "folder"))
    var assets: String?

    @Option(help: ArgumentHelp("The public address, behind a proxy.", valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "Serve https: the certificate with its chain, in PEM. SIGHUP reloads it.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The certificate's private key, in PEM.", valueName: "file"))
    var key: String?

    @Option(help: ArgumentHelp("Show only this edition; / redirects to it.", valueName: "id"))
    var edition: String?

    @OptionGroup var options: DataFolderOptions

    func validate() throws {
        guard listen == nil || port == nil else {
            throw ValidationError("--port is short for --listen 127.0.0.1:PORT. Give one of them.")
        }
    }

    func run() async throws {
        var settings: Configuration?
        do { settings = try options.configuration() } catch {
            return try await CLIError.withErrorReporting { throw error }
        }
        guard var settings else { return }
        let chosen = [
            ("listen", listen, "--listen"), ("listen", port.map { "127.0.0.1:\($0)" }, "--port"),
            ("web.publicURL", publicURL, "--public-url"),
            ("web.certificate", certificate, "--certificate"), ("web.key", key, "--key"),
        ]
        try await CLIError.withErrorReporting {
            for (name, value, flag) in chosen { if let value { try settings.set(name, to: [value], from: flag) } }
            let server = settings.server
            try server.checkCertificatePair()
            let dependencies = try AppDependencies.open(settings)
            defer { dependencies.library.close() }
            let app = ServerApp(
                dependencies: dependencies, starterFeeds: try StarterFeeds.shipped(),
                assetsFolder: assets.map { URL(filePath: $0, directoryHint: .isDirectory) },
                editions: try EditionLoader.registry(dependencies, only: edition))
            try await requirePassword(server, dependencies.library)
            do {
                try await app.run { Terminal.print("Tidings is at \(server.address)") }
            } catch {
                throw ServerApp.startupError(error, server)
            }
        }
    }

    /// Requires a password if others can connect; warns if they do so without https.
    private func requirePassword(_ server: ServerSettings, _ library: NewsLibrary) async throws {
        guard server.needsPassword, server.proxyHeader == nil else { return }
        guard try await library.sessions.hasPassword(for: .first) else {
            throw CLIError(
                .configuration,
                "Others can connect to \(server.address), so set a password first: \(options.command("reader set-password"))"
            )
        }
        guard !server.isTLS, server.publicOrigin == nil else { return }
        Terminal.print(
            "Without https others in the network can read the traffic, and phones offer fewer features: see docs/installing.md."
        )
    }
}

import ArgumentParser
import Foundation
import Library
import News

struct SignInLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Print a one-time link that signs in one browser within ten minutes.",
        discussion: """
            For signing in a new device without typing the password, also while sign-in is throttled because of wrong \
            guesses. Whoever opens the link first is signed in, so keep it secret. A running server accepts it at once; if \
            none runs, the link uses the configured address.
            """)

    @OptionGroup var options: ReaderOptions

    private static let validMinutes = 10

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, configuration, reader in
            guard try await library.sessions.hasPassword(for: reader) else {
                throw CLIError(
                    .configuration,
                    "No password is set, so no sign-in is needed. Set one first: \(options.command("reader set-password"))"
                )
            }
            let served = try await ControlSocket(folder: configuration.dataFolder).servedAddress()
            let target = served ?? ServedAddress(configuration.server)
            let token = try await library.sessions.makeLink(
                for: reader, lasting: TimeInterval(Self.validMinutes * 60))
            let link = "\(target.address)enter/\(token.text)"
            if isatty(STDOUT_FILENO) == 1 { for line in QRPrinter.lines(for: link) { Terminal.print(line) } }
            Terminal.print("\(link)")
            Self.note("It works once, within \(Self.validMinutes) minutes. Whoever opens it is signed in.")
            if served == nil {
                Self.note(
                    "No running server was found, so the link uses the configured address. Start one: \(options.folder.command("serve"))"
                )
            }
            if target.isLocalOnly {
                Self.note(
                    "It works on this machine only. For other devices set --listen or web.publicURL (docs/serving.md)."
                )
            }
        }
    }

    /// Prints to standard error, because standard output is for the link alone.
    private static func note(_ sentence: String) { Terminal.printNote("\(sentence)") }
}

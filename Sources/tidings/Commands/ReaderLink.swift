import ArgumentParser
import Foundation
import Library
import News

/// A link that signs a browser in.
struct ReaderLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Print a link that signs one browser in, once, within ten minutes.",
        discussion: """
            For a new device while strangers' wrong guesses make everybody wait, or to spare typing the password. Whoever
            opens it first is signed in, so show it to nobody else. A running server heeds it at once; without one the
            link is for the address that the settings name.
            """)

    @OptionGroup var options: DataFolderOptions

    private static let validMinutes = 10

    func run() async throws {
        try await options.withLibrary(reading: true) { library, configuration in
            guard try await library.sessions.hasPassword(for: .first) else {
                throw CLIError(
                    .configuration,
                    "There is no password, so nobody is asked to sign in. Set one first: tidings reader set-password")
            }
            let served = try await ControlSocket(folder: configuration.dataFolder).servedAddress()
            let place = served ?? ServedAddress(configuration.server)
            let token = try await library.sessions.makeLink(for: .first, lasting: TimeInterval(Self.validMinutes * 60))
            let link = "\(place.address)enter/\(token.text)"
            if isatty(STDOUT_FILENO) == 1 { for line in QRPrinter.lines(for: link) { Terminal.print(line) } }
            Terminal.print("\(link)")
            Self.note("It works once, within \(Self.validMinutes) minutes. Whoever opens it is signed in.")
            if served == nil {
                Self.note(
                    "No server could be asked for its address, so this is the settings’. If none runs: tidings serve")
            }
            if place.isLocalOnly {
                Self.note(
                    "It works on this machine only. Other devices need a server that answers them: --listen or web.publicURL (docs/serving.md)."
                )
            }
        }
    }

    /// Beside the link, so that a script reads the link alone.
    private static func note(_ sentence: String) { Terminal.printNote("\(sentence)") }
}

import ArgumentParser
import Feeds
import Foundation
import Markup
import URLs

struct SanitizeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sanitize",
        abstract: "Sanitise HTML from standard input to standard output.",
        discussion: """
            The output has no scripts, frames or trackers, and is in the normal form in which stories are stored: \
            sanitising it again changes nothing. What was dropped because of a limit is reported on standard error.
            """)

    @Option(
        help: ArgumentHelp(
            "The HTML's address; relative URLs are resolved against it, and dropped without it.",
            valueName: "url"))
    var base: String?

    func run() async throws {
        try await CLIError.withErrorReporting {
            let address = try base.map { text in
                guard let address = WebAddress(text) else { throw CLIError(.usage, "“\(text)” is not a web address.") }
                return address
            }
            let result = HTMLSanitizer(base: address).sanitize(DocumentDecoder.decoded(try InputFile.read("-")))
            Terminal.write(document: Data(result.html.text.utf8) + Data("\n".utf8))
            for diagnostic in result.diagnostics { Terminal.printError("\(diagnostic)") }
        }
    }
}

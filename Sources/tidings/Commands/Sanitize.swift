import ArgumentParser
import Feeds
import Foundation
import Markup

/// Clean HTML from standard input to standard output.
struct Sanitize: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Clean HTML: standard input to standard output.",
        discussion: """
            What comes out holds nothing that runs, frames or counts readers, and is in the normal form stories are \
            kept in: cleaning it again changes nothing. What had to be left out because of a bound is told on standard \
            error.
            """)

    @Option(
        help: ArgumentHelp(
            "Where the HTML came from; relative addresses resolve against it, and are dropped without it.",
            valueName: "url"))
    var base: String?

    func run() async throws {
        try await CLIError.withErrorReporting {
            let address = try base.map { text in
                guard let address = WebAddress(text) else { throw CLIError(.usage, "“\(text)” is not a web address.") }
                return address
            }
            let cleaned = HTMLSanitizer(base: address).sanitize(DocumentText.decoded(try InputFile.read("-")))
            Terminal.write(document: Data(cleaned.html.text.utf8) + Data("\n".utf8))
            for complaint in cleaned.diagnostics { Terminal.printError("\(complaint)") }
        }
    }
}

import ArgumentParser
import Feeds
import Foundation
import Markup

/// Read one feed document and print what it holds.
struct Parse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read a feed document and print it as JSON.",
        discussion: "What is not a feed ends with code 65 and one line that says what it is instead.")

    @Argument(help: "The document, or - for standard input.")
    var file: String

    @Option(
        help: ArgumentHelp("Where the document came from; relative addresses resolve against it.", valueName: "url"))
    var base: String?

    @Option(help: ArgumentHelp("The encoding the transport named.", valueName: "name"))
    var charset: String?

    @Option(help: ArgumentHelp("The media type the transport named.", valueName: "type"))
    var contentType: String?

    func run() async throws {
        try await CLIError.withErrorReporting {
            let bytes = try InputFile.read(file)
            let address = try base.map { text in
                guard let address = WebAddress(text) else { throw CLIError(.usage, "“\(text)” is not a web address.") }
                return address
            }
            do {
                let read = try FeedParser.read(bytes, address: address, contentType: contentType, charset: charset)
                let json = ParsedDocument(feed: read.feed, entries: read.entries).json()
                JSONOutput.write(json: json)
            } catch let error as FeedError {
                throw CLIError(.unreadable, error.message)
            }
        }
    }
}

import ArgumentParser
import Feeds
import Foundation
import Markup
import URLs

struct ParseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse",
        abstract: "Parse a feed document and print it as JSON.",
        discussion: "A document that is not a feed gives exit code 65 and one line that says what it is instead.")

    @Argument(help: "The document, or - for standard input.")
    var file: String

    @Option(
        help: ArgumentHelp("The document's address; relative URLs are resolved against it.", valueName: "url"))
    var base: String?

    @Option(help: ArgumentHelp("The charset of the Content-Type header.", valueName: "name"))
    var charset: String?

    @Option(help: ArgumentHelp("The media type of the Content-Type header.", valueName: "type"))
    var contentType: String?

    func run() async throws {
        try await CLIError.withErrorReporting {
            let bytes = try InputFile.read(file)
            let address = try base.map { text in
                guard let address = WebAddress(text) else { throw CLIError(.usage, "“\(text)” is not a web address.") }
                return address
            }
            do {
                let read = try FeedParser.parse(bytes, address: address, contentType: contentType, charset: charset)
                let json = ParsedDocument(feed: read.feed, entries: read.entries).json()
                JSONOutput.write(json: json)
            } catch let error as FeedError {
                throw CLIError(.unreadable, error.message)
            }
        }
    }
}

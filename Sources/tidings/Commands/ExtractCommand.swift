import ArgumentParser
import Feeds
import Foundation
import Markup
import URLs

struct ExtractCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Extract a web page's main article and print it as JSON.",
        discussion: """
            A file with an XML declaration, or named .xhtml, is read as XHTML if it is well-formed, as a page that is \
            sent as application/xhtml+xml. Keys: title, byline, excerpt, siteName, publishedAt, language, direction, html, text; null where unknown. \
            A page without an article gives exit code 65 and one line that says what it seems to be instead. \
            With --explain, every block of the page is printed under the reason why it is in the article (+) or not (-).
            """)

    @Argument(help: "The page, or - for standard input.")
    var file: String

    @Option(
        help: ArgumentHelp("The page's address; relative URLs are resolved against it.", valueName: "url"))
    var url: String

    @Option(help: ArgumentHelp("The charset of the Content-Type header.", valueName: "name"))
    var charset: String?

    @Flag(help: "Print for every block why it is in the article or not, instead of JSON.")
    var explain = false

    func run() async throws {
        try await CLIError.withErrorReporting {
            guard let address = WebAddress(url) else { throw CLIError(.usage, "“\(url)” is not a web address.") }
            let bytes = try InputFile.read(file)
            let article: Article
            do {
                let page = try DocumentDecoder.webPage(bytes, charset: charset)
                let xhtml = isXHTML(page) ? XHTMLDocument.html(of: page) : nil
                let extractor = ArticleExtractor(address: address)
                if explain, let explanation = extractor.explanation(of: xhtml ?? page) {
                    ExplanationPrinter(explanation: explanation).run()
                }
                article = try extractor.article(in: xhtml ?? page)
            } catch let refusal as NotHTMLError {
                // The terminal's message names the command to use instead, unlike the error's own.
                if refusal == .feed {
                    throw CLIError(.unreadable, "This is a feed, not a web page; tidings parse reads it.")
                }
                throw CLIError(.unreadable, refusal.message)
            } catch let ExtractionError.noArticle(kind) {
                throw CLIError(.unreadable, kind.message)
            }
            if !explain { try JSONOutput.write(ArticleJSON(article)) }
        }
    }
}

extension ExtractCommand {
    private func isXHTML(_ page: String) -> Bool {
        page.hasPrefix("<?xml") || file.hasSuffix(".xhtml") || file.hasSuffix(".xht")
    }
}

/// An article as JSON. Keys are always present; unknown values are null.
private struct ArticleJSON: Encodable {
    let article: Article

    init(_ article: Article) { self.article = article }

    private enum Key: String, CodingKey {
        case title, byline, excerpt, siteName, publishedAt, language, direction, html, text
    }

    func encode(to encoder: any Encoder) throws {
        var out = encoder.container(keyedBy: Key.self)
        try out.encode(article.title, forKey: .title)
        try out.encode(article.byline, forKey: .byline)
        try out.encode(article.excerpt, forKey: .excerpt)
        try out.encode(article.siteName, forKey: .siteName)
        let published = article.publishedText.flatMap(FeedDateParser.parse)
        try out.encode(published.map { TerminalTimeFormatter().iso8601($0) }, forKey: .publishedAt)
        try out.encode(article.language, forKey: .language)
        try out.encode(article.direction.rawValue, forKey: .direction)
        try out.encode(article.html.text, forKey: .html)
        try out.encode(article.text, forKey: .text)
    }
}

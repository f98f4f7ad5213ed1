/// Why bytes that came instead of a web page are none.
public struct NotHTMLError: Error, Sendable, Hashable {
    /// What they are instead, as a sentence for a person.
    public let message: String

    /// - Returns: nil for what may be read as a page: a page, and text of no known kind.
    init?(_ kind: DocumentKind) {
        let what: String
        switch kind {
        case .image(let format): what = "a picture (\(format))"
        case .archive(let format): what = "a packed file (\(format))"
        case .media(let words): what = words
        case .json: what = "JSON"
        case .opml: what = "a list of subscriptions (OPML)"
        case .binary:
            message = "These bytes are no web page."
            return
        case .webPage, .empty, .xml, .emptyXML, .text: return nil
        }
        message = "This is \(what), not a web page."
    }

    /// A feed, where a page was asked for.
    public static let feed = NotHTMLError(message: "This is a feed, not a web page.")

    private init(message: String) { self.message = message }
}

extension DocumentText {
    /// A web page's bytes as text.
    /// - Throws: `NotHTMLError` for feeds, pictures, packed files and whatever else is known to be no page.
    public static func webPage(_ bytes: [UInt8], charset: String? = nil) throws(NotHTMLError) -> String {
        do {
            _ = try FeedParser.read(bytes)
        } catch {
            if case .notAFeed(let kind) = error, let refusal = NotHTMLError(kind) { throw refusal }
            return decoded(bytes, charset: charset)
        }
        throw NotHTMLError.feed
    }
}

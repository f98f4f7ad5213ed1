/// Why bytes are not a web page.
public struct NotHTMLError: Error, Sendable, Hashable {
    /// What they are instead, as a sentence for a person.
    public let message: String

    /// - Returns: nil for what may be read as a page: HTML, and text of unknown kind.
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

    /// The document is a feed.
    public static let feed = NotHTMLError(message: "This is a feed, not a web page.")

    private init(message: String) { self.message = message }
}

extension DocumentText {
    /// Decodes the bytes of a web page.
    /// - Throws: `NotHTMLError` for feeds, images, archives and other documents known not to be a page.
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

/// The bytes are not a web page.
public struct NotHTMLError: Error, Sendable, Hashable {
    /// One sentence for the user.
    public let message: String

    /// - Returns: nil for HTML and unknown text.
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
    /// Decodes a web page.
    /// - Throws: `NotHTMLError` for feeds, images and other known documents.
    public static func webPage(_ bytes: [UInt8], charset: String? = nil) throws(NotHTMLError) -> String {
        do {
            _ = try FeedParser.read(bytes)
        } catch {
            if case .notAFeed(let kind) = error, let notHTML = NotHTMLError(kind) { throw notHTML }
            return decoded(bytes, charset: charset)
        }
        throw NotHTMLError.feed
    }
}

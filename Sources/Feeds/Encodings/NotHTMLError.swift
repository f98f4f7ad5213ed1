/// An error for bytes that are not a web page.
public struct NotHTMLError: Error, Sendable, Hashable {
    /// The kind of the document; nil for a feed.
    public let kind: NonFeedDocumentKind?

    /// Creates an error; nil for HTML, XML and other text.
    init?(_ kind: NonFeedDocumentKind) {
        switch kind {
        case .image, .archive, .media, .json, .opml, .binary: self.kind = kind
        case .webPage, .empty, .xml, .emptyXML, .text: return nil
        }
    }

    /// The error for a document that is a feed.
    public static let feed = NotHTMLError()

    private init() { kind = nil }

    /// One sentence for the user.
    public var message: String {
        switch kind {
        case .image(let format)?: "This is a picture (\(format)), not a web page."
        case .archive(let format)?: "This is an archive (\(format)), not a web page."
        case .media(let words)?: "This is \(words), not a web page."
        case .json?: "This is JSON, not a web page."
        case .opml?: "This is a list of subscriptions (OPML), not a web page."
        case nil: "This is a feed, not a web page."
        default: "This is not a web page."
        }
    }
}

extension DocumentDecoder {
    /// Decodes a web page.
    /// - Throws: `NotHTMLError` for feeds, images and other known documents.
    public static func webPage(_ bytes: [UInt8], charset: String? = nil) throws(NotHTMLError) -> String {
        do {
            _ = try FeedParser.parse(bytes)
        } catch {
            if case .notAFeed(let kind) = error, let notHTML = NotHTMLError(kind) { throw notHTML }
            return decoded(bytes, charset: charset)
        }
        throw NotHTMLError.feed
    }
}

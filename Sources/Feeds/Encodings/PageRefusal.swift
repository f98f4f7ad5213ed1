/// Why bytes that came instead of a web page are none.
public struct PageRefusal: Error, Sendable, Hashable {
    /// What they are instead, as a sentence for a person.
    public let sentence: String

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
            sentence = "These bytes are no web page."
            return
        case .webPage, .empty, .xml, .hollow, .text: return nil
        }
        sentence = "This is \(what), not a web page."
    }

    /// A feed, where a page was asked for.
    public static let feed = PageRefusal(sentence: "This is a feed, not a web page.")

    private init(sentence: String) { self.sentence = sentence }
}

extension DocumentText {
    /// A web page's bytes as text.
    /// - Throws: `PageRefusal` for feeds, pictures, packed files and whatever else is known to be no page.
    public static func page(_ bytes: [UInt8], charset: String? = nil) throws(PageRefusal) -> String {
        do {
            _ = try FeedParser.read(bytes)
        } catch {
            if case .notAFeed(let kind) = error, let refusal = PageRefusal(kind) { throw refusal }
            return decoded(bytes, charset: charset)
        }
        throw PageRefusal.feed
    }
}

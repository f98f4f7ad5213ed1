import Markup
import News

/// A whole text made ready outside the transaction: packed and counted, so that the database is held briefly.
struct PreparedFullText: Sendable {
    /// One page, compressed.
    struct Page: Sendable {
        var address: WebAddress
        var packed: Packed
    }

    var text: FullText
    var dek: String?
    var words: Int
    var pages: [Page]
    /// The rules it was read by.
    var rules: Int

    init(_ text: FullText) throws(LibraryError) {
        self.text = text
        dek = Excerpt.of(text.body)
        words = Likeness.wordCount(text.text)
        rules = FullTextReading.rules
        var pages: [Page] = []
        for part in text.parts { pages.append(Page(address: part.address, packed: try Packed(part.html))) }
        self.pages = pages
    }
}

import Markup
import News

/// A page's text made ready outside the transaction, so that the database is held briefly.
struct PreparedOutside: Sendable {
    var text: FullText
    var words: Int
    var pieces: [String]
    var size: Int
    /// The same as a story's whole text, where the page may be a story's own.
    var full: PreparedFullText?

    init(_ text: FullText, forStory isForStory: Bool) throws(LibraryError) {
        self.text = text
        words = Likeness.wordCount(text.text)
        pieces = OutsidePieces.of(text.body)
        size = text.body.text.utf8.count
        full = isForStory && !text.isCutShort ? try PreparedFullText(text) : nil
    }
}

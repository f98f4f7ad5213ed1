public import Markup

/// The one form of a page's text in the editor: the same content gives the same bytes, whichever browser it was typed or
/// pasted in (docs/packs.md, "The editor's text"). Idempotent.
public struct PackTextForm: Sendable, Hashable {
    /// The text to store, which cleaning leaves as it is.
    public let html: SafeHTML
    /// The same text for the editor's field: one block a line, without the attributes that cleaning adds to links.
    public let source: String
    /// The kinds of content that the rich text field cannot hold, each once, in the order of their cases.
    public let obstacles: [PackTextObstacle]

    /// True if the rich text field can hold the text. Otherwise it is only cleaned, and edited as HTML.
    public var isWhole: Bool { obstacles.isEmpty }

    /// Cleans a typed, pasted or stored text, and reduces it if nothing is lost by that.
    /// - Parameter html: any HTML; relative addresses lead into the pack.
    public init(_ html: String) {
        let cleaned = PackText.clean(html, readsFontStyles: true)
        var reader = PackTextReader()
        reader.read(cleaned.text)
        let source = PackTextWriter.source(of: reader.blocks)
        let reduced = reader.obstacles.isEmpty ? PackText.clean(source) : nil
        guard let reduced, Self.holds(reduced, reader.blocks) else {
            self.html = cleaned
            self.source = cleaned.text
            let found = reader.obstacles.isEmpty ? [.unusual] : reader.obstacles
            obstacles = PackTextObstacle.allCases.filter(found.contains)
            return
        }
        self.html = reduced
        self.source = source
        obstacles = []
    }

    /// Returns true if a reduced text has all of the blocks. A limit of the cleaner may end the longer markup of a text that it
    /// let pass.
    private static func holds(_ reduced: SafeHTML, _ blocks: [PackTextBlock]) -> Bool {
        var reader = PackTextReader()
        reader.read(reduced.text)
        return reader.obstacles.isEmpty && reader.blocks == blocks
    }
}

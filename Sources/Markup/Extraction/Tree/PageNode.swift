import CGumbo

/// An element or text of a `PageTree`.
struct PageNode {
    /// gumbo's node; nil for an added element.
    var source: GumboTree.Node?
    var tag: GumboTag
    var isText = false
    var parent: Int32 = -1
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
    var hints: ClassNameHints = []
    /// The weight of class and id, in steps of 25.
    var weight: Int16 = 0
    var flags: Flags = []
    var textMeasure = TextMeasure()
    /// The article score; NaN until it is scored.
    var score = Double.nan

    /// Properties of an element beside its tag.
    struct Flags: OptionSet {
        let rawValue: UInt32

        /// Hidden.
        static let hidden = Flags(rawValue: 1)
        /// The ARIA role marks it as no part of an article.
        static let unlikelyRole = Flags(rawValue: 2)
        /// Author markup: `rel=author`, `itemprop=author`.
        static let author = Flags(rawValue: 4)
        static let name = Flags(rawValue: 8)
        /// A modal dialog.
        static let modal = Flags(rawValue: 16)
        /// Phrasing content.
        static let phrasing = Flags(rawValue: 32)
        /// Contains a block.
        static let containsBlock = Flags(rawValue: 64)
        /// A link with an address.
        static let link = Flags(rawValue: 128)
        /// A link within the page.
        static let inPageLink = Flags(rawValue: 256)
        /// A frame or object of a known embed provider.
        static let player = Flags(rawValue: 512)
        static let dataTable = Flags(rawValue: 1024)
        static let inDataTable = Flags(rawValue: 2048)
        /// Declared as a layout table.
        static let layoutTable = Flags(rawValue: 4096)
        static let hasSummary = Flags(rawValue: 8192)
        /// Declared as an article's text (schema.org `articleBody`).
        static let articleBody = Flags(rawValue: 16384)
        /// Chosen by its score: not judged again as part of something wider.
        static let kept = Flags(rawValue: 32768)
        /// The headline was in it.
        static let containsTitle = Flags(rawValue: 65536)
    }

    /// Whether it separates words: a line break, a block.
    var breaksWord: Bool {
        !isText && (tag == GUMBO_TAG_BR || !tag.isPhrasing && !tag.mayBePhrasing)
    }

    var isScored: Bool { !score.isNaN }
}

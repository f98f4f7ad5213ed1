import CGumbo

/// One element or text of a `PageTree`.
struct PageNode {
    /// gumbo's node; nil for an element of our own making.
    var source: GumboTree.Node?
    var tag: GumboTag
    var isText = false
    var parent: Int32 = -1
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
    var hints: ClassNameHints = []
    /// How much class and id speak for it being the article, in steps of 25.
    var weight: Int16 = 0
    var flags: Flags = []
    var textMeasure = TextMeasure()
    /// How article-like it is; NaN until something scored it.
    var score = Double.nan

    /// Facts about an element beside its name.
    struct Flags: OptionSet {
        let rawValue: UInt32

        /// Not shown by a browser.
        static let hidden = Flags(rawValue: 1)
        /// Its role says that it is furniture.
        static let unlikelyRole = Flags(rawValue: 2)
        /// Says who wrote the page: `rel=author`, `itemprop=author`.
        static let author = Flags(rawValue: 4)
        static let name = Flags(rawValue: 8)
        /// A dialog over the page.
        static let modal = Flags(rawValue: 16)
        /// Stands within a line of text.
        static let phrasing = Flags(rawValue: 32)
        /// Holds a block somewhere.
        static let containsBlock = Flags(rawValue: 64)
        /// A link with an address.
        static let link = Flags(rawValue: 128)
        /// A link within the page.
        static let inPageLink = Flags(rawValue: 256)
        /// A frame or object that shows a film.
        static let player = Flags(rawValue: 512)
        static let dataTable = Flags(rawValue: 1024)
        static let inDataTable = Flags(rawValue: 2048)
        /// A table for layout by its own word.
        static let layoutTable = Flags(rawValue: 4096)
        static let hasSummary = Flags(rawValue: 8192)
        /// Says that it holds an article's text (schema.org `articleBody`).
        static let articleBody = Flags(rawValue: 16384)
        /// Points led here: it is not judged again as a part of something wider.
        static let kept = Flags(rawValue: 32768)
        /// The headline stood in it.
        static let containsTitle = Flags(rawValue: 65536)
    }

    /// Whether what is before it and what is after it are different words: a line break, a block.
    var breaksWord: Bool {
        !isText && (tag == GUMBO_TAG_BR || !tag.isPhrasing && !tag.mayBePhrasing)
    }

    var isScored: Bool { !score.isNaN }
}

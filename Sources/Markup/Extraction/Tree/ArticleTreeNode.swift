import CGumbo

/// A node of an `ArticleTree`; links are indices, and -1 for none.
struct ArticleTreeNode {
    /// The node in gumbo's tree; nil for an added element.
    var source: GumboTree.Node?
    var tag: GumboTag
    var isText = false
    var parent: Int32 = -1
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
    var hints: ClassNameHints = []
    /// The hints from names that have no other words.
    var sureHints: ClassNameHints = []
    /// The hints from the ID, until the tree is complete.
    var idHints: ClassNameHints = []
    /// The weight of class and ID, in steps of 25.
    var weight: Int16 = 0
    var flags: Flags = []
    var textMeasure = TextMeasure()
    /// The reason of the removal; nil while the node is in its tree.
    var removal: RemovalReason?
    /// The reason of the selection, set for the article's parts.
    var selection: SelectionReason?
    /// The score; NaN until the node is scored.
    var score = Double.nan

    struct Flags: OptionSet {
        let rawValue: UInt32

        static let hidden = Flags(rawValue: 1)
        static let unlikelyRole = Flags(rawValue: 2)
        /// An author by `rel=author` or `itemprop=author`.
        static let author = Flags(rawValue: 4)
        static let name = Flags(rawValue: 8)
        static let modal = Flags(rawValue: 16)
        static let phrasing = Flags(rawValue: 32)
        static let containsBlock = Flags(rawValue: 64)
        static let link = Flags(rawValue: 128)
        static let inPageLink = Flags(rawValue: 256)
        /// A frame of a known embed provider.
        static let player = Flags(rawValue: 512)
        static let dataTable = Flags(rawValue: 1024)
        static let inDataTable = Flags(rawValue: 2048)
        /// A layout table by `datatable=0` or the role `presentation`.
        static let layoutTable = Flags(rawValue: 4096)
        static let hasSummary = Flags(rawValue: 8192)
        /// An `articleBody` of schema.org.
        static let articleBody = Flags(rawValue: 16384)
        /// An element chosen by its score, which is never pruned.
        static let kept = Flags(rawValue: 32768)
        /// An element from which the headline was removed.
        static let containsTitle = Flags(rawValue: 65536)
        static let aboveHeadline = Flags(rawValue: 131_072)
        /// An element from which links to other stories were removed.
        static let lostLinks = Flags(rawValue: 262_144)
    }

    /// True for a line break or block.
    var breaksWord: Bool {
        !isText && (tag == GUMBO_TAG_BR || !tag.isPhrasing && !tag.mayBePhrasing && !tag.isRubyPart)
    }

    var isCaption: Bool { !isText && (tag == GUMBO_TAG_FIGCAPTION || hints.contains(.caption) && !tag.isHeading) }

    mutating func add(_ reading: ClassNameHints.Reading) {
        hints.formUnion(reading.hints)
        sureHints.formUnion(reading.sure)
        if !reading.hints.isDisjoint(with: .negative) { weight -= 25 }
        if !reading.hints.isDisjoint(with: .positive) { weight += 25 }
    }

    /// Takes over the hints of an element that the node replaces.
    mutating func adoptNames(of other: ArticleTreeNode) {
        hints.formUnion(other.hints)
        sureHints.formUnion(other.sureHints)
        weight += other.weight
        flags.formUnion(other.flags.intersection([.aboveHeadline, .containsTitle]))
    }

    var isScored: Bool { !score.isNaN }
}

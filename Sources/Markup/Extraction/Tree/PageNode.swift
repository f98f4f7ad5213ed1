import CGumbo

struct PageNode {
    /// nil for an added element.
    var source: GumboTree.Node?
    var tag: GumboTag
    var isText = false
    var parent: Int32 = -1
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
    var hints: ClassNameHints = []
    /// From names without words of their own.
    var sureHints: ClassNameHints = []
    /// From an id, until the tree is complete.
    var idHints: ClassNameHints = []
    /// Of class and id, in steps of 25.
    var weight: Int16 = 0
    var flags: Flags = []
    var textMeasure = TextMeasure()
    /// nil while it is in its tree.
    var removal: RemovalReason?
    /// Of the article's parts.
    var selection: SelectionReason?
    /// NaN until scored.
    var score = Double.nan

    struct Flags: OptionSet {
        let rawValue: UInt32

        static let hidden = Flags(rawValue: 1)
        static let unlikelyRole = Flags(rawValue: 2)
        /// `rel=author`, `itemprop=author`.
        static let author = Flags(rawValue: 4)
        static let name = Flags(rawValue: 8)
        static let modal = Flags(rawValue: 16)
        static let phrasing = Flags(rawValue: 32)
        static let containsBlock = Flags(rawValue: 64)
        static let link = Flags(rawValue: 128)
        static let inPageLink = Flags(rawValue: 256)
        /// Of a known embed provider.
        static let player = Flags(rawValue: 512)
        static let dataTable = Flags(rawValue: 1024)
        static let inDataTable = Flags(rawValue: 2048)
        /// `datatable=0` or role `presentation`.
        static let layoutTable = Flags(rawValue: 4096)
        static let hasSummary = Flags(rawValue: 8192)
        /// schema.org `articleBody`.
        static let articleBody = Flags(rawValue: 16384)
        /// Chosen by score: never pruned.
        static let kept = Flags(rawValue: 32768)
        /// The headline was in it.
        static let containsTitle = Flags(rawValue: 65536)
        static let aboveHeadline = Flags(rawValue: 131_072)
        /// Links to other stories were removed from it.
        static let lostLinks = Flags(rawValue: 262_144)
    }

    /// A line break or block.
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

    /// Takes over class and id of an element that it replaces.
    mutating func adoptNames(of other: PageNode) {
        hints.formUnion(other.hints)
        sureHints.formUnion(other.sureHints)
        weight += other.weight
        flags.formUnion(other.flags.intersection([.aboveHeadline, .containsTitle]))
    }

    var isScored: Bool { !score.isNaN }
}

/// The elements of `SafeHTML`.
enum SafeHTMLElement: UInt8 {
    case root
    case p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, blockquote, pre, figure, figcaption, aside, details,
        summary
    case table, caption, thead, tbody, tfoot, tr, td, th
    case a, b, strong, i, em, u, s, code, small, span, del, ins, sub, sup, mark, q, cite, dfn, abbr, kbd, samp, `var`,
        time
    case ruby, rt, rp, bdi, bdo

    var name: StaticString { Self.names[Int(rawValue)] }

    private static let names: [StaticString] = [
        "", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre",
        "figure", "figcaption", "aside", "details", "summary", "table", "caption", "thead", "tbody", "tfoot", "tr",
        "td",
        "th", "a", "b", "strong", "i", "em", "u", "s", "code", "small", "span", "del", "ins", "sub", "sup", "mark", "q",
        "cite", "dfn", "abbr", "kbd", "samp", "var", "time", "ruby", "rt", "rp", "bdi", "bdo",
    ]

    @inline(__always)
    var isBlock: Bool { rawValue >= SafeHTMLElement.p.rawValue && rawValue <= SafeHTMLElement.th.rawValue }

    /// True if the element ends a paragraph in HTML's tree construction.
    @inline(__always)
    var endsParagraph: Bool { rawValue >= SafeHTMLElement.p.rawValue && rawValue <= SafeHTMLElement.table.rawValue }

    @inline(__always)
    var isHeading: Bool { rawValue >= SafeHTMLElement.h1.rawValue && rawValue <= SafeHTMLElement.h6.rawValue }

    /// True for links and formatting elements: parsers disagree about nested ones, which have no meaning.
    @inline(__always)
    var forbidsSelfNesting: Bool {
        rawValue >= SafeHTMLElement.a.rawValue && rawValue <= SafeHTMLElement.small.rawValue
    }

    var isCell: Bool { self == .td || self == .th }

    /// True for a ruby reading, which is not part of the plain text's words.
    var isRubyReading: Bool { self == .rt || self == .rp }

    /// True for an element that may hold only elements.
    var isTableStructure: Bool {
        switch self {
        case .table, .thead, .tbody, .tfoot, .tr: true
        default: false
        }
    }
}

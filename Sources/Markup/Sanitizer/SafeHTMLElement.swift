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

    /// In HTML tree construction.
    @inline(__always)
    var endsParagraph: Bool { rawValue >= SafeHTMLElement.p.rawValue && rawValue <= SafeHTMLElement.table.rawValue }

    @inline(__always)
    var isHeading: Bool { rawValue >= SafeHTMLElement.h1.rawValue && rawValue <= SafeHTMLElement.h6.rawValue }

    /// Parsers disagree about nested formatting elements, which mean nothing.
    @inline(__always)
    var forbidsSelfNesting: Bool {
        rawValue >= SafeHTMLElement.a.rawValue && rawValue <= SafeHTMLElement.small.rawValue
    }

    var isCell: Bool { self == .td || self == .th }

    /// Not part of the plain text's words.
    var isRubyReading: Bool { self == .rt || self == .rp }

    /// Holds elements only.
    var isTableStructure: Bool {
        switch self {
        case .table, .thead, .tbody, .tfoot, .tr: true
        default: false
        }
    }
}

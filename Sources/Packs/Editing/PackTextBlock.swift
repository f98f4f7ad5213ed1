/// A block of a page's text as the editor keeps it.
indirect enum PackTextBlock: Sendable, Hashable {
    case paragraph(PackTextParagraphKind, PackTextLine)
    case rule
    case quote([PackTextBlock])
    case list(isOrdered: Bool, items: [[PackTextBlock]])
}

/// An element that holds a line of text.
enum PackTextParagraphKind: String, Sendable, Hashable {
    case p, h2, h3, h4

    /// Returns the heading for an element; the page's title is its first level, and the fourth is the lowest.
    static func heading(_ element: String) -> Self? {
        switch element {
        case "h1", "h2": .h2
        case "h3": .h3
        case "h4", "h5", "h6": .h4
        default: nil
        }
    }
}

/// The marks of a piece of text.
struct PackTextMarks: Sendable, Hashable {
    /// The marks without a value, the outermost element first.
    struct Styles: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let bold = Self(rawValue: 1), italic = Self(rawValue: 2)
        static let raised = Self(rawValue: 4), lowered = Self(rawValue: 8)

        static let elements: [(name: String, style: Self)] = [
            ("b", .bold), ("i", .italic), ("sup", .raised), ("sub", .lowered),
        ]

        /// Returns the style for an element, whichever of its names it has; nil for others.
        init?(element: String) {
            let name = element == "strong" ? "b" : element == "em" ? "i" : element
            guard let style = Self.elements.first(where: { $0.name == name })?.style else { return nil }
            self = style
        }

        init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    /// The address of the link, as an escaped attribute.
    var link: String?
    var styles: Styles = []
}

/// A piece of a line. Texts and values are escaped.
struct PackTextPiece: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        case text(String)
        /// Characters that cannot be seen, such as joiners, between texts that can.
        case invisible(String)
        case space, noBreakSpace, lineBreak
        case picture(source: String, alternative: String)

        var isWhite: Bool { self == .space || self == .noBreakSpace }
    }

    var content: Content
    var marks: PackTextMarks

    /// True for text that can be seen, which alone shows whether it is bold.
    var isText: Bool { if case .text = content { true } else { false } }
    /// The text, whether it can be seen or not; nil for white space, line breaks and pictures.
    var text: String? {
        switch content {
        case .text(let text), .invisible(let text): text
        default: nil
        }
    }
    var isPicture: Bool { if case .picture = content { true } else { false } }
}

/// A kind of content that pages can have and the editor's rich text field cannot hold.
public enum PackTextObstacle: String, Sendable, Hashable, CaseIterable {
    case table
    /// A picture with a caption.
    case caption
    /// A list of terms with their definitions.
    case definitions
    /// A program's text, in a line or as a block.
    case code
    case formula
    /// A link that is shown as a player of audio or video.
    case recording
    /// An aside, or a part that folds away.
    case box
    /// An element with an identifier, to which links may lead.
    case anchor
    /// Text that is underlined, struck through, marked, or small.
    case decoration
    /// A quotation or a cited title within a line.
    case quotation
    /// A word with an explanation, a time, or a reading aid.
    case annotation
    case language
    /// Text that runs from right to left.
    case direction
    /// A list that does not count 1, 2, 3.
    case numbering
    /// A text that is shown when the pointer rests on a link or a picture.
    case tooltip
    /// A picture with a size of its own, or in several versions.
    case pictureSize
    /// Content that would not stay the same for another reason, such as its length.
    case unusual

    /// The kinds of the elements that the field cannot hold, whatever their attributes.
    static let elements: [String: Self] = [
        "table": .table, "caption": .table, "thead": .table, "tbody": .table, "tfoot": .table, "tr": .table,
        "td": .table, "th": .table, "figcaption": .caption, "dl": .definitions, "dt": .definitions,
        "dd": .definitions, "pre": .code, "code": .code, "kbd": .code, "samp": .code, "var": .code, "math": .formula,
        "aside": .box, "details": .box, "summary": .box, "u": .decoration, "s": .decoration, "del": .decoration,
        "ins": .decoration, "mark": .decoration, "small": .decoration, "q": .quotation, "cite": .quotation,
        "abbr": .annotation, "dfn": .annotation, "time": .annotation, "ruby": .annotation, "rt": .annotation,
        "rp": .annotation, "bdi": .direction, "bdo": .direction, "picture": .pictureSize, "source": .pictureSize,
    ]

    /// Returns the kind of an attribute that the field cannot hold; nil for others.
    static func kind(of attribute: String, _ value: String) -> Self? {
        switch attribute {
        case "id": .anchor
        case "lang": .language
        case "dir": value == "rtl" ? .direction : nil
        case "title": .tooltip
        case "class", "data-player": .recording
        case "start", "type": value == "1" ? nil : .numbering
        case "reversed", "value": .numbering
        case "srcset", "sizes", "width", "height": .pictureSize
        default: nil
        }
    }
}

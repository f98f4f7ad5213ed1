/// A block of a story's body. The texts may hold inline marks (`*`, `**`, `` ` ``, links, footnote marks).
public enum StoryBlock: Sendable, Hashable {
    case paragraph(String)
    case heading(String)
    case quotation(String)
    case list(ordered: Bool, [String])
    case table(head: [String], rows: [[String]])
    case code(language: String?, String)
    case figure(Illustration)

    /// The block's words, without those of a figure.
    var plainText: String {
        switch self {
        case .paragraph(let text), .heading(let text), .quotation(let text), .code(_, let text): text
        case .list(_, let lines): lines.joined(separator: " ")
        case .table(let head, let rows): ([head] + rows).map { $0.joined(separator: " ") }.joined(separator: " ")
        case .figure: ""
        }
    }
}

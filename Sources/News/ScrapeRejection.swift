/// The reason why a scraped page, though it was read, may not replace the stored data.
public enum ScrapeRejection: Sendable, Hashable, Codable {
    /// The end of the document is missing.
    case cutOff
    /// The page has fewer comments than it counts, or than are stored if it counts none.
    case fewer(found: Int, expected: Int)
    /// Too many rows lack a part that all should have, as happens after a change of the markup.
    case missing(Part, rows: Int, of: Int)

    /// A part of a row.
    public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
        case title, author, time, text, depth, rank, site
    }

    /// A clause that follows the site's name.
    var clause: String {
        switch self {
        case .cutOff: "sent a page that breaks off before its end."
        case .fewer(let found, let expected): "sent a page with \(found) of \(Plural.comment.counted(expected))."
        case .missing(let part, let rows, let total):
            "sent a page on which \(rows) of \(total) rows have no \(part.noun) that Tidings can find."
        }
    }
}

extension ScrapeRejection.Part {
    fileprivate var noun: String {
        switch self {
        case .title, .author, .time, .text, .depth, .rank: rawValue
        case .site: "site name"
        }
    }
}

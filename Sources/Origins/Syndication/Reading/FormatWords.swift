import Feeds

/// How a feed is written, in the words of its page: "RSS 2.0", "Atom", "JSON Feed 1.1".
enum FormatWords {
    /// - Parameters:
    ///   - format: the family, as the parser found it.
    ///   - bytes: the document; its version stands at its beginning, and is left out where it cannot be seen.
    static func words(for format: FeedFormat, in bytes: [UInt8]) -> String {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        return switch format {
        case .rss: numbered("RSS", after: ["<rss"], "version", in: head)
        case .rdf: "RSS 1.0 (RDF)"
        case .atom: head.contains("purl.org/atom/ns#") ? "Atom 0.3" : "Atom"
        case .json: numbered("JSON Feed", after: ["jsonfeed.org", "\\/\\/jsonfeed.org"], "version", in: head)
        }
    }

    /// The name with the number that follows a mark behind a beginning.
    private static func numbered(_ name: String, after beginnings: [String], _ mark: String, in head: String) -> String
    {
        for beginning in beginnings {
            guard let start = head.firstRange(of: beginning) else { continue }
            let rest = head[start.upperBound...].prefix(400)
            guard let place = rest.firstRange(of: mark) else { continue }
            let number = rest[place.upperBound...].drop { "\"'/\\ =".contains($0) }
                .prefix { $0.isASCII && $0.isNumber || $0 == "." }
            if !number.isEmpty, number.count <= 6 { return "\(name) \(number)" }
        }
        return name
    }
}

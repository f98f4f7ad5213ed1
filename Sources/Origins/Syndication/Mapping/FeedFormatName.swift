import Feeds
import Foundation

/// The display name of a feed format: "RSS 2.0", "Atom", "JSON Feed 1.1".
enum FeedFormatName {
    /// Returns the name, with the version from the document's beginning.
    static func name(for format: FeedFormat, in bytes: [UInt8]) -> String {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        return switch format {
        case .rss: withVersion("RSS", after: ["<rss"], "version", in: head)
        case .rdf: "RSS 1.0 (RDF)"
        case .atom: head.contains("purl.org/atom/ns#") ? "Atom 0.3" : "Atom"
        case .json: withVersion("JSON Feed", after: ["jsonfeed.org", "\\/\\/jsonfeed.org"], "version", in: head)
        }
    }

    /// Returns the name with the number that follows `attribute` after one of `prefixes`; without a number, the name
    /// alone.
    private static func withVersion(_ name: String, after prefixes: [String], _ attribute: String, in head: String)
        -> String
    {
        for prefix in prefixes {
            guard let start = head.firstRange(of: prefix) else { continue }
            let rest = head[start.upperBound...].prefix(400)
            guard let match = rest.firstRange(of: attribute) else { continue }
            let number = rest[match.upperBound...].drop { "\"'/\\ =".contains($0) }
                .prefix { $0.isASCII && $0.isNumber || $0 == "." }
            if !number.isEmpty, number.count <= 6 { return "\(name) \(number)" }
        }
        return name
    }
}

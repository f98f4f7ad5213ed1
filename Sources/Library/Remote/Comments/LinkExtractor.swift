import Foundation
public import Markup
public import URLs

/// An extractor of the distinct links of a text, in order.
public enum LinkExtractor {
    /// The maximum number of links per text.
    public static let maxLinks = 200

    /// Returns the linked web addresses, without mail links and fragments.
    public static func links(in html: SafeHTML) -> [WebAddress] {
        var found: [WebAddress] = []
        var seen: Set<WebAddress> = []
        _ = html.mappingLinks { reference in
            if found.count < maxLinks, reference.hasPrefix("http"), let address = WebAddress(reference),
                seen.insert(address).inserted
            {
                found.append(address)
            }
            return nil
        }
        return found
    }

    /// Returns the links whose text is their own address, truncated with an ellipsis.
    public static func truncatedLinks(in html: SafeHTML) -> [WebAddress] {
        guard html.contains("...</a>") || html.contains("…</a>") else { return [] }
        var found: [WebAddress] = []
        var seen: Set<WebAddress> = []
        for part in html.text.components(separatedBy: "<a ").dropFirst() {
            guard let end = part.range(of: "</a>"), let open = part[..<end.lowerBound].firstIndex(of: ">"),
                let start = part[..<open].range(of: "href=\"http")
            else { continue }
            let words = part[part.index(after: open)..<end.lowerBound]  // bounded: found one behind the other
            guard words.hasSuffix("...") || words.hasSuffix("…") else { continue }
            let rest = part[part.index(start.lowerBound, offsetBy: 6)..<open]  // bounded: found one behind the other
            let reference = rest.prefix { $0 != "\"" }.replacing("&amp;", with: "&")
            if let address = WebAddress(String(reference)), seen.insert(address).inserted { found.append(address) }
            if found.count == maxLinks { break }
        }
        return found
    }
}

import Foundation
import Library
import Markup

/// The links of a comment whose words are their own address, cut short.
enum CutLinks {
    static func of(_ html: SafeHTML) -> [WebAddress] {
        guard html.holds("...</a>") || html.holds("…</a>") else { return [] }
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
            if found.count == LinksOfText.most { break }
        }
        return found
    }
}

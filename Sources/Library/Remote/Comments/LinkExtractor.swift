public import Markup
public import URLs

/// Extracts the distinct links, in order.
public enum LinkExtractor {
    /// Per text.
    public static let maxLinks = 200

    /// Web addresses only: no mail links or fragments.
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
}

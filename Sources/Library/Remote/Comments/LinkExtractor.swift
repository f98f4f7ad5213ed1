public import Markup

/// The links of a cleaned text, in order, each once.
public enum LinkExtractor {
    /// So many of one text: who writes more means none of them for reading.
    public static let maxLinks = 200

    /// Only addresses of the web: no mail, no place within the text. The first `most` of them.
    public static func links(_ html: SafeHTML) -> [WebAddress] {
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

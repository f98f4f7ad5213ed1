public import Markup

/// Extracts the links of sanitised HTML, in order, each once.
public enum LinkExtractor {
    /// Further links of one text are ignored.
    public static let maxLinks = 200

    /// Only web addresses, without mail links and fragments within the text.
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

public import Markup

/// The links of a cleaned text, in order, each once.
public enum LinksOfText {
    /// Only addresses of the web: no mail, no place within the text.
    public static func of(_ html: SafeHTML) -> [WebAddress] {
        var found: [WebAddress] = []
        _ = html.mappingLinks { reference in
            if reference.hasPrefix("http"), let address = WebAddress(reference), !found.contains(address) {
                found.append(address)
            }
            return nil
        }
        return found
    }
}

public import Markup

extension WebAddress {
    /// Parses an address as people type, paste or export it: without a scheme (`loom.example`), or with the `feed:`
    /// scheme of some browsers and readers (`feed://…`, `feed:https://…`).
    /// - Returns: nil for anything else: no host with a dot, unless it is numeric or `localhost`, or a scheme other
    ///   than the web's.
    public init?(typed text: String) {
        var typed = text.drop { $0.isWhitespace }
        if typed.lowercased().hasPrefix("feed:") {
            typed = typed.dropFirst(5)
            if typed.hasPrefix("//") { typed = "http:" + typed }
        }
        let hasScheme = typed.contains("://")
        guard let address = WebAddress(hasScheme ? String(typed) : "https://\(typed)") else { return nil }
        let host = address.host
        guard host.contains(".") || host.contains(":") || host == "localhost" else { return nil }
        self = address
    }
}

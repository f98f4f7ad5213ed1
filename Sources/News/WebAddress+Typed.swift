public import Markup

extension WebAddress {
    /// An address as people type, paste or export it: without a scheme (`loom.example`), or with the `feed:` scheme
    /// that some browsers and readers write (`feed://…`, `feed:https://…`).
    /// - Returns: nil for what is no web address: no host with a dot, unless it is numeric or `localhost`, or a scheme
    ///   that is not the web's.
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

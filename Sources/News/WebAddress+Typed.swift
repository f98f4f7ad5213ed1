public import URLs

extension WebAddress {
    /// Parses an address as people type or export it: without a scheme (`loom.example`), or with `feed:` (`feed://…`,
    /// `feed:https://…`).
    /// - Returns: Nil for another scheme, or a host without a dot that is neither numeric nor `localhost`.
    public init?(typed text: String) {
        let typed = (FeedScheme.stripped(text) ?? text).drop { $0.isWhitespace }
        let hasScheme = typed.contains("://")
        guard let address = WebAddress(hasScheme ? String(typed) : "https://\(typed)") else { return nil }
        let host = address.host
        guard host.contains(".") || host.contains(":") || host == "localhost" else { return nil }
        self = address
    }
}

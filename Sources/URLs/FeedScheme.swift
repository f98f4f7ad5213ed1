/// The URL schemes that hand an address to a feed reader: `feed:https://a.example/feed`, `feed://a.example/feed`.
public enum FeedScheme {
    private static let names = ["feed:", "pcast:", "itpc:", "podcast:"]

    /// Returns the address after the scheme; `http://` is added if only two slashes follow the scheme.
    /// - Returns: nil for text without such a scheme.
    public static func stripped(_ text: String) -> String? {
        var rest = text.drop { $0.isWhitespace }
        var isStripped = false
        // Some sites write the scheme twice.
        for _ in 0..<2 {
            let lowered = rest.prefix(8).lowercased()
            guard let name = names.first(where: { lowered.hasPrefix($0) }) else { break }
            rest = rest.dropFirst(name.count)
            isStripped = true
        }
        guard isStripped else { return nil }
        guard rest.hasPrefix("//") else { return String(rest) }
        let address = rest.dropFirst(2)
        let lowered = address.prefix(8).lowercased()
        return lowered.hasPrefix("http://") || lowered == "https://" ? String(address) : "http://" + address
    }
}

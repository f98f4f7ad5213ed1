/// What a rule looks at.
public enum MuteKind: String, Sendable, Codable, CaseIterable {
    /// A word or phrase in a story's title or dek, whole words, whatever their case and accents; in its text if wanted.
    case words
    /// A whole feed: it stays away from every list but its own.
    case feed
    /// Stories that lead to a site, or to one below it: `example.com` is `www.example.com` too.
    case site
    /// A name in a story's byline.
    case author
}

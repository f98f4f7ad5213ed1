public import News

/// What a reader does not want to see.
public struct MuteRule: Sendable, Hashable, Codable {
    public var kind: MuteKind
    /// The words, the site's host, the name, or the feed's title, as they are shown.
    public var words: String
    /// The feed, of a rule about one.
    public var channel: ChannelID?
    /// Whether the words are looked for in stories' texts too.
    public var inText: Bool

    public init(kind: MuteKind, words: String, channel: ChannelID? = nil, inText: Bool = false) {
        self.kind = kind
        self.words = words
        self.channel = channel
        self.inText = inText
    }

    /// The same in its usual form: one line, a host without `www.`; a text is looked into for words alone.
    /// - Throws: `.invalid` when nothing is left that could be looked for.
    func normalized() throws(LibraryError) -> MuteRule {
        var rule = self
        guard let words = TitleNormalizer.normalize(words) else { throw .invalid(why: "Say what to mute.") }
        rule.words = words
        if kind != .words { rule.inText = false }
        switch kind {
        case .feed:
            guard channel != nil else { throw .invalid(why: "No feed was named.") }
        case .words, .author:
            rule.channel = nil
            guard !TextNormalizer.words(words).isEmpty else {
                throw .invalid(why: "Say what to mute: a word or a phrase.")
            }
        case .site:
            rule.channel = nil
            rule.words = try Self.host(words)
        }
        return rule
    }

    private static func host(_ typed: String) throws(LibraryError) -> String {
        let bare = typed.split(separator: "://").last.map(String.init) ?? typed
        var host = bare.prefix { $0 != "/" && $0 != ":" && $0 != "?" }.lowercased()
        if host.hasPrefix("www.") { host.removeFirst(4) }
        guard host.contains("."), !host.contains(where: \.isWhitespace) else {
            throw .invalid(why: "“\(typed)” is not the name of a site, such as example.com.")
        }
        return host
    }
}

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

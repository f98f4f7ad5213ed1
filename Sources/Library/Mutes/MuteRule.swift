import Markup
public import News

/// A reader's rule that hides stories.
public struct MuteRule: Sendable, Hashable, Codable {
    /// The kind of the rule.
    public var kind: MuteKind
    /// The words, host or author to hide, the feed's title for display, or the raw value of a `HeadlineKind`.
    public var words: String
    /// The hidden channel, for kind `feed` only.
    public var channel: ChannelID?
    /// True if texts are searched too.
    public var inText: Bool

    public init(kind: MuteKind, words: String, channel: ChannelID? = nil, inText: Bool = false) {
        self.kind = kind
        self.words = words
        self.channel = channel
        self.inText = inText
    }

    /// Creates a rule of kind `headlines`.
    public init(hiding kind: HeadlineKind) { self.init(kind: .headlines, words: kind.rawValue) }

    /// The kind of headlines, for kind `headlines`; nil for other rules, and for a kind that a later release added.
    public var headlineKind: HeadlineKind? { kind == .headlines ? HeadlineKind(rawValue: words) : nil }

    /// Returns the rule with normalised words and without unused properties; only kind `words` searches texts.
    /// - Throws: `.invalid` if nothing is left.
    func normalized() throws(LibraryError) -> MuteRule {
        var rule = self
        guard let words = LineNormalizer.normalize(words) else { throw .invalid(why: "Say what to mute.") }
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
        case .headlines:
            rule.channel = nil
            guard rule.headlineKind != nil else {
                let kinds = HeadlineKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalid(why: "There is no such kind of headlines. There are: \(kinds).")
            }
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

/// A kind of mute rule.
public enum MuteKind: String, Sendable, Codable, CaseIterable {
    /// A phrase in the title or summary, optionally in the text: whole words, ignoring case and accents.
    case words
    /// A feed, which is hidden from all lists but its own.
    case feed
    /// A site to which stories link, including its subdomains.
    case site
    /// A name in the byline.
    case author
    /// A `HeadlineKind` of titles.
    case headlines
}

import Markup

/// Whether a rule matches a story; pure. Words are compared as in search, normalised and whole; scripts without spaces
/// character by character.
struct MuteMatcher: Sendable {
    /// The parts of a story that rules look at.
    struct StoryFields: Sendable {
        var title: String
        var dek: String?
        var byline: String?
        var link: String?
        var text: String?
    }

    let rule: MuteRule
    private let terms: [String]

    init(_ rule: MuteRule) {
        self.rule = rule
        terms = rule.kind == .words || rule.kind == .author ? TextNormalizer.words(rule.words) : []
    }

    func matches(_ story: StoryFields) -> Bool {
        switch rule.kind {
        case .feed: false
        case .words:
            containsTerms(in: story.title) || containsTerms(in: story.dek)
                || (rule.inText && containsTerms(in: story.text))
        case .author: containsTerms(in: story.byline)
        case .site: isOnSite(story.link)
        }
    }

    private func containsTerms(in text: String?) -> Bool {
        guard let text, let first = terms.first else { return false }
        let words = TextNormalizer.words(text)
        guard words.count >= terms.count else { return false }
        for start in 0...(words.count - terms.count)  // bounded: counted above
        // bounded: counted above
        where words[start] == first && words[start..<(start + terms.count)].elementsEqual(terms) {
            return true
        }
        return false
    }

    private func isOnSite(_ link: String?) -> Bool {
        guard let host = link.flatMap({ WebAddress($0) })?.host.lowercased() else { return false }
        return host == rule.words || host.hasSuffix("." + rule.words)
    }
}

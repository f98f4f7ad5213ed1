import Markup
import URLs

/// A pure matcher of stories that a rule hides.
struct MuteMatcher: Sendable {
    let rule: MuteRule
    private let phrase: PhraseMatcher
    private let headlines: HeadlineMatcher?

    init(_ rule: MuteRule) {
        self.rule = rule
        phrase = PhraseMatcher(rule.kind == .words || rule.kind == .author ? rule.words : "")
        headlines = rule.headlineKind.map(HeadlineMatcher.init)
    }

    func matches(_ candidate: StoryMatchCandidate) -> Bool {
        switch rule.kind {
        case .feed: false
        case .words:
            containsTerms(in: candidate.title) || containsTerms(in: candidate.dek)
                || (rule.inText && containsTerms(in: candidate.text))
        case .author: containsTerms(in: candidate.byline)
        case .site: isOnSite(candidate.link)
        case .headlines: headlines?.matches(candidate.title) == true
        }
    }

    /// Returns the reason why a story matches: its title with the matching parts, and an excerpt if the match is
    /// elsewhere.
    func explanation(of candidate: StoryMatchCandidate) -> (title: [SnippetPart], excerpt: [SnippetPart]) {
        let title = SnippetBuilder.parts(of: candidate.title, for: phrase, isWhole: true)
        let plain = [SnippetPart(text: candidate.title, isMatch: false)]
        switch rule.kind {
        case .feed: return (plain, [])
        case .headlines:
            let reasons = HeadlineMatcher.reasons(of: candidate.title).filter { $0.kind == rule.headlineKind }
            return (HeadlineMatcher.parts(of: candidate.title, for: reasons), [])
        case .author: return (plain, SnippetBuilder.parts(of: candidate.byline ?? "", for: phrase))
        case .site:
            let host = candidate.link.flatMap { WebAddress($0) }?.host ?? rule.words
            return (plain, [SnippetPart(text: host, isMatch: true)])
        case .words:
            if title.contains(where: \.isMatch) { return (title, []) }
            let texts = [candidate.dek, rule.inText ? candidate.text : nil].compactMap(\.self)
            let excerpts = texts.lazy.map { SnippetBuilder.parts(of: $0, for: phrase) }
            return (plain, excerpts.first { $0.contains(where: \.isMatch) } ?? [])
        }
    }

    private func containsTerms(in text: String?) -> Bool {
        guard let text, !phrase.isEmpty else { return false }
        return phrase.matches(MatchableText(text))
    }

    private func isOnSite(_ link: String?) -> Bool {
        guard let host = link.flatMap({ WebAddress($0) })?.host.lowercased() else { return false }
        return host == rule.words || host.hasSuffix("." + rule.words)
    }
}

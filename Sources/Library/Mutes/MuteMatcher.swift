import Markup
import URLs

/// Matches stories with a rule; pure.
struct MuteMatcher: Sendable {
    let rule: MuteRule
    private let phrase: PhraseMatcher

    init(_ rule: MuteRule) {
        self.rule = rule
        phrase = PhraseMatcher(rule.kind == .words || rule.kind == .author ? rule.words : "")
    }

    func matches(_ candidate: StoryMatchCandidate) -> Bool {
        switch rule.kind {
        case .feed: false
        case .words:
            containsTerms(in: candidate.title) || containsTerms(in: candidate.dek)
                || (rule.inText && containsTerms(in: candidate.text))
        case .author: containsTerms(in: candidate.byline)
        case .site: isOnSite(candidate.link)
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

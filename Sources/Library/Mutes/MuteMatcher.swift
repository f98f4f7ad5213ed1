import Markup
import URLs

/// Matches stories with a rule; pure. Words are compared normalised and whole, ideographs one by one, as in search.
struct MuteMatcher: Sendable {
    let rule: MuteRule
    private let terms: [String]

    init(_ rule: MuteRule) {
        self.rule = rule
        terms = rule.kind == .words || rule.kind == .author ? TextNormalizer.words(rule.words) : []
    }

    func matches(_ candidate: MuteCandidate) -> Bool {
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

/// The parts of a story that mute rules look at.
struct MuteCandidate: Sendable {
    var title: String
    var dek: String?
    var byline: String?
    var link: String?
    var text: String?
}

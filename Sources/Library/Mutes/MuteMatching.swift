import Markup

/// Whether a rule speaks of a story: pure. Words are compared as the search compares them, folded and whole; of scripts
/// without spaces character by character.
struct MuteMatching: Sendable {
    /// What of a story is looked at.
    struct Story: Sendable {
        var title: String
        var dek: String?
        var byline: String?
        var link: String?
        var text: String?
    }

    let rule: MuteRule
    private let wanted: [String]

    init(_ rule: MuteRule) {
        self.rule = rule
        wanted = rule.kind == .words || rule.kind == .author ? Folding.words(rule.words) : []
    }

    func matches(_ story: Story) -> Bool {
        switch rule.kind {
        case .feed: false
        case .words:
            stands(in: story.title) || stands(in: story.dek) || (rule.inText && stands(in: story.text))
        case .author: stands(in: story.byline)
        case .site: leads(story.link)
        }
    }

    private func stands(in text: String?) -> Bool {
        guard let text, let first = wanted.first else { return false }
        let words = Folding.words(text)
        guard words.count >= wanted.count else { return false }
        for start in 0...(words.count - wanted.count)  // bounded: counted above
        // bounded: counted above
        where words[start] == first && words[start..<(start + wanted.count)].elementsEqual(wanted) {
            return true
        }
        return false
    }

    private func leads(_ link: String?) -> Bool {
        guard let host = link.flatMap({ WebAddress($0) })?.host.lowercased() else { return false }
        return host == rule.words || host.hasSuffix("." + rule.words)
    }
}

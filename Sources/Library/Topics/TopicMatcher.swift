import News

/// A pure matcher of stories with words or a place (`docs/why/how-topics-match.md`).
struct TopicMatcher: Sendable {
    private let anywhere: [PhraseMatcher]
    private let inTitle: [PhraseMatcher]

    /// Creates a matcher; nil for subjects that are not matched with stories.
    init?(_ subject: TopicSubject) {
        switch subject {
        case .headlines, .category, .publisher: return nil
        case .words(let words):
            anywhere = [PhraseMatcher(words)]
            inTitle = []
        case .place(let place):
            anywhere = place.distinctiveNames.map { PhraseMatcher($0, isName: true) }
            inTitle = place.titleNames.map { PhraseMatcher($0, isName: true) }
        }
        if phrases.isEmpty { return nil }
    }

    private var all: [PhraseMatcher] { (anywhere + inTitle).filter { !$0.isEmpty } }

    /// The normalised words of each phrase, for a search of candidates.
    var phrases: [[String]] { all.map(\.words) }

    func matches(_ story: Texts) -> Bool {
        if inTitle.contains(where: { $0.matches(story.title) }) { return true }
        return [story.title, story.dek, story.text].contains { text in anywhere.contains { $0.matches(text) } }
    }

    /// The texts of a story, split into words.
    struct Texts: Sendable {
        let title: MatchableText
        let dek: MatchableText
        let text: MatchableText

        init(_ story: StoryMatchCandidate) {
            title = MatchableText(story.title)
            dek = MatchableText(story.dek ?? "")
            text = MatchableText(story.text ?? "")
        }
    }
}

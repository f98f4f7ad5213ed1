import News

/// Matches stories with words or a place (`docs/why/how-topics-match.md`); pure.
struct TopicMatcher: Sendable {
    private let anywhere: [PhraseMatcher]
    private let inTitle: [PhraseMatcher]

    /// Nil for subjects that stories are not matched with.
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

    /// The normalised words of each, to find what may match.
    var phrases: [[String]] { all.map(\.words) }

    func matches(_ story: Texts) -> Bool {
        if inTitle.contains(where: { $0.matches(story.title) }) { return true }
        return [story.title, story.dek, story.text].contains { text in anywhere.contains { $0.matches(text) } }
    }

    /// A story's texts, in words.
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

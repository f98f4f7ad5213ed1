import News

/// A matcher of a new story with a reader's rules.
struct AlertMatcher {
    let transaction: Transaction
    let reader: Int64
    let topic: AlertTopic

    /// The order in which rules are named as the reason: the narrowest first.
    private static let order: [AlertSubject.Kind] = [.words, .place, .site, .feed, .section, .greatNews]

    /// A rule that a story fulfils.
    struct Match {
        let rule: AlertRule
        let reason: AlertReason
    }

    /// Returns the rules that the story fulfils, the narrowest first.
    func matches(_ rules: [AlertRule]) throws -> [Match] {
        let sorted = rules.sorted { a, b in
            (Self.order.firstIndex(of: a.subject.kind) ?? 0, a.id.rawValue)
                < (Self.order.firstIndex(of: b.subject.kind) ?? 0, b.id.rawValue)
        }
        var texts: StoryMatchCandidate?
        if rules.contains(where: { [.words, .place].contains($0.subject.kind) }) {
            texts = try StoryMatchCandidate.find(topic.story, transaction, withText: true)
        }
        return try sorted.compactMap { rule in try match(rule, texts) }
    }

    private func match(_ rule: AlertRule, _ texts: StoryMatchCandidate?) throws -> Match? {
        guard let name = rule.name else { return nil }
        var reason = AlertReason(kind: rule.subject.kind, name: name, voices: nil, isFollowUp: false)
        switch rule.subject {
        case .words(let words):
            guard let texts, Self.matches(words, texts) else { return nil }
        case .place(let place):
            guard let texts, TopicMatcher(.place(place))?.matches(TopicMatcher.Texts(texts)) == true else { return nil }
        case .section(let id):
            let scope = try StoryScope(.section(id), for: reader, transaction)
            guard try hasStory(in: scope) else { return nil }
        case .feed(let id):
            guard try hasStory(in: .channel(id.rawValue)) else { return nil }
        case .site(let host):
            guard
                try transaction.exists(
                    "select 1 from story_terms where story_id = ? and publisher = ?",
                    [.number(topic.story), .text(host)])
            else { return nil }
        case .greatNews(let great):
            guard let cluster = topic.cluster,
                let reach = try GreatNewsQuery(transaction: transaction, reader: reader)
                    .reach(of: cluster, with: topic.story, great)
            else { return nil }
            reason.voices = reach
        }
        return Match(rule: rule, reason: reason)
    }

    /// Returns true if the words stand together anywhere, or all of them in title and summary.
    private static func matches(_ words: String, _ story: StoryMatchCandidate) -> Bool {
        let phrase = PhraseMatcher(words)
        let texts = TopicMatcher.Texts(story)
        if [texts.title, texts.dek, texts.text].contains(where: { phrase.matches($0) }) { return true }
        guard !phrase.isEmpty else { return false }
        let known = Set(texts.title.words + texts.dek.words)
        return phrase.words.allSatisfy(known.contains)
    }

    /// Returns true if the story is in a channel of a scope that the reader has.
    private func hasStory(in scope: StoryScope) throws -> Bool {
        try transaction.exists(
            """
            select 1 from channel_story cs join subscription u on u.channel_id = cs.channel_id
            where cs.story_id = ? and u.reader_id = ?\(scope.conditionIncludingMuted) limit 1
            """, [.number(topic.story), .number(reader)] + scope.arguments)
    }

    /// Returns the edition that shows the story; nil if it is muted or kept back wherever the reader has it.
    func edition() throws -> EditionID? { try edition { try .init(of: $0, for: reader, transaction) } }

    /// Returns the edition that would show the story if no kinds of headlines were kept back.
    func editionWithKeptBack() throws -> EditionID? { try edition { _ in .none } }

    private func edition(_ filter: (EditionID) throws -> KeptBackFilter) throws -> EditionID? {
        let editions = try transaction.texts(
            """
            select distinct f.edition from channel_story cs join section_channel sc on sc.channel_id = cs.channel_id
            join folder f on f.id = sc.section_id and f.edition is not null and (f.reader_id is null or f.reader_id = ?)
            where cs.story_id = ? order by f.edition
            """, [.number(reader), .number(topic.story)]
        ).map { EditionID(rawValue: $0) }
        let scopes = [(EditionID.mine, StoryScope.followed)] + editions.map { ($0, .edition($0, reader: reader)) }
        for (edition, scope) in scopes {
            let scope = scope.keepingBack(try filter(edition))
            let isShown = try transaction.exists(
                """
                select 1 from channel_story cs join subscription u on u.channel_id = cs.channel_id
                where cs.story_id = ? and u.reader_id = ?\(scope.condition)
                  \(scope.storyCondition("cs.story_id", reader: "u.reader_id")) limit 1
                """, [.number(topic.story), .number(reader)] + scope.arguments)
            if isShown { return edition }
        }
        return nil
    }
}

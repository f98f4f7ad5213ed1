internal import Foundation

/// All articles of the service, including those of the next hours.
struct SampleNewsArchive: Sendable {
    /// The articles, newest first.
    let articles: [SampleNewsArticle]
    /// The publication times on the publishers' own sites.
    let schedule: PublicationSchedule

    /// The number of events of each kind.
    private static let instanceCount = 13
    /// The number of these events that happen after the start.
    private static let upcomingCount = 2

    /// - Parameter isCalm: True if events of one kind are days apart. Told in the same sentences, two of one day would be
    ///   one topic to a reader; a service alone has many on each day.
    init(_ content: SampleNewsContent, startAt: Date, isCalm: Bool = false) {
        var articles: [SampleNewsArticle] = []
        for (kind, event) in content.events.enumerated() {
            for instance in 0..<(event.breaksAfterMinutes == nil ? Self.instanceCount : 1) {
                let facts = SampleNewsFacts(
                    event: event, instance: instance, words: content.words, kind: isCalm ? kind : nil)
                articles += SampleNewsReport(facts: facts, publishers: content.publishers, isCalm: isCalm)
                    .articles(startAt: startAt)
            }
        }
        self.articles = articles.sorted {
            ($0.publishedAt, $0.publisher.id, $0.seed) > ($1.publishedAt, $1.publisher.id, $1.seed)
        }
        schedule = PublicationSchedule(
            stories: Dictionary(grouping: self.articles, by: \.publisher.id).mapValues { $0.map(\.published) })
    }

    static func isUpcoming(instance: Int) -> Bool { instance >= instanceCount - upcomingCount }

    /// Returns the seconds from the latest event of a calm archive to another of its kind; none for the latest one.
    static func calmOffset(instance: Int) -> Double {
        Double(instance - (instanceCount - upcomingCount)) * 4.2 * 86_400
    }
}

/// An event as several publishers report it, each in other words.
struct SampleNewsReport {
    let facts: SampleNewsFacts
    let publishers: [SampleNewsPublisher]
    let isCalm: Bool

    private var event: SampleNewsEvent { facts.event }
    private var name: String { "\(event.slug)-\(facts.instance + 1)" }

    func articles(startAt: Date) -> [SampleNewsArticle] {
        let first = startAt.addingTimeInterval(firstOffset)
        var ranks: [String: Int] = [:]
        return tellers.enumerated().map { index, publisher in
            let rank = ranks[publisher.language, default: 0]
            ranks[publisher.language] = rank + 1
            return article(
                of: publisher, teller: index, rank: rank, at: first.addingTimeInterval(delay(index, publisher)))
        }
    }

    /// Returns a number from 0 to below 1, constant for a purpose.
    private func share(_ purpose: String) -> Double {
        Double(SeededRandom.seed(of: "\(name)/\(purpose)") % 10_000) / 10_000
    }

    /// The seconds between the start and the first article: denser towards the start.
    private var firstOffset: Double {
        if let minutes = event.breaksAfterMinutes { return minutes * 60 }
        if isCalm { return calmOffset.rounded() }
        let share = share("time")
        if SampleNewsArchive.isUpcoming(instance: facts.instance) { return (60 + share * 95 * 60).rounded() }
        return -(300 + share * share * 7 * 86_400).rounded()
    }

    /// The latest event of a kind is of the last three days, denser towards the start, or of the hour after it.
    private var calmOffset: Double {
        let share = Double(SeededRandom.seed(of: "\(event.slug)/time") % 10_000) / 10_000
        let isUpcoming = SeededRandom.seed(of: "\(event.slug)/upcoming") % 3 == 0
        let latest = isUpcoming ? 60 + share * 95 * 60 : -(300 + share * share * 2.9 * 86_400)
        return latest + SampleNewsArchive.calmOffset(instance: facts.instance)
    }

    private func delay(_ index: Int, _ publisher: SampleNewsPublisher) -> Double {
        guard index > 0 else { return 0 }
        let pace = event.breaksAfterMinutes == nil ? 400.0 : 5
        return ((Double(index) + share(publisher.id) * 0.9) * pace).rounded()
    }

    /// The publishers that report the event, in order of time.
    private var tellers: [SampleNewsPublisher] {
        let isForAll = event.breaksAfterMinutes != nil
        let willing = publishers.filter {
            (isForAll || $0.category == "general" || $0.category == event.category)
                && !event.texts("title", in: $0.language).isEmpty
        }
        let ranked = willing.map { (publisher: $0, order: share("order/" + $0.id)) }.sorted { $0.order < $1.order }
        guard isForAll else { return ranked.prefix(3 + Int(share("count") * 4)).map { $0.publisher } }
        return Array(Self.interleaved(ranked.map { $0.publisher }).prefix(ranked.count * 4 / 5))
    }

    /// Returns the first publisher of each language, then the second of each, so that no language waits for the others.
    private static func interleaved(_ publishers: [SampleNewsPublisher]) -> [SampleNewsPublisher] {
        var ranks: [String: Int] = [:]
        let ranked = publishers.enumerated().map { index, publisher in
            let rank = ranks[publisher.language, default: 0]
            ranks[publisher.language] = rank + 1
            return (publisher: publisher, rank: rank, index: index)
        }
        return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { $0.publisher }
    }

    /// Returns a publisher's article.
    /// - Parameter rank: The publisher's rank among those of its language.
    private func article(
        of publisher: SampleNewsPublisher, teller: Int, rank: Int, at date: Date
    ) -> SampleNewsArticle {
        let language = publisher.language
        let seed = SeededRandom.seed(of: "\(name)/\(publisher.id)")
        let turn = rank + facts.instance
        func text(_ kind: String, _ turn: Int) -> String {
            let choices = event.texts(kind, in: language)
            return choices.isEmpty ? "" : facts.filled(choices[turn % choices.count])
        }
        let (dek, sentences) = (text("dek", turn), sentences(in: language, turn: turn))
        let story = SampleStory(
            slug: name, title: text("title", turn), dek: dek, byline: author(seed),
            topics: [event.category], kind: .note, picture: picture(dek), language: nil, audio: nil,
            blocks: sentences.map(StoryBlock.paragraph), footnotes: [])
        return SampleNewsArticle(
            publisher: publisher, event: event, title: text("title", turn + 1), description: text("dek", turn + 1),
            text: sentences.joined(separator: "\r\n"),
            published: PublishedStory(story: story, home: publisher.id, publishedAt: date), teller: teller,
            seed: seed)
    }

    /// Returns the sentences, the first fact first, the others in an order that depends on the turn; two to a
    /// paragraph.
    private func sentences(in language: String, turn: Int) -> [String] {
        let all = event.texts("text", in: language).map(facts.filled)
        guard let first = all.first else { return [] }
        let rest = Array(all.dropFirst())
        let cut = rest.isEmpty ? 0 : turn % rest.count
        let ordered = [first] + rest[cut...] + rest[..<cut]
        return stride(from: 0, to: ordered.count, by: 2).map { index in
            ordered[index..<min(index + 2, ordered.count)].joined(separator: " ")
        }
    }

    /// Returns the author; nil for a fifth of the articles.
    private func author(_ seed: UInt64) -> String? {
        guard seed % 5 != 0, let people = facts.words["reporter"], !people.isEmpty else { return nil }
        return people[Int((seed / 5) % UInt64(people.count))]
    }

    private func picture(_ caption: String) -> Illustration? {
        let parts = event.value("picture").split(separator: "|").map(StoryFileParser.trimmed)
        guard parts.count == 2 else { return nil }
        return Illustration(
            kind: parts[0], subject: parts[1], caption: caption, credit: "Picture desk",
            alt: event.value("alt"))
    }
}

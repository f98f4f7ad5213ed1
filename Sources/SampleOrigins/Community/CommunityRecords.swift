internal import Foundation

/// Everything that was ever said in the community, from a seed: the same stories, people and comments at every start.
struct CommunityRecords: Sendable {
    private(set) var items: [Int: CommunityItem] = [:]
    /// Stories, newest first.
    private(set) var stories: [Int] = []
    private(set) var people: [String: CommunityPerson] = [:]
    /// The story with twelve hundred comments.
    private(set) var longThread = 0

    static let longest = 1_200
    private static let firstID = 41_000_000

    /// A thing before it has a number; places count in the order of making.
    private struct Draft {
        var item: CommunityItem
        var parent: Int?
        var story: Int?
        var rank = 0.0
        var topic = ""
    }

    private var drafts: [Draft] = []
    private var dice = Dice("community")

    /// - Parameters:
    ///   - startAt: the instant that ages are counted from.
    ///   - told: what other publications have told, as title, address and subject; the community talks about that too.
    init(startAt: Date, told: [(title: String, url: String)]) {
        makePeople(startAt)
        makeStories(startAt, told)
        for place in drafts.indices where drafts[place].item.isStory { makeThread(under: place, startAt) }
        number()
        drafts = []
    }

    // MARK: People

    private mutating func makePeople(_ startAt: Date) {
        for name in CommunityWords.people {
            let days = dice.roll(40...4_800)
            let about =
                dice.chance(0.5)
                ? CommunityText.html(
                    dice.pick([
                        "I mend things.",
                        "Maps, tides and databases.\n\nhttps://\(name.replacing("_", with: "-")).example/",
                        "Retired signalman.", "I write *small* programs & long letters.", "Mostly here to read.",
                        "Type designer. The opinions are my own; the kerning isn't.",
                    ])) : ""
            people[name] = CommunityPerson(
                name: name, joinedAt: startAt.addingTimeInterval(-days * 86_400), karma: dice.whole(3...9_000),
                about: about)
        }
    }

    private mutating func somebody() -> String { dice.pick(CommunityWords.people) }

    // MARK: Stories

    private mutating func makeStories(_ startAt: Date, _ told: [(title: String, url: String)]) {
        var all: [(kind: CommunityItem.Kind, title: String, topic: String, url: String?, text: String)] = []
        all += CommunityWords.links.map { (.story, $0.title, $0.topic, "https://\($0.site)\($0.path)", "") }
        all += CommunityWords.questions.map { (.story, $0.title, $0.topic, nil, CommunityText.html($0.text)) }
        all += CommunityWords.shows.map {
            (.story, $0.title, $0.topic, "https://\($0.site)/", CommunityText.html($0.text))
        }
        all += told.map { (.story, $0.title, "what it tells", $0.url, "") }
        all.shuffle(using: &dice)
        all.insert(
            (
                .poll, CommunityWords.poll.title, CommunityWords.poll.topic, nil,
                CommunityText.html(CommunityWords.poll.text)
            ), at: 11)
        for (place, job) in CommunityWords.jobs.enumerated() {
            all.insert(
                (.job, job.title, "", job.site.map { "https://\($0)/jobs" }, CommunityText.html(job.text)),
                at: min(all.count, 6 + place * 13))
        }
        var age = 0.25
        for story in all {
            add(story.kind, story.title, story.topic, story.url, story.text, hours: age, startAt)
            age += dice.roll(0.2...1.6)
        }
        add(
            .story, CommunityWords.long.title, CommunityWords.long.topic, nil,
            CommunityText.html("Mine was to ask *why* before how. What was yours?"), hours: 31, startAt)
        drafts[drafts.count - 1].item.score = 911
    }

    private mutating func add(
        _ kind: CommunityItem.Kind, _ title: String, _ topic: String, _ url: String?, _ text: String, hours: Double,
        _ startAt: Date
    ) {
        var item = CommunityItem(kind: kind, by: somebody(), at: startAt.addingTimeInterval(-hours * 3_600))
        item.title = title
        item.url = url
        item.written = text
        let liking = dice.roll(0...1)
        item.score = kind == .job ? 1 : 2 + Int(liking * liking * liking * 480 * min(1, hours / 5 + 0.1))
        item.rising = hours < 12 && kind != .job ? liking * 24 : 0
        drafts.append(Draft(item: item, topic: topic))
        guard kind == .poll else { return }
        let story = drafts.count - 1
        for option in CommunityWords.poll.options {
            var part = CommunityItem(kind: .pollopt, by: item.by, at: item.at.addingTimeInterval(1))
            part.written = CommunityText.escaped(option)
            part.score = dice.whole(9...240)
            drafts.append(Draft(item: part, story: story))
        }
    }

    // MARK: Threads

    private mutating func makeThread(under story: Int, _ startAt: Date) {
        let item = drafts[story].item
        guard item.kind != .job else { return }
        let isLong = item.title == CommunityWords.long.title
        let age = startAt.timeIntervalSince(item.at)
        let liked = Double(item.score) * dice.roll(0.1...0.7)
        let count = isLong ? Self.longest : min(160, dice.chance(0.08) ? 0 : Int(liked) + dice.whole(0...4))
        guard count > 0 else { return }
        // What is young is still being talked about after the start.
        let until = isLong || age > 36_000 ? max(600, min(age - 600, 90_000)) : age + 3_600
        let times = (0..<count).map { _ in 120 + pow(dice.roll(0...1), 1.4) * (until - 120) }.sorted()
        let seed = Dice.seed(of: item.title)
        let topic = drafts[story].topic
        var places: [(place: Int, depth: Int)] = []
        for number in 0..<count {
            let below = parent(number, places, isLong: isLong)
            var comment = CommunityItem(kind: .comment, by: somebody(), at: item.at.addingTimeInterval(times[number]))
            if below != nil, dice.chance(0.12) { comment.by = item.by }
            comment.talk = .init(seed: seed &+ UInt64(number), topic: topic, isReply: below != nil)
            if dice.chance(0.03) { comment.fade = dice.whole(1...9) }
            drafts.append(
                Draft(item: comment, parent: below?.place ?? story, story: story, rank: dice.roll(0...1)))
            places.append((drafts.count - 1, (below?.depth ?? -1) + 1))
        }
        hideSome(of: places.map(\.place), count: isLong ? 17 : count / 60)
    }

    /// Nil for the story itself. The long thread has one conversation that goes very deep.
    private mutating func parent(
        _ number: Int, _ places: [(place: Int, depth: Int)], isLong: Bool
    ) -> (place: Int, depth: Int)? {
        if isLong, (400..<424).contains(number) { return places[number - 1] }
        guard number > 1, !dice.chance(0.27) else { return nil }
        for _ in 0..<4 {
            let near = dice.chance(0.6) ? max(0, number - 30) : 0
            let found = places[dice.whole(near...number - 1)]
            if found.depth < 8 { return found }
        }
        return nil
    }

    /// Of those with answers some were taken back; of the others some are dead or flagged away.
    private mutating func hideSome(of places: [Int], count: Int) {
        let answered = Set(drafts.compactMap(\.parent))
        var parents = places.filter { answered.contains($0) }.shuffled(using: &dice)
        var leaves = places.filter { !answered.contains($0) }.shuffled(using: &dice)
        for number in 0..<count {
            switch number % 3 {
            case 0: if let place = parents.popLast() { drafts[place].item.standing = .deleted }
            case 1: if let place = leaves.popLast() { drafts[place].item.standing = .dead }
            default: if let place = leaves.popLast() { drafts[place].item.standing = .flagged }
            }
        }
    }

    // MARK: Numbers

    /// Numbers ascend with time.
    private mutating func number() {
        let order = drafts.indices.sorted { (drafts[$0].item.at, $0) < (drafts[$1].item.at, $1) }
        var ids = [Int](repeating: 0, count: drafts.count)
        var next = Self.firstID
        for place in order {
            next += dice.whole(1...5)
            ids[place] = next
        }
        for (place, draft) in drafts.enumerated() {
            var item = draft.item
            item.id = ids[place]
            item.parent = draft.parent.map { ids[$0] } ?? 0
            item.story = draft.story.map { ids[$0] } ?? item.id
            items[item.id] = item
            if item.title == CommunityWords.long.title { longThread = item.id }
        }
        let ranked = drafts.indices.filter { drafts[$0].parent != nil }.sorted { drafts[$0].rank > drafts[$1].rank }
        for place in ranked {
            if let parent = drafts[place].parent { items[ids[parent]]?.kids.append(ids[place]) }
        }
        for (place, draft) in drafts.enumerated() where draft.item.kind == .pollopt {
            if let story = draft.story { items[ids[story]]?.parts.append(ids[place]) }
        }
        stories = items.values.filter(\.isStory).sorted { $0.id > $1.id }.map(\.id)
    }
}

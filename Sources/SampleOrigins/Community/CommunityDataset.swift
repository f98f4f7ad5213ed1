internal import Foundation

/// All users, stories and comments of the community, the same for a seed.
struct CommunityDataset: Sendable {
    private(set) var items: [Int: CommunityItem] = [:]
    /// The story IDs, newest first.
    private(set) var stories: [Int] = []
    private(set) var users: [String: CommunityUser] = [:]
    private(set) var longThreadID = 0

    static let longThreadCount = 1_200
    private static let firstID = 41_000_000

    /// An item before IDs are assigned. Its parent and story are indices in order of creation.
    private struct Draft {
        var item: CommunityItem
        var parent: Int?
        var story: Int?
        var rank = 0.0
        var topic = ""
    }

    private var drafts: [Draft] = []
    private var rng = SeededRandom("community")

    /// Generates the dataset.
    /// - Parameters:
    ///   - startAt: The start of the demo, from which ages are counted.
    ///   - linkedStories: The stories of other publications that members have submitted.
    init(startAt: Date, linkedStories: [(title: String, url: String)]) {
        makeUsers(startAt)
        makeStories(startAt, linkedStories)
        for index in drafts.indices where drafts[index].item.isStory { makeThread(under: index, startAt) }
        assignIDs()
        drafts = []
    }

    // MARK: Users

    private mutating func makeUsers(_ startAt: Date) {
        for name in CommunityContent.userNames {
            let days = rng.double(40...4_800)
            let about =
                rng.chance(0.5)
                ? CommunityTextFormatter.html(
                    rng.pick([
                        "I mend things.",
                        "Maps, tides and databases.\n\nhttps://\(name.replacing("_", with: "-")).example/",
                        "Retired signalman.", "I write *small* programs & long letters.", "Mostly here to read.",
                        "Type designer. The opinions are my own; the kerning isn't.",
                    ])) : ""
            users[name] = CommunityUser(
                name: name, joinedAt: startAt.addingTimeInterval(-days * 86_400), karma: rng.int(3...9_000),
                about: about)
        }
    }

    private mutating func randomUserName() -> String { rng.pick(CommunityContent.userNames) }

    // MARK: Stories

    private mutating func makeStories(_ startAt: Date, _ linkedStories: [(title: String, url: String)]) {
        var all: [(kind: CommunityItem.Kind, title: String, topic: String, url: String?, text: String)] = []
        all += CommunityContent.linkPosts.map { (.story, $0.title, $0.topic, "https://\($0.site)\($0.path)", "") }
        all += CommunityContent.askPosts.map { (.story, $0.title, $0.topic, nil, CommunityTextFormatter.html($0.text)) }
        all += CommunityContent.showPosts.map {
            (.story, $0.title, $0.topic, "https://\($0.site)/", CommunityTextFormatter.html($0.text))
        }
        all += linkedStories.map { (.story, $0.title, "what it tells", $0.url, "") }
        all.shuffle(using: &rng)
        all.insert(
            (
                .poll, CommunityContent.poll.title, CommunityContent.poll.topic, nil,
                CommunityTextFormatter.html(CommunityContent.poll.text)
            ), at: 11)
        for (index, job) in CommunityContent.jobPosts.enumerated() {
            all.insert(
                (.job, job.title, "", job.site.map { "https://\($0)/jobs" }, CommunityTextFormatter.html(job.text)),
                at: min(all.count, 6 + index * 13))
        }
        var age = 0.25
        for story in all {
            addStory(story.kind, story.title, story.topic, story.url, story.text, hours: age, startAt)
            age += rng.double(0.2...1.6)
        }
        addStory(
            .story, CommunityContent.longThreadStory.title, CommunityContent.longThreadStory.topic, nil,
            CommunityTextFormatter.html("Mine was to ask *why* before how. What was yours?"), hours: 31, startAt)
        drafts[drafts.count - 1].item.score = 911
    }

    private mutating func addStory(
        _ kind: CommunityItem.Kind, _ title: String, _ topic: String, _ url: String?, _ text: String, hours: Double,
        _ startAt: Date
    ) {
        var item = CommunityItem(kind: kind, by: randomUserName(), at: startAt.addingTimeInterval(-hours * 3_600))
        item.title = title
        item.url = url
        item.storedHTML = text
        let liking = rng.double(0...1)
        item.score = kind == .job ? 1 : 2 + Int(liking * liking * liking * 480 * min(1, hours / 5 + 0.1))
        item.pointsPerHour = hours < 12 && kind != .job ? liking * 24 : 0
        drafts.append(Draft(item: item, topic: topic))
        guard kind == .poll else { return }
        let story = drafts.count - 1
        for option in CommunityContent.poll.options {
            var part = CommunityItem(kind: .pollopt, by: item.by, at: item.at.addingTimeInterval(1))
            part.storedHTML = CommunityTextFormatter.escaped(option)
            part.score = rng.int(9...240)
            drafts.append(Draft(item: part, story: story))
        }
    }

    // MARK: Threads

    private mutating func makeThread(under story: Int, _ startAt: Date) {
        let item = drafts[story].item
        guard item.kind != .job else { return }
        let isLong = item.title == CommunityContent.longThreadStory.title
        let age = startAt.timeIntervalSince(item.at)
        let liked = Double(item.score) * rng.double(0.1...0.7)
        let count = isLong ? Self.longThreadCount : min(160, rng.chance(0.08) ? 0 : Int(liked) + rng.int(0...4))
        guard count > 0 else { return }
        // Young threads keep growing.
        let until = isLong || age > 36_000 ? max(600, min(age - 600, 90_000)) : age + 3_600
        let times = (0..<count).map { _ in 120 + pow(rng.double(0...1), 1.4) * (until - 120) }.sorted()
        let seed = SeededRandom.seed(of: item.title)
        let topic = drafts[story].topic
        var places: [(index: Int, depth: Int)] = []
        for number in 0..<count {
            let below = pickParent(number, places, isLong: isLong)
            var comment = CommunityItem(
                kind: .comment, by: randomUserName(), at: item.at.addingTimeInterval(times[number]))
            if below != nil, rng.chance(0.12) { comment.by = item.by }
            comment.commentSeed = .init(seed: seed &+ UInt64(number), topic: topic, isReply: below != nil)
            if rng.chance(0.03) { comment.fadeLevel = rng.int(1...9) }
            drafts.append(
                Draft(item: comment, parent: below?.index ?? story, story: story, rank: rng.double(0...1)))
            places.append((drafts.count - 1, (below?.depth ?? -1) + 1))
        }
        hideComments(of: places.map(\.index), count: isLong ? 17 : count / 60)
    }

    /// Returns the parent of a new comment; nil for the story. The long thread has a very deep branch.
    private mutating func pickParent(
        _ number: Int, _ places: [(index: Int, depth: Int)], isLong: Bool
    ) -> (index: Int, depth: Int)? {
        if isLong, (400..<424).contains(number) { return places[number - 1] }
        guard number > 1, !rng.chance(0.27) else { return nil }
        for _ in 0..<4 {
            let near = rng.chance(0.6) ? max(0, number - 30) : 0
            let found = places[rng.int(near...number - 1)]
            if found.depth < 8 { return found }
        }
        return nil
    }

    /// Marks some comments with replies as deleted, some others as dead or flagged.
    private mutating func hideComments(of places: [Int], count: Int) {
        let answered = Set(places.compactMap { drafts[$0].parent })
        var parents = places.filter { answered.contains($0) }.shuffled(using: &rng)
        var leaves = places.filter { !answered.contains($0) }.shuffled(using: &rng)
        for number in 0..<count {
            switch number % 3 {
            case 0: if let index = parents.popLast() { drafts[index].item.visibility = .deleted }
            case 1: if let index = leaves.popLast() { drafts[index].item.visibility = .dead }
            default: if let index = leaves.popLast() { drafts[index].item.visibility = .flagged }
            }
        }
    }

    // MARK: Ids

    /// Assigns IDs that ascend with time.
    private mutating func assignIDs() {
        let dates = drafts.map(\.item.at)
        let order = drafts.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }
        var ids = [Int](repeating: 0, count: drafts.count)
        var next = Self.firstID
        for index in order {
            next += rng.int(1...5)
            ids[index] = next
        }
        for (index, draft) in drafts.enumerated() {
            var item = draft.item
            item.id = ids[index]
            item.parent = draft.parent.map { ids[$0] } ?? 0
            item.story = draft.story.map { ids[$0] } ?? item.id
            items[item.id] = item
            if item.title == CommunityContent.longThreadStory.title { longThreadID = item.id }
        }
        let ranks = drafts.map(\.rank)
        let ranked = drafts.indices.filter { drafts[$0].parent != nil }.sorted { ranks[$0] > ranks[$1] }
        for index in ranked {
            if let parent = drafts[index].parent { items[ids[parent]]?.kids.append(ids[index]) }
        }
        for (index, draft) in drafts.enumerated() where draft.item.kind == .pollopt {
            if let story = draft.story { items[ids[story]]?.parts.append(ids[index]) }
        }
        stories = items.values.filter(\.isStory).sorted { $0.id > $1.id }.map(\.id)
    }

    // MARK: Members' contributions

    /// Adds a story or comment in front of its siblings.
    /// - Returns: The ID of the new item.
    mutating func add(_ item: CommunityItem) -> Int {
        var item = item
        item.id = (items.keys.max() ?? Self.firstID) + 1
        if item.isStory {
            item.story = item.id
            stories.insert(item.id, at: 0)
        } else {
            items[item.parent]?.kids.insert(item.id, at: 0)
        }
        items[item.id] = item
        return item.id
    }

    /// Changes an item; the ID, the parent and the replies stay.
    mutating func update(_ id: Int, _ change: (inout CommunityItem) -> Void) {
        if var item = items[id] {
            change(&item)
            items[id] = item
        }
    }

    mutating func setUser(_ user: CommunityUser) { users[user.name] = user }
}

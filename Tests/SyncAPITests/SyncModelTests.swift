import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// Random marks of two Google Reader programs, a Fever program and the app against a model.
@Suite struct SyncModelTests {
    @Test(arguments: 1...8) func `what three programs and the app mark is one state`(seed: UInt64) async throws {
        let app = try await SyncTestApp()
        try await app.withSignedIn { first async throws in
            try await app.withSignedIn { second async throws in
                try await app.withFever { fever async throws in
                    let house = SyncHouse(app: app, first: first, second: second, fever: fever)
                    var run = try await Run(house, seed)
                    for step in 1...50 {
                        try await run.step()
                        let difference = try await run.difference()
                        #expect(difference == nil, "seed \(seed), step \(step), \(run.lastStep)")
                        if difference != nil { return }
                    }
                }
            }
        }
    }

    fileprivate struct Run {
        let house: SyncHouse
        var random: SeededGenerator
        var model = SyncModel()
        var scopes: [SyncScope] = []
        var feeds: [(id: ChannelID, name: String, count: Int)] = []
        var lastStep = ""

        init(_ house: SyncHouse, _ seed: UInt64) async throws {
            (self.house, random) = (house, SeededGenerator(state: seed))
            for (name, folder) in [("a", "Birds"), ("b", "Birds"), ("c", nil)] {
                let id = try await house.app.follow("https://\(name).test/feed", folder: folder)
                feeds.append((id, name, 0))
                try await deliver(to: feeds.count - 1)
            }
            scopes = feeds.map {
                SyncScope(
                    stream: "feed/\($0.id.rawValue)", feverFields: "mark=feed&id=\($0.id.rawValue)", feeds: [$0.id])
            }
            let groups = try #require(try await house.fever.call("groups")["groups"] as? [[String: Any]])
            let group = try #require(groups.first?["id"] as? Int)
            scopes.append(
                SyncScope(
                    stream: "user/-/label/Birds", feverFields: "mark=group&id=\(group)",
                    feeds: Set(feeds[..<2].map(\.id))))
            scopes.append(
                SyncScope(stream: Stream.readingList, feverFields: "mark=group&id=0", feeds: Set(feeds.map(\.id))))
        }

        /// Delivers one to eight more stories to a feed.
        mutating func deliver(to index: Int) async throws {
            house.app.clock.advance(Double(Int.random(in: 1...90, using: &random)))
            feeds[index].count += Int.random(in: 1...8, using: &random)
            let (feed, app) = (feeds[index], house.app)
            try await app.deliver(
                app.stories(1...feed.count, feed.name), at: "https://\(feed.name).test/feed", in: feed.id)
            for id in try await house.first.ids("s=feed/\(feed.id.rawValue)&n=1000").compactMap({ Int64($0) }) {
                model.add(id, in: feed.id, at: app.clock.now)
            }
            app.clock.advance(1)
        }

        mutating func some(_ count: ClosedRange<Int>) -> Set<Int64> {
            Set(model.all.sorted().shuffled(using: &random).prefix(Int.random(in: count, using: &random)))
        }
        mutating func actor() -> SyncActor { SyncActor.allCases.randomElement(using: &random) ?? .app }
        mutating func kind() -> MarkKind { Bool.random(using: &random) ? .read : .saved }

        mutating func step() async throws {
            house.app.clock.advance(Double(Int.random(in: 0...3, using: &random)))
            switch Int.random(in: 0...9, using: &random) {
            case 0...3: try await mark()
            case 4, 5: try await markAllRead()
            case 6: try await deliver(to: Int.random(in: 0..<feeds.count, using: &random))
            case 7: try await markAtOnce()
            case 8: try await contest()
            default: try await undo()
            }
        }

        private mutating func mark() async throws {
            let (ids, kind, value, actor) = (some(1...6), kind(), Bool.random(using: &random), actor())
            lastStep = "\(actor) sets \(kind) of \(ids.sorted()) to \(value)"
            try await house.mark(ids, kind, value, by: actor, form: Int.random(in: 0...3, using: &random))
            model.set(kind, value, ids)
        }

        private mutating func markAllRead() async throws {
            let (scope, actor) = (try #require(scopes.randomElement(using: &random)), actor())
            let arrivals = Set(model.stories.values.map(\.arrivedAt)).sorted()
            let moment = Bool.random(using: &random) ? arrivals.randomElement(using: &random) : nil
            lastStep = "\(actor) marks \(scope.stream) read, until \(String(describing: moment))"
            try await house.markAllRead(scope, until: moment, model, by: actor)
            model.set(.read, true, model.ids(in: scope.feeds, until: moment ?? .distantFuture))
        }

        /// Lets all mark stories of their own at the same time: nothing is lost.
        private mutating func markAtOnce() async throws {
            var left = some(8...16).sorted()
            let changes = SyncActor.allCases.map { actor in
                defer { left = Array(left.dropFirst(4)) }
                return (actor: actor, ids: Set(left.prefix(4)), kind: kind(), value: Bool.random(using: &random))
            }
            lastStep = "at once: \(changes)"
            try await withThrowingTaskGroup(of: Void.self) { [house] group in
                for change in changes where !change.ids.isEmpty {
                    group.addTask {
                        try await house.mark(change.ids, change.kind, change.value, by: change.actor, form: 0)
                    }
                }
                try await group.waitForAll()
            }
            for change in changes { model.set(change.kind, change.value, change.ids) }
        }

        /// Lets two mark the same stories against each other at the same time: all of them have the one's or the
        /// other's mark.
        private mutating func contest() async throws {
            let (house, ids, kind, one, other) = (house, some(1...4), kind(), actor(), actor())
            lastStep = "\(one) and \(other) contest \(kind) of \(ids.sorted())"
            async let set: Void = house.mark(ids, kind, true, by: one, form: 1)
            async let clear: Void = house.mark(ids, kind, false, by: other, form: 2)
            _ = try await (set, clear)
            let state = try #require(SyncHouse.states[kind])
            let marked = Set(try await house.second.ids("s=\(state)&n=1000").compactMap { Int64($0) })
            let won = ids.intersection(marked)
            #expect(won.isEmpty || won == ids, "\(lastStep)")
            model.set(kind, won == ids, ids)
        }

        /// Undoes a change in the app, of which a program has changed a part meanwhile: that part stays.
        private mutating func undo() async throws {
            let (ids, kind, value) = (some(3...8), kind(), Bool.random(using: &random))
            let before = model.marked(kind).intersection(ids)
            let changed = value ? ids.subtracting(before) : before
            lastStep = "the app sets \(kind) of \(ids.sorted()) to \(value), and undoes it"
            let token = try await house.app.library.marks.mark(
                ids.map { StoryID(rawValue: $0) }, as: kind, value, for: house.app.me)
            model.set(kind, value, ids)
            let part = Set(changed.sorted().prefix(2))
            if !part.isEmpty {
                try await house.mark(part, kind, !value, by: .firstReader, form: 0)
                try await house.mark(part, kind, value, by: .fever, form: 0)
            }
            guard !changed.isEmpty else { return }
            _ = try await house.app.library.marks.undo(token.id, for: house.app.me)
            model.set(kind, !value, changed.subtracting(part))
        }
    }
}

extension SyncModelTests.Run {
    /// Returns what differs from the model in any view; nil if all agree.
    fileprivate mutating func difference() async throws -> String? {
        if let found = try await differenceInStreams() { return found }
        if let found = try await differenceInContents() { return found }
        if let found = try await differenceInCounts() { return found }
        if let found = try await differenceInFever() { return found }
        let app = house.app
        let rows = try await app.library.stories.list(.everything, for: app.me, depth: 1000).rows
        guard Set(rows.map(\.id.rawValue)) == model.all else { return "the app's list" }
        guard Set(rows.filter(\.isRead).map(\.id.rawValue)) == model.read else { return "what is read in the app" }
        return Set(rows.filter(\.isSaved).map(\.id.rawValue)) == model.saved ? nil : "what is saved in the app"
    }

    private mutating func differenceInStreams() async throws -> String? {
        let program = Bool.random(using: &random) ? house.first : house.second
        let birds = model.ids(in: scopes[3].feeds)
        let views: [(String, Set<Int64>)] = [
            ("s=\(Stream.readingList)", model.all), ("xt=\(Stream.read)", model.unread),
            ("s=\(Stream.read)", model.read),
            ("s=\(Stream.starred)", model.saved),
            ("s=\(Stream.starred)&xt=\(Stream.read)", model.saved.intersection(model.unread)),
            ("s=user/-/label/Birds&xt=\(Stream.read)", birds.intersection(model.unread)),
            ("s=user/-/label/Birds&it=\(Stream.starred)&r=o", birds.intersection(model.saved)),
        ]
        for (query, wanted) in views {
            var (found, page) = (Set<Int64>(), "")
            // Some are read page by page.
            let count = Bool.random(using: &random) ? 1000 : 7
            repeat {
                let answer = try await program.call("stream/items/ids?output=json&n=\(count)&\(query)\(page)")
                found.formUnion(try answer.list("itemRefs").compactMap { ($0["id"] as? String).flatMap { Int64($0) } })
                page = (try answer.json()["continuation"] as? String).map { "&c=\($0)" } ?? ""
            } while !page.isEmpty
            if found != wanted { return "\(query): \(found.symmetricDifference(wanted).sorted())" }
        }
        return nil
    }

    private mutating func differenceInContents() async throws -> String? {
        let form = Int.random(in: 0...3, using: &random)
        let body = model.all.map { "i=\(SyncHouse.form($0, form))" }.joined(separator: "&")
        let items = try await house.second.change("stream/items/contents", body).list("items")
        guard items.count == model.all.count else { return "\(items.count) contents" }
        for item in items {
            let text = (item["id"] as? String)?.split(separator: "/").last.map(String.init) ?? ""
            let (id, categories) = (Int64(text, radix: 16) ?? 0, item["categories"] as? [String] ?? [])
            guard categories.contains(Stream.read) == model.read.contains(id),
                categories.contains(Stream.starred) == model.saved.contains(id)
            else { return "the categories of \(id): \(categories)" }
        }
        return nil
    }

    private func differenceInCounts() async throws -> String? {
        let counts = try await house.first.call("unread-count").list("unreadcounts")
        for scope in scopes {
            let count = counts.first { $0["id"] as? String == scope.stream }?["count"] as? Int
            let wanted = model.ids(in: scope.feeds).intersection(model.unread).count
            if count != wanted { return "the count of \(scope.stream): \(count ?? -1), not \(wanted)" }
        }
        return nil
    }

    private func differenceInFever() async throws -> String? {
        guard Set(try await house.fever.ids("unread_item_ids")) == model.unread else { return "Fever's unread" }
        guard Set(try await house.fever.ids("saved_item_ids")) == model.saved else { return "Fever's saved" }
        let some = model.all.sorted().suffix(50).map(String.init).joined(separator: ",")
        let items = try await house.fever.call("items&with_ids=\(some)")["items"] as? [[String: Any]] ?? []
        let wrong = items.first { item in
            let id = item["id"] as? Int64 ?? 0
            return (item["is_read"] as? Int == 1) != model.read.contains(id)
                || (item["is_saved"] as? Int == 1) != model.saved.contains(id)
        }
        return wrong.map { "Fever's \($0)" }
    }
}

import Feeds
import Foundation
import TestSupport
import Testing

@testable import Origins

@Suite struct EntryKeyAssignmentTests {
    private func entry(_ id: String?, link: String? = nil, title: String? = nil, day: Int? = nil) -> FeedEntry {
        var entry = FeedEntry()
        entry.id = id
        entry.link = link
        entry.title = title
        entry.published = day.map { Date(timeIntervalSince1970: Double($0) * 86_400) }
        entry.content = "Text of \(title ?? "none")"
        return entry
    }

    private func identity(_ entries: [FeedEntry], known: Set<String> = []) -> [String] {
        EntryKeyAssignment(entries, sharedIDs: known).keyedEntries.map(\.key)
    }

    @Test func `an own id is the key`() {
        #expect(identity([entry(" a "), entry("b")]) == ["a", "b"])
    }

    @Test(.mission("BREAK-20")) func `a missing id gives way to the link, without what only counts readers`() {
        let entries = [entry(nil, link: "https://x.example/1?utm_source=rss"), entry("", link: "https://x.example/2")]
        #expect(identity(entries) == ["https://x.example/1", "https://x.example/2"])
    }

    @Test func `an id on different stories gives way to their links`() {
        let entries = [
            entry("same", link: "https://x.example/1", title: "One"),
            entry("same", link: "https://x.example/2", title: "Two"), entry("own", link: "https://x.example/3"),
        ]
        let kept = EntryKeyAssignment(entries, idsAreUnfit: false).keyedEntries
        #expect(kept.map(\.key) == ["https://x.example/1", "https://x.example/2", "own"])
    }

    @Test func `an id once shared identifies nothing later either`() {
        let one = entry("same", link: "https://x.example/1", title: "One")
        let two = entry("same", link: "https://x.example/2", title: "Two")
        let first = EntryKeyAssignment([one, two])
        #expect(first.sharedIDs == ["same"])
        let second = EntryKeyAssignment([two], sharedIDs: first.sharedIDs)
        #expect(second.keyedEntries.map(\.key) == ["https://x.example/2"])
        #expect(second.sharedIDs == ["same"])
    }

    @Test func `without id and with one link for all, title and date tell stories apart`() {
        let home = "https://x.example/"
        let first = identity([
            entry(nil, link: home, title: "One", day: 1), entry(nil, link: home, title: "Two", day: 2),
        ])
        #expect(Set(first).count == 2)
        #expect(first.allSatisfy { $0.hasPrefix("print:") })
        var edited = entry(nil, link: home, title: "One", day: 1)
        edited.content = "Edited"
        let second = identity([entry(nil, link: home, title: "Three", day: 3), edited])
        #expect(second.last == first.first)
    }

    @Test func `same title and date on one link fall back on the text`() {
        var one = entry(nil, link: "https://x.example/", title: "Note", day: 1)
        one.content = "First"
        var two = one
        two.content = "Second"
        #expect(Set(identity([one, two])).count == 2)
        #expect(identity([one, one]).count == 1)
    }

    @Test func `an entry given twice is kept once, in its newest revision`() {
        var old = entry("a", link: "https://x.example/1", title: "One", day: 1)
        old.updated = Date(timeIntervalSince1970: 86_400)
        var new = old
        new.updated = Date(timeIntervalSince1970: 186_400)
        new.content = "Better"
        let kept = EntryKeyAssignment([old, entry("b"), new]).keyedEntries
        #expect(kept.map(\.key) == ["a", "b"])
        #expect(kept.first?.entry.content == "Better")
    }

    /// Returns `count` entries, of which the first `shared` have one ID.
    private func feed(_ count: Int, shared: Int) -> [FeedEntry] {
        (0..<count).map { number in
            entry(number < shared ? "same" : "id\(number)", link: "https://x.example/\(number)", title: "T\(number)")
        }
    }

    @Test func `with more than one shared id in twenty the links go before all ids`() {
        let few = EntryKeyAssignment(feed(40, shared: 2))
        #expect(!few.idsAreUnfit)
        #expect(few.keyedEntries.last?.key == "id39" && few.keyedEntries.first?.key == "https://x.example/0")
        let many = EntryKeyAssignment(feed(30, shared: 2))
        #expect(many.idsAreUnfit)
        #expect(many.keyedEntries.allSatisfy { $0.key.hasPrefix("https://x.example/") })
    }

    @Test func `missing ids say nothing about the others`() {
        let entries =
            feed(10, shared: 0) + (0..<5).map { entry(nil, link: "https://x.example/n\($0)", title: "N\($0)") }
        #expect(!EntryKeyAssignment(entries).idsAreUnfit)
        #expect(EntryKeyAssignment(entries).keyedEntries.first?.key == "id0")
    }

    @Test func `what was decided at the first document stays, so that no story comes twice`() {
        let later = EntryKeyAssignment(feed(10, shared: 2), idsAreUnfit: false)
        #expect(!later.idsAreUnfit && later.keyedEntries.last?.key == "id9")
        let clean = EntryKeyAssignment(feed(10, shared: 0), idsAreUnfit: true)
        #expect(clean.keyedEntries.last?.key == "https://x.example/9")
    }

    @Test func `unfit ids still serve where links fail`() {
        let entries = (0..<10).map { entry($0 < 2 ? "same" : "id\($0)", title: "T\($0)", day: $0) }
        let keys = EntryKeyAssignment(entries)
        #expect(
            keys.idsAreUnfit && keys.keyedEntries.last?.key == "id9" && Set(keys.keyedEntries.map(\.key)).count == 10)
    }

    @Test func `keys are bounded`() {
        let long = String(repeating: "x", count: 10_000)
        #expect(identity([entry(long)]).allSatisfy { $0.utf8.count < 100 })
        #expect(identity([entry(long + "a")]) != identity([entry(long + "b")]))
    }
}

import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// A test of random actions and undos against a model without channels and `read_through`: a story is read or not, and
/// has the action that made it so. Undo restores what its action changed and nothing has changed since.
@Suite struct `Undoing exactly` {
    private struct Model {
        var isRead: [StoryID: Bool] = [:]
        var madeBy: [StoryID: Int64] = [:]
        var deeds: [Int64: [StoryID: (was: Bool, madeBy: Int64?)]] = [:]

        mutating func set(_ stories: [StoryID], _ value: Bool, deed: Int64) {
            for story in stories where isRead[story] != value {
                deeds[deed, default: [:]][story] = (isRead[story] ?? false, madeBy[story])
                isRead[story] = value
                madeBy[story] = deed
            }
        }

        mutating func undo(_ deed: Int64) {
            for (story, before) in deeds[deed] ?? [:] where madeBy[story] == deed {
                isRead[story] = before.was
                madeBy[story] = before.madeBy
            }
            deeds[deed] = nil
        }
    }

    @Test(arguments: 1...24)
    func `Random deeds agree with a simple model`(seed: Int) async throws {
        let fixture = try LibraryFixture()
        var random = SeededRandom(seed: UInt64(seed))
        var model = Model()
        var channels: [(id: ChannelID, address: String, stories: [FetchedStory])] = []
        var number = 0
        for channel in 0..<3 {
            let address = "https://h\(channel).test/feed"
            channels.append((try await fixture.follow(address, folder: channel == 0 ? "F" : nil), address, []))
        }
        var open: Int64 = -1
        for _ in 0..<40 {
            fixture.clock.advance(1)
            let all = model.isRead.keys.sorted()
            switch Int.random(in: 0..<9, using: &random) {
            case 0, 1:
                let index = Int.random(in: 0..<3, using: &random)
                let fresh = try (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    number += 1
                    return try fixture.story("\(number)", minutesAgo: Double.random(in: 0...99, using: &random))
                }
                channels[index].stories += fresh
                let before = try await fixture.library.stories.newestStory(for: fixture.me)
                try await fixture.deliver(channels[index].stories, in: channels[index].id, at: channels[index].address)
                for row in try await fixture.library.stories.list(.everything, for: fixture.me, depth: 2000).rows
                where before.map({ row.id > $0 }) ?? true { model.isRead[row.id] = false }
            case 2, 3:
                let chosen = (0..<3).compactMap { _ in all.randomElement(using: &random) }
                let value = Bool.random(using: &random)
                let ticket = try await fixture.library.marks.mark(chosen, as: .read, value, for: fixture.me)
                model.set(chosen, value, deed: ticket.id)
            case 4:
                guard let story = all.randomElement(using: &random) else { continue }
                try await fixture.library.marks.markOpened(story, for: fixture.me)
                // Opening cannot be undone, and replaces the action that marked the story.
                model.isRead[story] = true
                model.madeBy[story] = open
                open -= 1
            case 5, 6:
                guard let through = all.randomElement(using: &random) else { continue }
                let list: StoryList =
                    [.everything, .channel(channels[1].id), .section(.other)].randomElement(using: &random)
                    ?? .everything
                let inList = Set(
                    try await fixture.library.stories.list(list, for: fixture.me, depth: 2000).rows.map(\.id))
                let ticket = try await fixture.library.marks.markAllRead(list, through: through, for: fixture.me)
                let covered = all.filter { $0 <= through && inList.contains($0) }
                #expect(ticket.count == covered.count { model.isRead[$0] == false })
                model.set(covered, true, deed: ticket.id)
            case 7:
                guard let story = all.randomElement(using: &random) else { continue }
                let rows = try await fixture.library.stories.list(.everything, for: fixture.me, depth: 2000).rows.map(
                    \.id)
                let above = rows.prefix { $0 != story }
                let ticket = try await fixture.library.marks.markRead(above: story, in: .everything, for: fixture.me)
                model.set(Array(above), true, deed: ticket.id)
            default:
                guard let ticket = model.deeds.keys.sorted().randomElement(using: &random) else { continue }
                _ = try await fixture.library.marks.undo(ticket, for: fixture.me)
                model.undo(ticket)
            }
            let unread = try await fixture.library.stories.list(.unread, for: fixture.me, depth: 2000)
            let expected = Set(model.isRead.filter { !$0.value }.keys)
            #expect(Set(unread.rows.map(\.id)) == expected)
            #expect(unread.unread.value == expected.count)
            let bySubscription = try await fixture.library.subscriptions.folders(for: fixture.me).flatMap(
                \.subscriptions)
            #expect(bySubscription.map(\.unread.value).reduce(0, +) == expected.count)
        }
    }
}

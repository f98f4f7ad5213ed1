import Foundation
import News
import TestSupport

@testable import Library

/// The state that marks should have come to, where the newest wins.
struct SyncModel {
    struct Story {
        let feed: ChannelID
        let arrivedAt: Date
    }

    private(set) var stories: [Int64: Story] = [:]
    private(set) var read: Set<Int64> = []
    private(set) var saved: Set<Int64> = []

    var all: Set<Int64> { Set(stories.keys) }
    var unread: Set<Int64> { all.subtracting(read) }

    mutating func add(_ id: Int64, in feed: ChannelID, at moment: Date) {
        if stories[id] == nil { stories[id] = Story(feed: feed, arrivedAt: moment) }
    }

    mutating func set(_ kind: MarkKind, _ value: Bool, _ ids: Set<Int64>) {
        switch (kind, value) {
        case (.saved, true): saved.formUnion(ids)
        case (.saved, false): saved.subtract(ids)
        case (_, true): read.formUnion(ids)
        case (_, false): read.subtract(ids)
        }
    }

    func marked(_ kind: MarkKind) -> Set<Int64> { kind == .saved ? saved : read }

    /// Returns the stories of feeds that had arrived by a moment.
    func ids(in feeds: Set<ChannelID>, until moment: Date = .distantFuture) -> Set<Int64> {
        Set(stories.filter { feeds.contains($0.value.feed) && $0.value.arrivedAt <= moment }.keys)
    }
}

/// One who marks stories.
enum SyncActor: CaseIterable {
    case firstReader, secondReader, fever, app
}

/// The programs that mark stories of one reader, and the app.
struct SyncHouse: Sendable {
    let app: SyncTestApp
    let first, second: Program
    let fever: Fever

    static let states: [MarkKind: String] = [.read: Stream.read, .saved: Stream.starred]

    func mark(_ ids: Set<Int64>, _ kind: MarkKind, _ value: Bool, by actor: SyncActor, form: Int) async throws {
        let ids = ids.sorted()
        switch actor {
        case .firstReader, .secondReader:
            let items = ids.map { "i=\(Self.form($0, form))" }.joined(separator: "&")
            let program = actor == .firstReader ? first : second
            let answer = try await program.change(
                "edit-tag", "\(items)&\(value ? "a" : "r")=\(Self.states[kind] ?? "")&ac=edit")
            guard answer.text == "OK" else { throw MissingValue(what: answer.text) }
        case .fever:
            let name = (value ? "" : "un") + kind.rawValue
            _ = try await fever.call("", "mark=item&as=\(name)&id=\(ids.map(String.init).joined(separator: ","))")
        case .app:
            _ = try await app.library.marks.mark(ids.map { StoryID(rawValue: $0) }, as: kind, value, for: app.me)
        }
    }

    /// Marks a feed, a label or everything read, up to a moment.
    func markAllRead(_ scope: SyncScope, until moment: Date?, _ model: SyncModel, by actor: SyncActor) async throws {
        let seconds = moment.map { Int($0.timeIntervalSince1970) }
        switch actor {
        case .firstReader, .secondReader:
            let program = actor == .firstReader ? first : second
            let time = seconds.map { "&ts=\($0 * 1_000_000)" } ?? ""
            _ = try await program.change("mark-all-as-read", "s=\(scope.stream)\(time)")
        case .fever:
            _ = try await fever.call("", "\(scope.feverFields)&as=read" + (seconds.map { "&before=\($0)" } ?? ""))
        case .app:
            let ids = model.ids(in: scope.feeds, until: moment ?? .distantFuture)
            guard let last = ids.max() else { return }
            for feed in scope.feeds {
                _ = try await app.library.marks.markAllRead(
                    .channel(feed), through: StoryID(rawValue: last), for: app.me)
            }
        }
    }

    /// Returns an id in one of the forms that programs send.
    static func form(_ id: Int64, _ number: Int) -> String {
        let digits = String(id, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        return switch number % 4 {
        case 0: String(id)
        case 1: padded
        case 2: "tag:google.com,2005:reader/item/" + padded
        default: "tag:google.com,2005:reader/item/" + digits
        }
    }
}

/// The stories of a feed, of a label, or all.
struct SyncScope {
    /// The name of the stream in the Google Reader interface.
    let stream: String
    /// The same for Fever.
    let feverFields: String
    let feeds: Set<ChannelID>
}

import Foundation
import Hummingbird
import Library
import News
import Untrusted

/// Fever's interface (feedafever.com/api), in which the parameters of one address say what to read and to change.
struct FeverHandler {
    let call: SyncCall

    var library: NewsLibrary { call.library }
    var parameters: SyncParameters { call.parameters }

    /// The version of Fever's interface that this one is.
    private static let version: Int64 = 3
    private static let minute: TimeInterval = 60

    func response() async throws -> Response {
        guard let reader = try await authenticate() else {
            return SyncResponse.object { writer in
                writer.number("api_version", Self.version)
                writer.number("auth", 0)
            }
        }
        let list = try await call.interface.feedList(for: reader)
        let change = try await change(list, for: reader)
        let content = try await FeverContent.load(
            parameters, including: change, list, call.interface, for: reader)
        let refreshedAt = list.feeds.compactMap(\.lastFetchedAt).max()
        return SyncResponse.object { writer in
            writer.number("api_version", Self.version)
            writer.number("auth", 1)
            writer.number("last_refreshed_on_time", Int64(refreshedAt?.wholeSeconds ?? 0))
            content.write(to: &writer)
        }
    }

    /// Returns the reader whose key was sent; nil for a wrong one, to which Fever responds with status 200.
    private func authenticate() async throws -> ReaderID? {
        guard let key = parameters.text("api_key")?.trimmingCharacters(in: .whitespaces), key.utf8.count == 32 else {
            return nil
        }
        do {
            let identity = try await library.appPasswords.identity(feverKey: key, from: call.client.login)
            call.client.onAuthorized()
            return identity.reader
        } catch {
            if case .library(let error) = error { throw error }
            call.client.onRejected(error)
            return nil
        }
    }

    // MARK: Changes

    /// Carries out a change.
    /// - Returns: the lists to respond with, so that the program sees what came of it.
    private func change(_ list: SyncFeedList, for reader: ReaderID) async throws -> Set<FeverContent.Part> {
        if parameters["unread_recently_read"] == "1" {
            let moment = call.interface.now().addingTimeInterval(-15 * Self.minute)
            try await library.sync.markUnread(readSince: moment, for: reader)
            return [.unreadIDs]
        }
        guard let kind = parameters["mark"], let value = parameters["as"], call.request.method == .post else {
            return []
        }
        switch kind {
        case "item": return try await changeStories(value, for: reader)
        case "feed" where value == "read":
            let feed = parameters.number("id").map { ChannelID(rawValue: $0) }
            try await markAllRead(Set(list.feeds.map(\.id)).intersection(feed.map { [$0] } ?? []), for: reader)
            return [.unreadIDs]
        case "group" where value == "read":
            try await markAllRead(feeds(ofGroup: list), for: reader)
            return [.unreadIDs]
        default: return []
        }
    }

    private func changeStories(_ value: String, for reader: ReaderID) async throws -> Set<FeverContent.Part> {
        let changes: [String: (MarkKind, Bool)] = [
            "read": (.read, true), "unread": (.read, false), "saved": (.saved, true), "unsaved": (.saved, false),
        ]
        guard let (mark, isSet) = changes[value] else { return [] }
        let stories = FeverContent.ids(parameters["id"] ?? "").map { StoryID(rawValue: $0) }
        try await call.interface.mark(stories, as: mark, isSet, for: reader)
        return mark == .saved ? [.savedIDs] : [.unreadIDs]
    }

    /// Returns the feeds of a group: 0 is all of them, and -1 Fever's sparks, which are none here.
    private func feeds(ofGroup list: SyncFeedList) -> Set<ChannelID> {
        guard let id = parameters.number("id") else { return [] }
        if id == 0 { return Set(list.feeds.map(\.id)) }
        return list.groups.first { $0.id.rawValue == id }?.feeds ?? []
    }

    /// Marks the stories of feeds read that had arrived `before` the last request, in seconds UTC.
    private func markAllRead(_ feeds: Set<ChannelID>, for reader: ReaderID) async throws {
        let before = parameters.number("before").flatMap { $0 > 0 ? GoogleReaderHandler.date($0) : nil }
        try await library.sync.markAllRead(
            feeds.subtracting([SyncFeed.savedID]), arrivedUntil: before?.addingTimeInterval(0.999), for: reader)
    }
}

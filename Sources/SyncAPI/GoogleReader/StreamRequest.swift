import Foundation
import Library
import News

/// The stories that a call asks for, by its stream and parameters: `s`, `xt` and `it` (streams to leave out, and to keep
/// to), `ot` and `nt` (earliest and latest arrival), `r` (order), `n` (number) and `c` (continuation).
struct StreamRequest {
    let stream: StreamID
    /// The name of the stream as the program sent it.
    let name: String
    /// The stories; nil if there can be none.
    private(set) var filter: SyncStoryFilter?

    /// Reads the parameters.
    /// - Parameters:
    ///   - name: the name of the stream; empty for the reading list (NewsFlash).
    ///   - limit: the usual and the maximum number of stories.
    init(
        _ name: String, _ parameters: SyncParameters, list: SyncFeedList, limit: (usual: Int, max: Int)
    ) throws(SyncError) {
        let name = name.isEmpty ? StreamID.state("reading-list") : name
        guard let stream = StreamID(name) else {
            throw .badRequest("Name a stream as feed/…, user/-/label/… or user/-/state/com.google/….")
        }
        (self.stream, self.name) = (stream, name)
        let count = parameters.number("n").map { Int(clamping: $0) } ?? limit.usual
        var filter = SyncStoryFilter(
            list.feeds(of: stream), of: list, limit: min(count == 0 ? limit.usual : count, limit.max))
        var isPossible = stream != .other
        func apply(_ condition: Bool) { isPossible = isPossible && condition }
        apply(filter.keep(stream, in: list))
        for text in parameters.all("it") { if let it = StreamID(text) { apply(filter.keep(it, in: list)) } }
        for text in parameters.all("xt") { if let xt = StreamID(text) { apply(filter.leaveOut(xt, in: list)) } }
        filter.arrivedFrom = parameters.number("ot").flatMap { $0 > 0 ? GoogleReaderHandler.date($0) : nil }
        filter.arrivedUntil = parameters.number("nt").flatMap { $0 > 0 ? GoogleReaderHandler.date($0) : nil }
        filter.order = parameters["r"] == "o" ? .oldestFirst : .newestFirst
        filter.after = parameters.number("c").flatMap { $0 > 0 ? StoryID(rawValue: $0) : nil }
        self.filter = isPossible ? filter : nil
    }

    /// The feeds to prefer for stories that are in several.
    var preferredFeeds: Set<ChannelID> {
        switch stream {
        case .feed, .label: filter?.feeds ?? []
        default: []
        }
    }

    /// Returns the stories' IDs, and the continuation, which has digits alone: Read You appends it to an address as it
    /// is.
    func page(_ service: SyncService, for reader: ReaderID) async throws(LibraryError)
        -> (stories: [StoryID], continuation: String?)
    {
        guard let filter else { return ([], nil) }
        let page = try await service.storyIDs(filter, for: reader)
        return (page.stories, page.hasMore ? page.stories.last.map { String($0.rawValue) } : nil)
    }
}

extension SyncStoryFilter {
    /// Keeps to the stories of a stream; returns false if none can be left.
    fileprivate mutating func keep(_ stream: StreamID, in list: SyncFeedList) -> Bool {
        switch stream {
        case .read: return setRead(true)
        case .unread: return setRead(false)
        case .keptUnread:
            isKeptUnread = true
            return setRead(false)
        case .starred: return setSaved(true)
        case .readingList: return true
        case .label, .feed:
            feeds.formIntersection(list.feeds(of: stream))
            return !feeds.isEmpty
        case .other: return false
        }
    }

    /// Leaves out the stories of a stream; returns false if none can be left.
    fileprivate mutating func leaveOut(_ stream: StreamID, in list: SyncFeedList) -> Bool {
        switch stream {
        case .read: return setRead(false)
        case .unread, .keptUnread: return setRead(true)
        case .starred: return setSaved(false)
        case .readingList: return false
        case .label, .feed:
            feeds.subtract(list.feeds(of: stream))
            return !feeds.isEmpty
        case .other: return true
        }
    }

    private mutating func setRead(_ value: Bool) -> Bool {
        defer { isRead = value }
        return isRead == nil || isRead == value
    }

    private mutating func setSaved(_ value: Bool) -> Bool {
        defer { isSaved = value }
        return isSaved == nil || isSaved == value
    }
}

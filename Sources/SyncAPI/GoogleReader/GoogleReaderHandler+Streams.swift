import Foundation
import Hummingbird
import Library
import News
import Untrusted

extension GoogleReaderHandler {
    /// The number of stories that a call returns if it does not say, as of old.
    private static let usualCount = 20
    /// The maximum number of IDs, as in Miniflux, and of stories with their texts.
    private static let (maxIDs, maxStories) = (10_000, 1000)

    func storyIDs() async throws -> Response {
        let request = try StreamRequest(
            parameters["s"] ?? "", parameters, list: try await feedList(), limit: (Self.usualCount, Self.maxIDs))
        let (stories, continuation) = try await request.page(library.sync, for: reader)
        return SyncResponse.object(call.format) { writer in
            writer.list("itemRefs", stories) { writer, story in
                writer.object { $0.string("id", String(story.rawValue)) }
            }
            if let continuation { writer.string("continuation", continuation) }
        }
    }

    /// Responds with the number of stories of a stream as text; with `a=true` also with the arrival of the newest.
    func storyCount() async throws -> Response {
        let list = try await feedList()
        let request = try StreamRequest(parameters["s"] ?? "", parameters, list: list, limit: (.max, .max))
        let stories = try await request.page(library.sync, for: reader).stories
        guard parameters["a"] == "true" else { return SyncResponse.text(String(stories.count)) }
        let feeds = list.feeds(of: request.stream)
        let newest = list.feeds.filter { feeds.contains($0.id) }.compactMap(\.newestArrivedAt).max()
        let date = newest.map { $0.formatted(.iso8601) } ?? ""
        return SyncResponse.text("\(stories.count)#\(date)")
    }

    func streamContents(_ path: String) async throws -> Response {
        let name = path.isEmpty ? parameters["s"] ?? "" : path
        guard !["atom", "xml"].contains(parameters["output"]?.lowercased()) else { return try await atom(name) }
        let list = try await feedList()
        let request = try StreamRequest(name, parameters, list: list, limit: (Self.usualCount, Self.maxStories))
        let page = try await request.page(library.sync, for: reader)
        let stories = try await library.sync.stories(
            page.stories, in: list, preferring: request.preferredFeeds, for: reader)
        return contents(
            stories, list, of: request.name, title: list.title(of: request), continuation: page.continuation)
    }

    /// Responds with the stories whose ids `i` says.
    func stories() async throws -> Response {
        let ids = parameters.all("i")
        guard !ids.isEmpty else { throw SyncError.badRequest("Name stories as i=….") }
        guard ids.count <= Self.maxStories else {
            throw SyncError.badRequest("Ask for at most \(Self.maxStories) stories at once.")
        }
        let list = try await feedList()
        let stories = try await library.sync.stories(ids.compactMap(ItemID.story), in: list, for: reader)
        return contents(
            stories, list, of: StreamID.state("reading-list"), title: "Reading list", continuation: nil)
    }

    private func contents(
        _ stories: [SyncStory], _ list: SyncFeedList, of name: String, title: String, continuation: String?
    ) -> Response {
        let items = ItemWriter(feeds: list)
        return SyncResponse.object(call.format) { writer in
            writer.string("direction", "ltr")
            writer.string("id", name)
            writer.string("title", title)
            writer.number("updated", Int64(stories.map(\.arrivedAt).max()?.wholeSeconds ?? 0))
            writer.list("items", stories) { writer, story in items.write(story, &writer) }
            if let continuation { writer.string("continuation", continuation) }
        }
    }

    /// Responds with a stream as Atom (RFC 4287).
    func atom(_ path: String) async throws -> Response {
        let name = path.isEmpty ? parameters["s"] ?? "" : SyncParameters.decodedPath(path)
        let list = try await feedList()
        let request = try StreamRequest(name, parameters, list: list, limit: (Self.usualCount, Self.maxStories))
        let page = try await request.page(library.sync, for: reader)
        let stories = try await library.sync.stories(
            page.stories, in: list, preferring: request.preferredFeeds, for: reader)
        let bytes = StreamAtomWriter(feeds: list).document(
            stories, id: request.name, title: list.title(of: request), continuation: page.continuation)
        return SyncResponse.response(bytes, type: "application/atom+xml; charset=utf-8")
    }
}

extension SyncFeedList {
    /// Returns the title of a stream.
    fileprivate func title(of request: StreamRequest) -> String {
        switch request.stream {
        case .feed(let name): feed(named: name)?.title ?? ""
        case .label(let title): title
        case .starred: "Starred"
        case .read: "Read"
        case .unread, .keptUnread: "Unread"
        case .readingList: "Reading list"
        case .other: ""
        }
    }
}

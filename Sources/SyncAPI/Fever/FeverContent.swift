import Foundation
import Library
import Markup
import News
import Untrusted

/// The parts of a response of Fever's interface. A request may ask for several.
struct FeverContent {
    enum Part: String, CaseIterable {
        case groups, feeds, favicons, items, links
        case unreadIDs = "unread_item_ids"
        case savedIDs = "saved_item_ids"
    }

    private var parts: Set<Part>
    private let list: SyncFeedList
    private var icons: [(feed: ChannelID, data: String)] = []
    private var stories: [SyncStory] = []
    private var storyCount = 0
    private var ids: [Part: [StoryID]] = [:]

    /// The number of stories in a page, which programs expect.
    private static let pageSize = 50

    /// Loads what the parameters ask for.
    /// - Parameter extra: parts to add.
    static func load(
        _ parameters: SyncParameters, including extra: Set<Part>, _ list: SyncFeedList, _ interface: SyncInterface,
        for reader: ReaderID
    ) async throws -> FeverContent {
        let parts = Set(Part.allCases.filter { parameters.has($0.rawValue) }).union(extra)
        var content = FeverContent(parts: parts, list: list)
        let service = interface.library.sync
        if parts.contains(.favicons) { content.icons = await icons(list, interface) }
        if parts.contains(.items) {
            content.storyCount = try await service.storyCount(in: Set(list.feeds.map(\.id)))
            let ids = try await storyIDs(parameters, list, service, for: reader)
            content.stories = try await service.stories(ids, in: list, for: reader)
        }
        for part in [Part.unreadIDs, .savedIDs] where parts.contains(part) {
            var filter = SyncStoryFilter(of: list, limit: .max)
            filter.order = .oldestFirst
            if part == .unreadIDs { filter.isRead = false } else { filter.isSaved = true }
            content.ids[part] = try await service.storyIDs(filter, for: reader).stories
        }
        return content
    }

    private init(parts: Set<Part>, list: SyncFeedList) { (self.parts, self.list) = (parts, list) }

    /// Returns the IDs of `with_ids`, else those before `max_id`, else those after `since_id`.
    private static func storyIDs(
        _ parameters: SyncParameters, _ list: SyncFeedList, _ service: SyncService, for reader: ReaderID
    ) async throws -> [StoryID] {
        if let named = parameters.text("with_ids") {
            return ids(named).prefix(pageSize).map { StoryID(rawValue: $0) }
        }
        var filter = SyncStoryFilter(try feeds(parameters, list), of: list, limit: pageSize)
        if let last = parameters.number("max_id") {
            // 0 stands for no story, from which some programs begin.
            filter.after = last > 0 ? StoryID(rawValue: last) : nil
        } else {
            filter.order = .oldestFirst
            filter.after = StoryID(rawValue: parameters.number("since_id") ?? 0)
        }
        return try await service.storyIDs(filter, for: reader).stories
    }

    /// Returns the feeds of `feed_ids` and `group_ids`, which FreshRSS understands too; nil for all.
    private static func feeds(_ parameters: SyncParameters, _ list: SyncFeedList) throws -> Set<ChannelID>? {
        guard parameters.has("feed_ids") || parameters.has("group_ids") else { return nil }
        let groups = Set(ids(parameters["group_ids"] ?? ""))
        return list.groups.filter { groups.contains($0.id.rawValue) }
            .reduce(into: Set(ids(parameters["feed_ids"] ?? "").map { ChannelID(rawValue: $0) })) {
                $0.formUnion($1.feeds)
            }
    }

    /// Returns the numbers of a list with commas, at most a thousand.
    static func ids(_ text: String) -> [Int64] {
        text.split(separator: ",", maxSplits: 1000).prefix(1000).compactMap {
            UntrustedInteger(digits: $0.trimmingCharacters(in: .whitespaces))?.id
        }
    }

    /// Returns the icons that can be had as data URIs without their scheme, as Fever has them.
    private static func icons(
        _ list: SyncFeedList, _ interface: SyncInterface
    ) async -> [(feed: ChannelID, data: String)] {
        var icons: [(feed: ChannelID, data: String)] = []
        for feed in list.feeds {
            guard let picture = feed.icon, let icon = await interface.integrations.icon(picture) else { continue }
            icons.append((feed.id, "\(icon.type);base64,\(Data(icon.bytes).base64EncodedString())"))
        }
        return icons
    }
}

extension FeverContent {
    func write(to writer: inout ObjectWriter) {
        if parts.contains(.groups) { writeGroups(&writer) }
        if parts.contains(.feeds) { writeFeeds(&writer) }
        if !parts.isDisjoint(with: [.groups, .feeds]) { writeFeedsOfGroups(&writer) }
        if parts.contains(.favicons) {
            writer.list("favicons", icons) { writer, icon in
                writer.object { writer in
                    writer.number("id", icon.feed.rawValue)
                    writer.string("data", icon.data)
                }
            }
        }
        if parts.contains(.items) {
            writer.number("total_items", Int64(storyCount))
            writer.list("items", stories) { writer, story in writer.object { Self.write(story, &$0) } }
        }
        if parts.contains(.links) { writer.list("links", [Int]()) { _, _ in } }
        for (part, ids) in ids.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            writer.string(part.rawValue, ids.map { String($0.rawValue) }.joined(separator: ","))
        }
    }

    private func writeGroups(_ writer: inout ObjectWriter) {
        writer.list("groups", list.groups) { writer, group in
            writer.object { writer in
                writer.number("id", group.id.rawValue)
                writer.string("title", group.title)
            }
        }
    }

    private func writeFeeds(_ writer: inout ObjectWriter) {
        writer.list("feeds", list.feeds) { writer, feed in
            writer.object { writer in
                writer.number("id", feed.id.rawValue)
                writer.number("favicon_id", feed.icon == nil ? 0 : feed.id.rawValue)
                writer.string("title", feed.title)
                writer.string("url", feed.address)
                writer.string("site_url", feed.site)
                writer.number("is_spark", 0)
                writer.number("last_updated_on_time", Int64(feed.lastFetchedAt?.wholeSeconds ?? 0))
            }
        }
    }

    private func writeFeedsOfGroups(_ writer: inout ObjectWriter) {
        writer.list("feeds_groups", list.groups.filter { !$0.feeds.isEmpty }) { writer, group in
            writer.object { writer in
                writer.number("group_id", group.id.rawValue)
                writer.string("feed_ids", group.feeds.map(\.rawValue).sorted().map(String.init).joined(separator: ","))
            }
        }
    }

    private static func write(_ story: SyncStory, _ writer: inout ObjectWriter) {
        writer.number("id", story.id.rawValue)
        writer.number("feed_id", story.feed.rawValue)
        writer.string("title", story.title)
        writer.string("author", story.byline)
        writer.string("html", story.body.text)
        writer.string("url", story.link)
        writer.number("is_saved", story.isSaved ? 1 : 0)
        writer.number("is_read", story.isRead ? 1 : 0)
        writer.number("created_on_time", Int64(story.shownAt.wholeSeconds))
    }
}

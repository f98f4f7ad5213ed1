public import Foundation
public import News

/// A list of stories as other programs see it: a feed that the reader follows, a section of an edition, a topic or a
/// pack.
public struct SyncFeed: Sendable, Identifiable {
    /// The ID of the channel.
    public var id: ChannelID
    /// The reader's own title, else the origin's.
    public var title: String
    /// The address that is fetched, without credentials.
    public var address: String
    /// The address of the website, without credentials; the feed's own if unknown.
    public var site: String
    /// The icon, if any.
    public var icon: PictureID?
    /// The address of the icon at the origin, if any.
    public var iconAddress: String?
    /// The titles of the groups that the feed is in.
    public var labels: [String] = []
    /// True if the reader follows the feed, so that programs can rename, move and unfollow it.
    public var isFollowed: Bool
    /// The arrival of the newest story; nil without stories.
    public var newestArrivedAt: Date?
    /// The last fetch with a result; nil before the first.
    public var lastFetchedAt: Date?

    /// The ID of the list of saved stories that are in none of the reader's lists, such as saved pages: programs drop
    /// stories whose list they do not know. No channel gets so far.
    public static let savedID = ChannelID(rawValue: 2_000_000_000)
    /// The title of that list.
    static let savedTitle = "Saved from elsewhere"
}

/// A group of feeds: a folder of the reader, or an edition.
public struct SyncGroup: Sendable, Identifiable {
    /// A number that no other group has: the folder's, or that of the edition's first section.
    public var id: SectionID
    /// The title, by which the Google Reader interface identifies it.
    public var title: String
    /// True for a folder of the reader, which programs can rename and remove.
    public var isFolder: Bool
    /// The feeds of the group.
    public var feeds: Set<ChannelID>
}

/// The feeds and groups of a reader.
public struct SyncFeedList: Sendable {
    /// The feeds in no particular order.
    public var feeds: [SyncFeed]
    /// The folders in the reader's order, then the editions. Groups with the same title count as one.
    public var groups: [SyncGroup]

    /// Returns the feeds of the groups with this title; nil if there are none.
    public func feeds(inGroup title: String) -> Set<ChannelID>? {
        let found = groups.filter { $0.title == title }
        return found.isEmpty ? nil : found.reduce(into: []) { $0.formUnion($1.feeds) }
    }
}

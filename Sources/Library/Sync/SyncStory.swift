public import Foundation
public import Markup
public import News

/// A story as other programs see it.
public struct SyncStory: Sendable, Identifiable {
    /// The ID.
    public var id: StoryID
    /// The feed that lists the story; `SyncFeed.savedID` for a saved story of none.
    public var feed: ChannelID
    /// The headline.
    public var title: String
    /// The author's name; empty if unknown.
    public var byline: String
    /// The address of the story's page; empty without one.
    public var link: String
    /// The publication time, but never later than the arrival.
    public var shownAt: Date
    /// The time when the story was first fetched.
    public var arrivedAt: Date
    /// The full text if it is shown in the app, else the feed's.
    public var body: SafeHTML
    /// The recordings and other files.
    public var enclosures: [Enclosure]
    /// The origin's tags.
    public var tags: [String]
    /// The address of the comments; nil without one.
    public var discussionLink: String?
    /// The number of comments; nil if unknown.
    public var commentCount: Int?
    /// True if the story is read.
    public var isRead: Bool
    /// True if the story is saved.
    public var isSaved: Bool
}

/// What the bars of the page layout show.
public struct EditionLayout: Sendable, Hashable {
    /// The bottom bar's content.
    public enum BottomBarContent: String, Sendable, CaseIterable { case nothing, tabs, status }
    /// Fixed, or hidden while scrolling down.
    public enum TopBarBehavior: String, Sendable, CaseIterable { case fixed = "stay", hidesOnScroll = "retreat" }
    /// Nothing, or the story's first topic (else its source's name).
    public enum StoryBarContent: String, Sendable, CaseIterable { case nothing, topic }

    public var frontBottomBar: BottomBarContent
    /// Of a section, a channel, or all stories.
    public var listBottomBar: BottomBarContent
    public var storyBottomBar: BottomBarContent
    public var storyBar: StoryBarContent
    /// In order, for bars with `tabs`.
    public var tabs: [EditionTab]
    /// A drawer with the sections, on root pages.
    public var hasDrawer: Bool
    public var topBar: TopBarBehavior

    public init(
        frontBottomBar: BottomBarContent = .tabs, listBottomBar: BottomBarContent = .tabs,
        storyBottomBar: BottomBarContent = .nothing, storyBar: StoryBarContent = .nothing,
        tabs: [EditionTab] = [.today, .unread, .saved], hasDrawer: Bool = true, topBar: TopBarBehavior = .fixed
    ) {
        self.frontBottomBar = frontBottomBar
        self.listBottomBar = listBottomBar
        self.storyBottomBar = storyBottomBar
        self.storyBar = storyBar
        self.tabs = tabs
        self.hasDrawer = hasDrawer
        self.topBar = topBar
    }
}

/// A tab.
public enum EditionTab: String, Sendable, CaseIterable { case today, unread, feeds, saved }

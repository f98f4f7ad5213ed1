/// What an edition shows in the bars of the page layout.
public struct EditionLayout: Sendable, Hashable {
    /// What the bottom bar shows on one kind of page.
    public enum BottomBarContent: String, Sendable, CaseIterable { case nothing, tabs, status }
    /// Whether the top bar is fixed or hides while scrolling down.
    public enum TopBarBehavior: String, Sendable, CaseIterable { case fixed = "stay", hidesOnScroll = "retreat" }
    /// What the top bar of a story shows: nothing, or the story's first topic (its source's name where it has none).
    public enum StoryBarContent: String, Sendable, CaseIterable { case nothing, topic }

    /// On the front page.
    public var frontBottomBar: BottomBarContent
    /// On lists: a section, a channel, all stories.
    public var listBottomBar: BottomBarContent
    /// On a story.
    public var storyBottomBar: BottomBarContent
    public var storyBar: StoryBarContent
    /// In order; shown where a bottom bar is `tabs`.
    public var tabs: [EditionTab]
    /// Whether root pages have a drawer with the sections at the left.
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

/// A tab of an edition.
public enum EditionTab: String, Sendable, CaseIterable { case today, unread, feeds, saved }

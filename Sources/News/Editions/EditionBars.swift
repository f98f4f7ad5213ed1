/// The content of the bars in the page layout.
public struct EditionBars: Sendable, Hashable {
    /// The content of a bottom bar.
    public enum BottomBarContent: String, Sendable, CaseIterable { case nothing, tabs, status }
    /// The behaviour of the top bar: fixed, or hidden while scrolling down.
    public enum TopBarBehavior: String, Sendable, CaseIterable { case fixed = "stay", hidesOnScroll = "retreat" }
    /// The content of a story's bottom bar: the story's actions, or the content of other pages' bars.
    public enum StoryBottomBarContent: String, Sendable, CaseIterable { case actions, nothing, tabs, status }
    /// The content of a story's top bar: the title once the heading was scrolled away, the first topic (otherwise the
    /// source's name), or nothing.
    public enum StoryBarContent: String, Sendable, CaseIterable { case title, topic, nothing }

    /// The bottom bar of the front page.
    public var frontBottomBar: BottomBarContent
    /// The bottom bar of a section, a channel, or all stories.
    public var listBottomBar: BottomBarContent
    /// The bottom bar of a story. Unless it has `actions`, a story's actions are in the top bar.
    public var storyBottomBar: StoryBottomBarContent
    /// The top bar of a story.
    public var storyBar: StoryBarContent
    /// The tabs in order, for bars with `tabs`.
    public var tabs: [EditionTab]
    /// True if root pages and lists have a drawer with the sections.
    public var hasDrawer: Bool
    /// The behaviour of the top bar.
    public var topBar: TopBarBehavior

    /// True if any page has tabs.
    public var hasTabs: Bool { frontBottomBar == .tabs || listBottomBar == .tabs || storyBottomBar == .tabs }
    /// True if lists have a tab that leads to the front page.
    public var hasFrontPageTab: Bool { listBottomBar == .tabs && tabs.contains(.today) }

    public init(
        frontBottomBar: BottomBarContent = .tabs, listBottomBar: BottomBarContent = .tabs,
        storyBottomBar: StoryBottomBarContent = .actions, storyBar: StoryBarContent = .title,
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

/// What the bars of the page layout show.
public struct EditionLayout: Sendable, Hashable {
    /// The bottom bar's content.
    public enum BottomBarContent: String, Sendable, CaseIterable { case nothing, tabs, status }
    /// Fixed, or hidden while scrolling down.
    public enum TopBarBehavior: String, Sendable, CaseIterable { case fixed = "stay", hidesOnScroll = "retreat" }
    /// A story's bottom bar: its actions, or what other pages have there.
    public enum StoryBottomBarContent: String, Sendable, CaseIterable { case actions, nothing, tabs, status }
    /// The story's title once its heading has been scrolled away, its first topic (else its source's name), or nothing.
    public enum StoryBarContent: String, Sendable, CaseIterable { case title, topic, nothing }

    public var frontBottomBar: BottomBarContent
    /// Of a section, a channel, or all stories.
    public var listBottomBar: BottomBarContent
    /// Other than `actions`, a story's actions are in the top bar.
    public var storyBottomBar: StoryBottomBarContent
    public var storyBar: StoryBarContent
    /// In order, for bars with `tabs`.
    public var tabs: [EditionTab]
    /// A drawer with the sections, on root pages and lists.
    public var hasDrawer: Bool
    public var topBar: TopBarBehavior

    /// Whether any page has tabs.
    public var hasTabs: Bool { frontBottomBar == .tabs || listBottomBar == .tabs || storyBottomBar == .tabs }
    /// Whether lists have a tab that leads to the front page.
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

/// A tab. `ticked` is the list of ticked stories; `photographs` and `map` are a pack's.
public enum EditionTab: String, Sendable, CaseIterable { case today, unread, feeds, ticked, photographs, map, saved }

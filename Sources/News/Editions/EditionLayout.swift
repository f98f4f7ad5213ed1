/// What an edition puts into the shell's slots (design language, *The shell has five slots*).
public struct EditionLayout: Sendable, Hashable {
    /// What the bottom slot holds on one kind of screen.
    public enum BottomBarContent: String, Sendable, CaseIterable { case nothing, tabs, status }
    /// Whether the top bar stays, or goes away while one scrolls down.
    public enum TopBarBehavior: String, Sendable, CaseIterable { case fixed = "stay", hidesOnScroll = "retreat" }
    /// What the top bar of a story says: nothing, or the first of the story's topics (its source's name where it has none).
    public enum StoryBarContent: String, Sendable, CaseIterable { case nothing, topic }

    /// On the front page.
    public var frontBottomBar: BottomBarContent
    /// On lists: a section, a channel, everything.
    public var listBottomBar: BottomBarContent
    /// On a story.
    public var storyBottomBar: BottomBarContent
    public var storyBar: StoryBarContent
    /// In order; shown where a bottom slot says `tabs`.
    public var tabs: [EditionTab]
    /// Whether root screens have the sections in a drawer at the left.
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

/// One tab of an edition.
public enum EditionTab: String, Sendable, CaseIterable { case today, unread, feeds, saved }

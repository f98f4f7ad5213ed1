/// What an edition puts into the shell's slots (design language, *The shell has five slots*).
public struct EditionShell: Sendable, Hashable {
    /// What the bottom slot holds on one kind of screen.
    public enum Bottom: String, Sendable, CaseIterable { case nothing, tabs, status }
    /// Whether the top bar stays, or goes away while one scrolls down.
    public enum Bars: String, Sendable, CaseIterable { case stay, retreat }
    /// What the top bar of a story says: nothing, or the first of the story's topics (its source's name where it has none).
    public enum StoryBar: String, Sendable, CaseIterable { case nothing, topic }

    /// On the front page.
    public var front: Bottom
    /// On lists: a section, a channel, everything.
    public var list: Bottom
    /// On a story.
    public var story: Bottom
    public var storyBar: StoryBar
    /// In order; shown where a bottom slot says `tabs`.
    public var tabs: [EditionTab]
    /// Whether root screens have the sections in a drawer at the left.
    public var drawer: Bool
    public var bars: Bars

    public init(
        front: Bottom = .tabs, list: Bottom = .tabs, story: Bottom = .nothing, storyBar: StoryBar = .nothing,
        tabs: [EditionTab] = [.today, .unread, .saved], drawer: Bool = true, bars: Bars = .stay
    ) {
        self.front = front
        self.list = list
        self.story = story
        self.storyBar = storyBar
        self.tabs = tabs
        self.drawer = drawer
        self.bars = bars
    }
}

/// One tab of an edition.
public enum EditionTab: String, Sendable, CaseIterable { case today, unread, feeds, saved }

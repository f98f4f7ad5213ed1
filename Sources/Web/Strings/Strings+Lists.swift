/// The texts of a list's header and menu.
extension Strings {
    static let listMenu = "List options"
    static let unreadOnly = "Unread only"
    static let oldestFirst = "Oldest first"
    static let showReadStories = "Show read stories too"
    static let aboutFeed = "About this feed"
    static let markOlderThanDay = "Mark stories older than a day as read"
    static let markOlderThanWeek = "Mark stories older than a week as read"
    static let nothingOlder = "Nothing unread is older"
    static let sidebar = "Newspapers and feeds"
    static let foldSidebar = "Hide the sidebar"
    static func feeds(in folder: String) -> String { "Feeds in \(folder)" }
    static let foldersOrdered = "The folders are in order."
    static let movedToOther = "Moved out of its folder"
    static func moved(to folder: String) -> String { "Moved to \(folder)" }

    static func rank(_ rank: Int) -> String { "Rank \(rank)" }
    static func newAbove(since words: String) -> String { "New above, since \(words)" }
}

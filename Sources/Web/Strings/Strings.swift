import Library
import News

/// The texts of the pages: sentence case, verbs on buttons, no exclamation marks; errors name the site.
enum Strings {
    static let productName = "Tidings"

    static let today = "Today"
    static let unread = "Unread"
    static let feeds = "Feeds"
    static let ticked = "Ticked"
    static let photographs = "Photographs"
    static let map = "Map"
    static let saved = "Saved"
    static let search = "Search"
    static let sections = "Sections"
    static let asList = "List"
    static let asGrid = "Grid"
    static let chooseStory = "Choose a story to read it here."
    static let sampleStories = "Sample, invented stories"
    static let settings = "Settings"
    static let reading = "Reading"
    static let keyboard = "Keyboard"
    static let everything = "All stories"
    static let loadMore = "Load more…"
    static let markAbove = "Mark everything above as read"
    static let undo = "Undo"
    static let noSubscriptions = "You follow no feeds yet."
    static let addFeed = "Find feeds"
    static let allRead = "Everything is read."
    static let nothingSaved = "Stories you save stay here for ever, and can be taken along on this device."
    static let nothingStarred = "Nothing here yet. Star a story to keep it here."
    static let nothingTicked = "Nothing here yet. Tick a story to keep it here."
    static let findTicks = "Find something to tick"
    static let tick = "Tick"
    static let unknown = "Unknown"
    static let published = "Published: "
    static let nothingHere = "No stories here yet."
    static let storiesOnTheirWay = "Loading stories…"
    static let lookAgain = "Reload"
    static let backToFrontPage = "Back to the front page"
    static let openWebPage = "Open web page"
    static let save = "Save"
    static let unsave = "Saved"
    static let share = "Share"
    static let markUnread = "Mark unread"
    static let markRead = "Mark read"
    static let next = "Next"
    static let featured = "Featured"
    static let about = "About"
    static func version(of paper: String, _ build: String) -> String {
        paper == "Tidings" ? "Tidings \(build)" : "\(paper), in Tidings \(build)"
    }
    static let aboutTidings =
        "A newspaper on your own machine. Free software under the MIT licence. What others made is listed here with its "
        + "licence."
    static let recommended =
        "A newspaper on your own machine: feeds, Hacker News and comments, offline too."
    static let shareTidings = "Share Tidings"
    static let recommendByMail = "Recommend by email"
    static let nextStory = "Next story"
    static let previousStory = "Previous story"
    static let otherStories = "Next and previous story"
    static func previous(_ title: String) -> String { "Previous: \(title)" }
    static let noMoreStories = "That was the last story of this list."

    static func endOfNewStories(since words: String) -> String { "That is all since \(words)." }
    static func new(_ count: Int, since words: String) -> String { "\(count) new since \(words)" }
    static func done(_ token: UndoToken, in edition: Edition) -> String {
        switch token.kind {
        case .markedRead: "\(stories(token)) marked read"
        case .markedUnread: "\(stories(token)) marked unread"
        case .saved: token.count == 1 ? marked(.saved, true, in: edition) : "\(stories(token)) saved"
        case .unsaved: marked(.saved, false, in: edition)
        case .ticked: marked(.ticked, true, in: edition)
        case .unticked: marked(.ticked, false, in: edition)
        case .followed: "\(counted(token, .feed)) added"
        case .unfollowed: "\(counted(token, .feed)) no longer followed"
        case .muted: "Muting changed"
        case .restored: areShown(token)
        case .keptBack: isKeptBackAgain
        }
    }
    /// Returns the result of an action on one story; an edition's own word for a list names it.
    static func marked(_ kind: MarkKind, _ value: Bool, in edition: Edition) -> String {
        if let word = kind.tab.flatMap({ edition.options.words[$0] }) {
            return value ? "Added to \(word)" : "Removed from \(word)"
        }
        return switch (kind, value) {
        case (.saved, true): "Saved"
        case (.saved, false): "No longer saved"
        case (.ticked, true): "Ticked"
        case (.ticked, false): "No longer ticked"
        case (.restored, let isOn): isOn ? isRestored : isKeptBackAgain
        case (_, true): "Marked read"
        case (_, false): "Marked unread"
        }
    }
    static func stories(_ count: Int) -> String { Plural.story.counted(count) }
    static func stories(_ token: UndoToken) -> String { counted(token, .story) }
    private static func counted(_ token: UndoToken, _ noun: Plural) -> String {
        "\(countText(token)) \(noun.form(token.count))"
    }
    static func stories(_ count: BoundedCount) -> String {
        count.isMore ? "\(countText(count)) \(Plural.story.many)" : stories(count.value)
    }
    static func countText(_ token: UndoToken) -> String {
        token.count < UndoToken.maxCount ? "\(token.count)" : "\(UndoToken.maxCount)+"
    }
    static let alsoInBegin = "Also in "
    static func alsoIn(_ titles: [String]) -> String {
        let last = titles.suffix(1).joined()
        return "also in " + (titles.count < 2 ? last : "\(titles.dropLast().joined(separator: ", ")) and \(last)")
    }
    static func pictures(_ count: Int) -> String { Plural.picture.counted(count) }
    static func unread(_ count: BoundedCount) -> String { "\(countText(count)) unread" }
    static let listIsRead = "All read"
    static func countText(_ count: BoundedCount) -> String { count.isMore ? "\(count.value)+" : "\(count.value)" }
    static func feeds(_ count: Int) -> String { Plural.feed.counted(count) }
    static func failingFeeds(_ failing: Int, of total: Int) -> String {
        "\(failing) of \(feeds(total)) could not be read"
    }
    /// Returns the note after the time of the last success.
    static func failedFeeds(_ failing: Int, of total: Int) -> String { "\(failing) of \(feeds(total)) failed" }
    static let updating = "Updating…"
    static let updatingInBar = "Updating..."
    static let notUpdatedYet = "Not updated yet"
    static func updateFailed(_ edition: Edition, _ failure: RefreshStatus.Failure?) -> String {
        guard !edition.usesFolders, let failure else {
            return edition.usesFolders ? "Nothing could be updated" : "\(edition.title) could not be updated"
        }
        let clause = failureClause(
            FetchFailure(code: failure.code, status: failure.status), of: edition.pack == nil ? .feed : .pack)
        return "\(edition.title) could not be updated: \(failure.host) \(clause)"
    }
    static let markMoreRead = "Mark more read"
    /// Returns the label of the button that marks the unread stories on the page as read.
    static func markShownRead(_ count: Int) -> String {
        count == 1 ? "Mark this story read" : "Mark these \(count) read"
    }
    static func waitingFeeds(_ waiting: Int, of total: Int) -> String { "\(waiting) of \(total) waiting" }
    static let emptySearch = "Type at least one word to search for."
    /// Returns the label of the search field.
    /// - Parameter edition: the edition; nil for all of them.
    static func searchLabel(in edition: Edition?) -> String {
        edition?.pack == nil ? "Search all stories" : "Search this guide"
    }
    static func noHits(_ words: String, in edition: Edition) -> String {
        "No \(edition.pack == nil ? "story" : "page") has the words “\(words)”."
    }
    static func firstRunProgress(_ progress: FirstRunProgress) -> String {
        guard progress.succeeded + progress.failed > 0 else { return "Loading \(feeds(progress.total))…" }
        let failed = progress.failed == 0 ? "" : ", \(progress.failed) failed"
        return "\(progress.succeeded) of \(feeds(progress.total)) loaded\(failed)"
    }
    /// Returns the reading time of a story; nil for a text of at most 120 words.
    static func readingTime(of row: StoryRow) -> String? {
        hasReadingTime(words: row.wordCount) ? readingTime(words: row.wordCount) : nil
    }
    static func hasReadingTime(words: Int) -> Bool { words > 120 }
    static func readingTime(words: Int) -> String { readingMinutes(words: words) + readingTimeEnd }
    static func readingMinutes(words: Int) -> String { "\(max(1, (words + 132) / 265))\u{00A0}min" }
    /// The end of a reading time, which a byline leaves to screen readers.
    static let readingTimeEnd = "\u{00A0}read"
    static let exactDate = "Date and time"

    // MARK: Story menu

    static let storyMenu = "This story"
    static let copyLink = "Copy link"
    static let linkToCopy = "Link to copy"
    static let mail = "Send by email"
    static func savingIsOff(_ title: String) -> String { "\(title) has no saved stories." }
    static let text = "Text"
    static let more = "More"
    static func showPicture(_ alt: String) -> String { alt.isEmpty ? "Show picture" : "Show picture: \(alt)" }
    static func showPictures(_ count: Int) -> String {
        count == 1 ? "Show the picture" : "Show all \(pictures(count))"
    }
    static func picture(_ number: Int, of count: Int, alt: String) -> String {
        let label = count == 1 ? "View the picture" : "View picture \(number) of \(count)"
        return alt.isEmpty ? label : "\(label): \(alt)"
    }
    static let noPictures = "This story has no pictures."
    static func forget(_ words: String) -> String { "Remove “\(words)”" }

    // MARK: Audio and video

    static let listen = "Listen"
    static let watch = "Watch"
}

import Foundation
import Library
import News

/// Every text of the pages, in one place. Sentence case, verbs on buttons, no exclamation marks; the site is named,
/// never "source error". Longer sentences that carry values are functions.
enum Words {
    static let paper = "Tidings"

    static let today = "Today"
    static let unread = "Unread"
    static let feeds = "Feeds"
    static let saved = "Saved"
    static let search = "Search"
    static let settings = "Settings"
    static let everything = "All stories"
    static let loadMore = "Load more…"
    static let markAllRead = "Mark all read"
    static let markAbove = "Mark everything above as read"
    static let undo = "Undo"
    static let nothingFollowed = "Nothing is followed yet."
    static let addFeed = "Add a feed"
    static let allRead = "Everything is read."
    static let nothingSaved = "Stories you save stay here for ever."
    static let nothingHere = "No stories here yet."
    static let original = "Original"
    static let save = "Save"
    static let unsave = "Saved"
    static let share = "Share"
    static let markUnread = "Mark unread"
    static let markRead = "Mark read"
    static let next = "Next"
    static let earlier = "Earlier"

    static func that(isAllSince words: String) -> String { "That is all since \(words)." }
    static func new(since words: String) -> String { "New since \(words)" }
    static func new(_ count: Int, since words: String) -> String { "\(count) new since \(words)" }
    /// Of an act on the page before, whether it changed stories or feeds.
    static func marked(_ count: Int) -> String { "\(count == 1 ? "1 change" : "\(count) changes") made" }
    static func stories(_ count: Int) -> String { count == 1 ? "1 story" : "\(count) stories" }
    static func alsoIn(_ titles: [String]) -> String { "also in \(titles.joined(separator: " and "))" }
    static func pictures(_ count: Int) -> String { "\(count) pictures" }
    static func unread(_ count: BoundedCount) -> String { "\(tally(count)) unread" }
    static func tally(_ count: BoundedCount) -> String { count.isMore ? "\(count.value)+" : "\(count.value)" }
    static func failing(_ failing: Int, of total: Int) -> String { "\(failing) of \(total) feeds could not be read" }
    static func markAllRead(_ count: BoundedCount) -> String { "Mark all \(tally(count)) read" }
    static func waiting(_ waiting: Int, of total: Int) -> String { "\(waiting) of \(total) waiting" }
    static func noHits(_ words: String) -> String { "No story has the words “\(words)”." }
    static func arriving(_ progress: FirstRunProgress) -> String {
        let refused = progress.refused == 0 ? "" : ", \(progress.refused) refused"
        return "\(progress.arrived) of \(progress.total) feeds in\(refused)"
    }
    static func readingTime(words: Int) -> String { "\(max(1, (words + 132) / 265)) min read" }

    /// The channel's health as one sentence, naming the site, whose side it is and until when.
    static func health(_ health: ChannelHealth, title: String, time: TimeWords) -> String {
        switch health.state {
        case .new: return "\(title) has not been read yet. It is next in line."
        case .fine:
            guard let dueAt = health.dueAt else { return "\(title) is well." }
            return "\(title) is well. It is asked again at \(time.until(dueAt)): \(health.reason)."
        case .waiting:
            let until = (health.waitUntil ?? health.dueAt).map { " until \(time.until($0))" } ?? ""
            return "\(title) asked us to wait\(until)."
        case .failing:
            let due = health.dueAt.map { " It is tried again at \(time.until($0))." } ?? ""
            return "\(failure(health, title: title))\(due)"
        case .gone: return "\(title) says it is gone for good (410), so it is not asked any more. Its stories stay."
        case .paused: return "\(title) is paused."
        }
    }

    private static func failure(_ health: ChannelHealth, title: String) -> String {
        switch health.lastError {
        case "not-there": "\(title) is not at its address any more (404). Check the address."
        case "refused": "\(title) refused us\(health.httpStatus.map { " (\($0))" } ?? "")."
        case "sign-in": "\(title) wants a sign-in."
        case "unreadable": "\(title) answered with something that is not a feed."
        case "not-allowed": "The address of \(title) is one that Tidings does not visit."
        default: "\(title) could not be reached."
        }
    }

    /// What went wrong while looking at an address that a person typed.
    static func discovery(_ error: SourceError, at host: String, time: TimeWords) -> String {
        switch error {
        case .notThere: "\(host) has no page at that address (404). Check the spelling."
        case .gone: "\(host) says that page is gone for good."
        case .refused(let status): "\(host) refused to show that page (\(status)). Try the feed's own address."
        case .busy(let until): "\(host) asked us to wait until \(time.until(until)). Try again then."
        case .signInNeeded: "\(host) shows that page only after a sign-in."
        case .unreadable(let why): why
        case .unreachable(let why): why
        case .notAllowed(let why): why
        }
    }
}

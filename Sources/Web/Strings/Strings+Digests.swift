import Foundation
import Library
import News

/// The texts about digests.
extension Strings {
    static let digest = "Digest"
    static let digestDetail = "The day in one issue, at your hours"
    static let digestKicker = "Your day"
    static let thatWasTheDay = "That was the day."
    static let digestEmpty = "Nothing came in."
    static let digestBriefs = "Also in your sections"
    static let allDigests = "All issues"
    static let otherDigests = "Other issues"
    static let noDigestYet = "There is no issue yet. Choose the hours at which one is made."
    static let chooseDigestHours = "Choose the hours"
    static let digestPreviewNote = "An issue made now would look like this. It is not kept."
    static let newDigest = "Your digest is here"
    static let storyIsGone = "The story is no longer kept here; the link leads to its publisher."

    static func digestTitle(_ issue: DigestIssue, _ time: TimeFormatter) -> String { time.fullDay(issue.dueAt) }

    static func topicCount(_ count: Int) -> String { count == 1 ? "1 topic" : "\(count) topics" }

    /// Returns a line such as "12 topics, 34 min read".
    static func digestSize(topics: Int, words: Int) -> String {
        hasReadingTime(words: words) ? "\(topicCount(topics)), \(readingTime(words: words))" : topicCount(topics)
    }

    static func leftOut(_ count: Int) -> String? {
        switch count {
        case ..<1: nil
        case 1: "1 more story came in that this issue leaves out."
        default: "\(count) more stories came in that this issue leaves out."
        }
    }

    /// Returns the sentence about an issue that was made more than a quarter of an hour late.
    static func digestIsLate(_ issue: DigestIssue, _ time: TimeFormatter) -> String? {
        guard issue.periodEndAt.timeIntervalSince(issue.dueAt) > 900 else { return nil }
        return "Due at \(time.clock(issue.dueAt)), made at \(time.clock(issue.periodEndAt)), when Tidings ran again."
    }

    static func nextDigest(_ date: Date, _ time: TimeFormatter) -> String {
        "The next issue comes at \(time.until(date))."
    }

    // MARK: Messages

    static func digestAlsoIn(_ section: String) -> String { "Also in \(section)" }

    static func digestMessage(_ lead: String) -> String { "Your day: \(lead)" }
    static let readInTidings = "Read it in Tidings"
    static func digestFeedTitle(_ edition: String) -> String { "\(edition): the digest" }
    static func digestHead(_ issue: DigestIssue, of edition: String) -> String {
        issue.isPreview ? edition : "\(edition), \(Strings.issue(issue.number))"
    }

    // MARK: Settings

    static let digestExplanation =
        "At the hours you choose, the topics of your sources become one issue with an end: what several publishers tell, then stories of as many others as possible. Issues are kept, and can be read without a network."
    static func digestSwitch(_ edition: String) -> String { "A digest of \(edition)" }
    static let digestHours = "At these hours"
    static let digestZone = "Time zone"
    static let digestZoneHint = "An hour that the beginning of summer time skips counts as the first minute after it."
    static let digestWays = "Send it by"
    static let digestNoWays =
        "Each issue is kept here to be read. It can also come by mail, as a notification, by ntfy or to a webhook."
    static let setUpWay = "Set up a way under Notifications"
    static let digestPageOnly = "Choose none to have it on its page only."
    static let turnOnDigest = "Turn on"
    static let digestSaved = "The digest’s hours are saved."
    static let digestIsOff = "No more digests are made. Those that are there are kept."
    static let makeDigestNow = "Make one now"
    static let makeDigestNowDetail = "Shows what would be in it, and keeps nothing"
    static let digestFeed = "As a feed"
    static let digestFeedExplanation =
        "Other readers can follow the digest at a secret address. Whoever knows it can read along, without signing in."
    static let digestFeedIsOn = "The feed is on. Its address is shown only once; a new one ends the old one."
    static let digestFeedAddress = "The feed’s address. Copy it now: it is not shown again."
    static let makeDigestFeed = "Make a secret address"
    static let renewDigestFeed = "Make a new secret"
    static let endDigestFeed = "Turn off"
    static let digestFeedMade = "The feed has a new address."
    static let digestFeedEnded = "The feed is off. Its address is no longer valid."
    static let guideHasNoDigest = "A guide has no news, and so no digest. Open another newspaper’s settings."

    static let digestHourNeeded = "Choose at least one full hour from 0:00 to 23:00."
    static let digestZoneNeeded = "Choose a time zone from the list, such as Europe/Berlin."
    static let digestSettingsNeeded = "Save the hours of the digest first."
}

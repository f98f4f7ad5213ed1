import Foundation
import Library
import News

/// Every text of the pages, in one place. Sentence case, verbs on buttons, no exclamation marks; the site is named,
/// never "source error". Longer sentences that carry values are functions.
enum Strings {
    static let productName = "Tidings"

    static let today = "Today"
    static let unread = "Unread"
    static let feeds = "Feeds"
    static let saved = "Saved"
    static let search = "Search"
    static let sections = "Sections"
    static let asList = "List"
    static let asGrid = "Grid"
    static let chooseStory = "Choose a story, and it opens here."
    static let sampleStories = "Sample, invented stories"
    static let settings = "Settings"
    static let reading = "Reading"
    static let keyboard = "Keyboard"
    static let everything = "All stories"
    static let loadMore = "Load more…"
    static let markAllRead = "Mark all read"
    static let markAbove = "Mark everything above as read"
    static let undo = "Undo"
    static let noSubscriptions = "Nothing is followed yet."
    static let addFeed = "Add a feed"
    static let allRead = "Everything is read."
    static let nothingSaved = "Stories you save stay here for ever."
    static let nothingHere = "No stories here yet."
    static let storiesOnTheirWay = "Stories are on their way."
    static let lookAgain = "Look again"
    static let original = "Original"
    static let save = "Save"
    static let unsave = "Saved"
    static let share = "Share"
    static let markUnread = "Mark unread"
    static let markRead = "Mark read"
    static let next = "Next"
    static let earlier = "Earlier"
    static let featured = "Featured"
    static let about = "About"
    static func version(of paper: String, _ build: String) -> String {
        paper == "Tidings" ? "Tidings \(build)" : "\(paper), in Tidings \(build)"
    }
    static func aboutTidings(_ version: String) -> String {
        "Tidings \(version), a newspaper on your own machine. Free software under the MIT licence. Gallery, player, gestures "
            + "and icons are its own; what others made is named here with its licence."
    }
    static let recommended =
        "A newspaper on your own machine: feeds, Hacker News and what people say, also without a network."
    static let shareTidings = "Share Tidings"
    static let recommendByMail = "Recommend it by mail"
    static let nextStory = "Next story"
    static let noMoreStories = "That was the last story of this list."

    static func endOfNewStories(isAllSince words: String) -> String { "That is all since \(words)." }
    static func new(since words: String) -> String { "New since \(words)" }
    static func new(_ count: Int, since words: String) -> String { "\(count) new since \(words)" }
    /// Of an act on the page before, whether it changed stories or feeds.
    static func marked(_ ticket: UndoToken) -> String {
        "\(ticket.count == 1 ? "1 change" : "\(countText(ticket)) changes") made"
    }
    static func stories(_ count: Int) -> String { count == 1 ? "1 story" : "\(count) stories" }
    static func stories(_ ticket: UndoToken) -> String {
        ticket.count < UndoToken.maxCount ? stories(ticket.count) : "\(countText(ticket)) stories"
    }
    static func countText(_ ticket: UndoToken) -> String {
        ticket.count < UndoToken.maxCount ? "\(ticket.count)" : "\(UndoToken.maxCount)+"
    }
    static func alsoIn(_ titles: [String]) -> String { "also in \(titles.joined(separator: " and "))" }
    static func pictures(_ count: Int) -> String { count == 1 ? "1 picture" : "\(count) pictures" }
    static func unread(_ count: BoundedCount) -> String { "\(countText(count)) unread" }
    static func countText(_ count: BoundedCount) -> String { count.isMore ? "\(count.value)+" : "\(count.value)" }
    static func feeds(_ count: Int) -> String { count == 1 ? "1 feed" : "\(count) feeds" }
    static func failingFeeds(_ failing: Int, of total: Int) -> String {
        "\(failing) of \(total) feeds could not be read"
    }
    /// For a moment, of a round that nobody answered: whether the address, the site or its format is at fault.
    static func updateFailed(_ edition: Edition, _ trouble: RefreshStatus.Failure?) -> String {
        guard !edition.usesFolders, let trouble else {
            return edition.usesFolders ? "Nothing could be updated" : "\(edition.title) could not be updated"
        }
        let why =
            switch trouble.code {
            case "not-there", "gone": "\(trouble.host) has nothing at its address any more"
            case "refused": "\(trouble.host) answered with an error\(trouble.status.map { " (\($0))" } ?? "")"
            case "busy": "\(trouble.host) asked us to wait"
            case "sign-in": "\(trouble.host) asks for a sign-in"
            case "unreadable": "\(trouble.host) answered with something else than news"
            case "not-allowed": "Tidings does not visit its address"
            default: "\(trouble.host) cannot be reached"
            }
        return "\(edition.title) could not be updated: \(why)"
    }
    static func markAllRead(_ count: BoundedCount) -> String { "Mark all \(countText(count)) read" }
    static func waitingFeeds(_ waiting: Int, of total: Int) -> String { "\(waiting) of \(total) waiting" }
    static let emptySearch = "Say at least one word to look for."
    static func noHits(_ words: String) -> String { "No story has the words “\(words)”." }
    static func firstRunProgress(_ progress: FirstRunProgress) -> String {
        let refused = progress.refused == 0 ? "" : ", \(progress.refused) refused"
        return "\(progress.arrived) of \(progress.total) feeds in\(refused)"
    }
    /// Nil for a text so short that its length is seen at once.
    static func readingTime(of row: StoryRow) -> String? {
        row.wordCount > 120 ? readingTime(words: row.wordCount) : nil
    }
    static func readingTime(words: Int) -> String { "\(max(1, (words + 132) / 265))\u{00A0}min\u{00A0}read" }

    // MARK: What can be done with a story

    static let storyMenu = "This story"
    static let copyLink = "Copy link"
    static let linkToCopy = "Link to copy"
    static let mail = "Send by mail"
    static let openOriginal = "Open the original"
    static let unsaveStory = "No longer save"
    static let textSettings = "Text size, face and colours"
    static func showPicture(_ alt: String) -> String { alt.isEmpty ? "Show picture" : "Show picture: \(alt)" }
    static func showPictures(_ count: Int) -> String { "Show all \(count) pictures" }
    /// What a link around a picture leads to.
    static func picture(_ number: Int, of count: Int, alt: String) -> String {
        let place = count == 1 ? "Look at the picture" : "Look at picture \(number) of \(count)"
        return alt.isEmpty ? place : "\(place): \(alt)"
    }
    static let noPictures = "This story has no pictures."
    static func forget(_ words: String) -> String { "Forget “\(words)”" }

    // MARK: Sound and film

    static let listen = "Listen"
    static let watch = "Watch"

    // MARK: What is muted

    static let mute = "Mute"
    static let muted = "Muted"
    static let muteMenu = "Mute…"
    static let changeMute = "Change what is muted"
    static let saveMuteChange = "Keep this change"
    static let muteChanged = "Changed"
    static let muteSomething = "Mute something"
    static let nothingMuted = "Nothing is muted."
    static let mutePreviewHint = "Type a word, and see here what it would hide before it is hidden."
    static let showHidden = "Show what that hides"
    static let sayWhatToMute = "Say what to mute."
    static let muteWords = "Word or phrase"
    static let muteWordsOrName = "Word, site or name"
    static let muteInText = "Look into stories’ texts too"
    static func muteKind(_ kind: MuteKind) -> String {
        switch kind {
        case .words: "A word or phrase"
        case .feed: "A feed"
        case .site: "A site that stories lead to"
        case .author: "An author"
        }
    }
    static func muteFeed(_ title: String) -> String { "The feed \(title)" }
    static func muteSite(_ host: String) -> String { "Stories that lead to \(host)" }
    static func muteAuthor(_ name: String) -> String { "Stories by \(name)" }
    static func mutePeriod(_ span: MuteFormInput.Period) -> String {
        switch span {
        case .ever: "For ever"
        case .day: "For a day"
        case .week: "For a week"
        case .month: "For a month"
        }
    }
    static func muted(until: Date, _ time: TimeFormatter) -> String { "Until \(time.until(until))" }
    static func muteNow(_ rule: MuteRule) -> String { "Mute “\(rule.words)”" }
    static func isMuted(_ words: String) -> String { "“\(words)” is muted" }
    static func isUnmuted(_ words: String) -> String { "“\(words)” is no longer muted" }
    static func unmute(_ words: String) -> String { "Unmute \(words)" }
    static func mutedBy(_ words: String) -> String { "muted by “\(words)”" }
    static func feedIsMuted(until: Date?, _ time: TimeFormatter) -> String {
        "This feed is muted\(until.map { " until \(time.until($0))" } ?? ""). Its stories are only here."
    }
    /// "Hides 12 stories", of what was looked at.
    static func muteEffect(_ found: MutePreview) -> String {
        let among = found.isPartial ? " of the latest \(MuteService.previewLimit)" : ""
        guard found.count.value > 0 else { return "Hides no story now\(among); later ones it will." }
        return "Hides \(found.count.isMore ? "\(countText(found.count)) stories" : stories(found.count.value))\(among):"
    }
    /// "Word or phrase, in texts too · until 14:20 tomorrow · 12 stories hidden".
    static func muteSummary(_ mute: Mute, _ time: TimeFormatter) -> String {
        let kind = muteKind(mute.rule.kind) + (mute.rule.inText ? ", in texts too" : "")
        let until = mute.until.map { " · until \(time.until($0))" } ?? ""
        let hidden = mute.hidden.isMore ? "\(countText(mute.hidden)) stories" : stories(mute.hidden.value)
        return "\(kind)\(until) · \(hidden) hidden"
    }

    // MARK: Whole texts

    static let readFullText = "Read the whole story here"
    static let fullTextLabel = "Whole text"
    static let feedText = "Feed’s own text"
    static let showFullText = "Whole text"
    static let tryAgain = "Try again"
    static func fullTextSource(from host: String) -> String { "From \(host), the whole text" }
    static let feedTextOnly = "The feed’s own text"
    static func textElsewhere(_ host: String) -> String { "Its text is at \(host)." }
    static func onlyBeginning(_ title: String) -> String { "\(title) gives only the beginning in its feed." }
    static func pageHasNoMore(_ host: String) -> String { "The page at \(host) holds no more than this." }

    /// What came of asking for a whole text.
    static func fullTextOutcome(_ outcome: FullTextService.Outcome) -> String {
        switch outcome {
        case .fetched, .alreadyFetched: "The whole text is here"
        case .notLonger: "The page holds no more than this"
        case .inProgress: "The whole text is being fetched"
        case .deferred: "The page is left alone for now"
        case .disabled: "This feed is shown as it is"
        case .failed: "The whole text could not be fetched"
        }
    }

    /// Why there is no whole text: whose side, until when.
    static func fullTextFailure(_ failure: FetchFailure, at host: String, until: Date?, time: TimeFormatter) -> String {
        let peace = until.map { " until \(time.until($0))" }
        if failure.code == "busy" { return "\(host) asked us to wait\(peace ?? "")." }
        return self.fullTextFailure(failure, at: host) + (peace.map { " It is left alone\($0)." } ?? "")
    }

    private static func fullTextFailure(_ failure: FetchFailure, at host: String) -> String {
        switch failure.code {
        case "not-there": "\(host) has no page for this story any more (404)."
        case "gone": "\(host) has taken the page of this story away for good."
        case "refused": "\(host) refused to give its page\(failure.status.map { " (\($0))" } ?? "")."
        case "sign-in": "\(host) shows the whole story only after a sign-in."
        case "unreadable": "The page at \(host) could not be read as a story."
        default: failure.detail ?? "\(host) could not be reached."
        }
    }

    /// Under the choice on a feed's page: what it comes to, and why.
    static func fullTextChoiceExplanation(_ choice: FullTextChoice, _ guess: TruncationGuess) -> String {
        switch choice {
        case .automatic where guess.isTruncated:
            "It looks cut short: \(guess.reason). So a story’s own page is fetched when you open the story."
        case .automatic:
            "It is taken for whole: \(guess.reason). So nothing more is fetched, unless you ask for it at a story."
        case .always: "The page of each new story is fetched soon after the story has come, and kept."
        case .never: "Stories are shown as the feed has them."
        }
    }

    /// The channel's health as one sentence, naming the site, whose side it is and until when.
    static func channelHealth(_ health: ChannelHealth, title: String, time: TimeFormatter) -> String {
        switch health.state {
        case .new: return "\(title) has not been read yet. It is next in line."
        case .fine:
            guard let dueAt = health.dueAt else { return "\(title) is well." }
            let reason = health.reason.isEmpty ? "It" : "It \(health.reason), and"
            return "\(title) is well. \(reason) is asked again at \(time.until(dueAt))."
        case .waiting:
            let until = (health.waitUntil ?? health.dueAt).map { " until \(time.until($0))" } ?? ""
            return "\(title) asked us to wait\(until)."
        case .failing:
            let due = health.dueAt.map { " It is tried again at \(time.until($0))." } ?? ""
            return "\(channelFailure(health, title: title))\(due)"
        case .gone: return "\(title) says it is gone for good (410), so it is not asked any more. Its stories stay."
        case .paused: return "\(title) is paused."
        }
    }

    private static func channelFailure(_ health: ChannelHealth, title: String) -> String {
        switch health.lastError {
        case "not-there": "\(title) is not at its address any more (404). Check the address."
        case "refused": "\(title) refused us\(health.httpStatus.map { " (\($0))" } ?? "")."
        case "sign-in": "\(title) wants a sign-in."
        case "unreadable": "\(title) answered with something that is not a feed."
        case "crashed": "Tidings ended twice while it read \(title), so it leaves it alone for a while."
        case "not-allowed": "The address of \(title) is one that Tidings does not visit."
        default: "\(title) could not be reached."
        }
    }

    /// One line of a feed's log: why it was asked, or was not, and what came of it.
    static func refreshLogEntry(_ decision: RefreshLogEntry) -> String {
        let why =
            switch (decision.outcome, decision.reason) {
            case ("skipped", .manual): "Not asked though you asked: "
            case ("skipped", _): "Not asked: "
            case (_, .due): "Asked because it was due: "
            case (_, .viewed): "Asked because its list was shown: "
            case (_, .manual): "Asked because you asked: "
            case (_, nil): ""
            }
        // A refusal's words name its status already.
        let status = decision.outcome == "refused" ? nil : decision.status
        let sentence = why + decision.words + (status.map { " (\($0))" } ?? "")
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }

    /// What went wrong while looking at an address that a person typed.
    static func discoveryFailure(_ error: SourceError, at host: String, time: TimeFormatter) -> String {
        switch error {
        case .notThere: "\(host) has no page at that address (404). Check the spelling."
        case .gone: "\(host) says that page is gone for good."
        case .refused(let status, _): "\(host) refused to show that page (\(status)). Try the feed's own address."
        case .busy(let until): "\(host) asked us to wait until \(time.until(until)). Try again then."
        case .signInNeeded: "\(host) shows that page only after a sign-in."
        case .unreadable(let why): why
        case .unreachable(let why): why
        case .notAllowed(let why): why
        }
    }
}

import Foundation
import Library
import News

extension Strings {
    /// Returns a sentence about a channel's health.
    /// - Parameter kind: the kind of source; the wording for a pack does not call it a feed.
    static func channelHealth(
        _ health: ChannelHealth, of kind: SourceKind = .feed, title: String, time: TimeFormatter
    ) -> String {
        switch health.state {
        case .new: return "\(title) has not been fetched yet. It is next."
        case .fine:
            guard let dueAt = health.dueAt else { return "\(title) is working." }
            let reason = health.reason.map { " It \($0)." } ?? ""
            return "\(title) is working.\(reason) Next check: \(time.until(dueAt))."
        case .waiting:
            let until = (health.waitUntil ?? health.dueAt).map { " until \(time.until($0))" } ?? ""
            return "\(title) asked us to wait\(until)."
        case .failing:
            let due = health.dueAt.map { " \(nextTry($0, time))" } ?? ""
            return "\(channelFailure(health, of: kind, title: title))\(due)"
        case .gone: return goneFeed(title) + (health.storyCount > 0 ? " Its stories stay." : "")
        case .paused: return "\(title) is paused."
        }
    }

    /// Returns the sentence about a gone feed, the only wording used for it.
    static func goneFeed(_ title: String) -> String {
        "\(title) says it is gone for good (410), so it is not fetched any more."
    }
    static let goneFeedAdvice = "Follow it at another address if it has one, or unfollow it."

    private static func channelFailure(_ health: ChannelHealth, of kind: SourceKind, title: String) -> String {
        switch health.lastError {
        case .unreadable where kind == .pack: "\(title) has no pack at its address that can be used."
        case .notAllowed where kind == .pack: "The pack of \(title) cannot be fetched."
        case .notThere: "\(title) is not at its address any more (404). Check the address."
        case .refused where isServerError(health.httpStatus): serverError(title, health.httpStatus)
        case .refused: "\(title) refused access\(health.httpStatus.map { " (\($0))" } ?? "")."
        case .signInNeeded: "\(title) requires a sign-in."
        case .keyNeeded: "\(title) needs a key, or another one."
        case .unreadable: unreadable(health.lastCause) ?? "\(title) sent something that is not a feed."
        case .crashed: "Tidings crashed twice while reading \(title), which is skipped for a while."
        case .notAllowed: "The address of \(title) is one that Tidings does not visit."
        case .gone, .busy, .unreachable, nil: "\(title) could not be reached."
        }
    }

    /// Returns the message of the cause, unless it is that the response is not a feed.
    private static func unreadable(_ cause: FailureCause?) -> String? {
        cause.flatMap { $0.isAboutFeeds ? nil : $0.message }
    }

    static func refreshLogEntry(_ entry: RefreshLogEntry) -> String {
        let why =
            switch (entry.event, entry.reason) {
            case (.skipped, .manual): "Not fetched on request: "
            case (.skipped, _): "Not fetched: "
            case (_, .due): "As scheduled: "
            case (_, .viewed): "As its list was opened: "
            case (_, .manual): "On request: "
            case (_, nil): ""
            }
        // The text of a refusal already has the status.
        let status = entry.event.isRefusal ? nil : entry.status
        let sentence = why + "\(entry.event)" + (status.map { " (\($0))" } ?? "")
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }

    static func discoveryFailure(_ error: SourceError, at host: String, time: TimeFormatter) -> String {
        switch error {
        case .notThere: "\(host) has no page at that address (404). Check the spelling."
        case .gone: "\(host) says that page is gone for good."
        case .refused(let status, _) where isServerError(status): "\(serverError(host, status)) Try again later."
        case .refused(let status, _): "\(host) refused to show that page (\(status)). Try the feed's own address."
        case .busy(let until, _): "\(host) asked us to wait until \(time.until(until)). Try again then."
        case .signInNeeded: "\(host) shows that page only after a sign-in."
        case .unreadable(let cause), .unreachable(let cause), .notAllowed(let cause), .keyNeeded(let cause):
            cause.message
        }
    }
}

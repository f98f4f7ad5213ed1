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
            let until = (health.waitUntil ?? health.dueAt).map(time.until)
            return "\(title) \(failureClause(FetchFailure(code: .busy), of: .feed, until: until))."
        case .failing:
            let due = health.dueAt.map { " \(nextTry($0, time))" } ?? ""
            return "\(channelFailure(health, of: kind, title: title))\(due)"
        case .gone: return goneFeed(title) + (health.storyCount > 0 ? " Its stories stay." : "")
        case .paused: return "\(title) is paused."
        }
    }

    /// Returns the sentence about a gone feed.
    static func goneFeed(_ title: String) -> String {
        failure(FetchFailure(code: .gone), of: .feed, at: title)
    }
    static let goneFeedAdvice = "Follow it at another address if it has one, or unfollow it."

    private static func channelFailure(_ health: ChannelHealth, of kind: SourceKind, title: String) -> String {
        let failure = FetchFailure(
            code: health.lastError ?? .unreachable, status: health.httpStatus, cause: health.lastCause)
        // The cause tells what was sent instead of a list of stories.
        if kind != .pack, failure.code == .unreadable, let cause = failure.cause, !cause.isAboutFeeds {
            return cause.message
        }
        let advice = failure.code == .notThere ? " Check the address." : ""
        return "\(title) \(failureClause(failure, of: kind == .pack ? .pack : .feed)).\(advice)"
    }

    static func refreshLogEntry(_ entry: RefreshLogEntry) -> String {
        let why =
            switch (entry.event, entry.reason) {
            case (.skipped, .manual): "Not fetched on request: "
            case (.skipped, _): "Not fetched: "
            case (_, .due): "As scheduled: "
            case (_, .viewed): "As its list was opened: "
            case (_, .manual): "On request: "
            case (_, .pushed): "Told by its hub: "
            case (_, nil): ""
            }
        // The text of a refusal already has the status.
        let status = entry.event.isRefusal ? nil : entry.status
        let sentence = why + "\(entry.event)" + (status.map { " (\($0))" } ?? "")
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }
}

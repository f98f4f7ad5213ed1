import Foundation
import Library
import News

/// The texts about failures that leave nothing to read.
extension Strings {
    static let checkForStories = "Check for new stories"
    static let feedLoadFailed = "Its stories could not be loaded."
    static let noStoriesStored = "None of its stories are stored."
    static let onlyGoneFeeds = "Gone for good (410), so not fetched any more"

    /// Returns the note for an empty section.
    static func noStories(_ failures: RefreshFailures) -> String {
        failures.areGone ? noStoriesStored : failures.areAll ? feedLoadFailed : nothingHere
    }

    /// Returns a summary such as "None of the 5 feeds could be reached. This machine seems to be offline."
    static func loadFailed(_ failures: RefreshFailures) -> String {
        if failures.total == 1, let only = failures.channels.first {
            return only.failure.code == .gone ? goneFeed(only.title) : "\(only.title) could not be loaded."
        }
        guard failures.areAll else {
            return "\(failures.failing) of \(feeds(failures.total)) could not be loaded."
        }
        let isOffline =
            Set(failures.channels.map(\.host)).count > 1
            && failures.channels.allSatisfy { $0.failure.cause?.suggestsNoNetwork ?? false }
        return isOffline
            ? "None of the \(feeds(failures.total)) could be reached. This machine seems to be offline."
            : "None of the \(feeds(failures.total)) could be loaded."
    }

    /// Returns the reason shared by channels that failed in the same way.
    static func failureGroup(_ failure: FetchFailure) -> String {
        let clause = failureClause(failure, of: failure.isOfPack ? .pack : .feed)
        return clause.prefix(1).uppercased() + clause.dropFirst()
    }

    /// Returns the times of the tries: "Last try: 9:20. Next try: 9:35."
    static func nextTry(_ channels: [RefreshFailures.Channel], _ time: TimeFormatter) -> String {
        let last = channels.compactMap(\.triedAt).max().map { "Last try: \(time.until($0))." }
        let next = channels.compactMap(\.nextTryAt).min().map { nextTry($0, time) }
        return [last, next].compactMap(\.self).joined(separator: " ")
    }

    /// Returns the time of the next automatic try.
    static func nextTry(_ date: Date, _ time: TimeFormatter) -> String {
        date <= time.now ? "Next try: in a moment." : "Next try: \(time.until(date))."
    }

    static func andMore(_ count: Int) -> String { "and \(count) more" }
}

extension FetchFailure {
    fileprivate var isOfPack: Bool {
        if case .pack = cause?.reason { true } else { false }
    }
}

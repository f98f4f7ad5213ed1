public import Foundation
public import News

/// A story of which a reader was told, or would have been but for a reason.
public struct Alert: Sendable, Hashable, Identifiable {
    /// The row ID of an alert.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable {
        /// The value of the database column.
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The state of an alert.
    public enum State: Sendable, Hashable {
        /// A message was given to the ways out.
        case sent(Date)
        /// Nothing is sent before the end of the quiet hours.
        case waiting(until: Date)
        case held(HeldReason)
    }

    /// The reason why nothing was sent.
    public enum HeldReason: String, Sendable, CaseIterable {
        /// The day's number was reached.
        case dailyLimit = "daily-limit"
        /// There is no way out.
        case noWay = "no-way"
        case read, muted, keptBack = "kept-back"
        /// The reader wanted nothing more of the topic.
        case silenced
        /// A day had passed before it could be sent, as the server was off.
        case late

        /// True if the topic counts as told, so that another story of it makes no alert either.
        var countsAsTold: Bool { [.dailyLimit, .noWay, .silenced, .late].contains(self) }
    }

    /// The row ID.
    public let id: ID
    /// The rule, which may be gone.
    public let rule: AlertRule.ID
    /// The story that set it off, which names the topic in addresses.
    public let story: StoryID
    /// The edition in which the reader has the story.
    public let edition: EditionID
    /// The title of the story.
    public let title: String
    /// The name of the publisher.
    public let publisher: String
    /// The reason for it.
    public let reason: AlertReason
    /// The state.
    public let state: State
    /// True if the reader wanted nothing more of the topic.
    public let isSilenced: Bool
    /// The time at which the story was judged.
    public let createdAt: Date
    let messageID: String
}

/// The reason for an alert, as it was when the story came.
public struct AlertReason: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The kind of the rule.
    public let kind: AlertSubject.Kind
    /// The words, or the name of the place, section, feed or site.
    public let name: String
    /// The number of publishers that told it, and the minutes that they took; nil for other kinds.
    public var voices: GreatNews?
    /// True if the topic had been told before.
    public var isFollowUp: Bool

    /// The reason in words, as the web app, messages and the command line have it.
    public var description: String {
        let words =
            switch kind {
            case .words: "Your words “\(name)”"
            case .place: "Your place \(name)"
            case .section: "Everything in \(name)"
            case .feed, .site: "Everything of \(name)"
            case .greatNews:
                "Great news: \(voices.map { "\($0)" } ?? "several publishers")"
            }
        return isFollowUp ? "More on it. \(words)" : words
    }
}

/// The wording of messages about alerts, which is the web app's.
public protocol AlertMessageFormatter: Sendable {
    /// Returns the message of one alert.
    func message(of alert: Alert, id: String, badge: Int, at time: Date) -> OutgoingMessage

    /// Returns one message for the alerts that waited for the end of the quiet hours.
    func summary(of alerts: [Alert], id: String, badge: Int, at time: Date) -> OutgoingMessage
}

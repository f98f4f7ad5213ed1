public import Foundation

/// A reader's choice to be told of a channel's new stories by its hub, for all readers.
public enum HubChoice: String, Sendable, Codable, CaseIterable {
    /// Told while an alert follows the channel.
    case automatic
    /// Told as long as the channel has a hub.
    case always
    /// Asked as if the channel had no hub.
    case never
}

/// The state of a subscription at a hub.
public enum HubState: String, Sendable {
    /// There is none.
    case none
    /// The hub was asked, and has not verified the request.
    case requested
    case active
    /// The hub was asked to end it, and has not verified the request.
    case ending
    /// The hub has refused it (`hub.mode=denied`).
    case denied
    /// The hub could not be asked, or has not answered.
    case failed
    /// The hub misbehaved, so that nothing is taken from it for a day.
    case suspended
}

/// A reason why a hub does not tell of new stories. The raw values are stored.
public enum HubFailure: String, Sendable {
    case unreachable, refused, denied, unverified, lapsed
    case notSecure = "not-secure", noKey = "no-key"
    case flood, signature, otherTopic = "other-topic", unreadable, tooLarge = "too-large"
}

/// A channel's hub, and how it is told by it.
public struct HubSubscription: Sendable, Hashable {
    /// The host of the hub.
    public let host: String
    /// The reader's choice.
    public let choice: HubChoice
    /// The state of the subscription.
    public let state: HubState
    /// The reason why the hub does not tell; nil if it does, or has not been asked.
    public let failure: HubFailure?
    /// The hub's own words about a refusal.
    public let detail: String?
    /// The time at which the subscription ends unless it is renewed; nil without one.
    public let leaseEndsAt: Date?
    /// The time of the last content from the hub.
    public let lastMessageAt: Date?
    /// True if the hub has proved to tell in time, so that the channel is fetched once a day.
    public let isTold: Bool
}

/// The result of content that came to a callback address.
public enum HubReception: Sendable, Hashable {
    /// The content was accepted, perhaps to be ignored: hubs are told nothing about signatures (WebSub §8).
    case accepted
    /// There is no such subscription; the hub may forget it.
    case gone
}

/// A request of a hub to confirm what it was asked (WebSub §5.2 and §5.3).
public struct HubVerification: Sendable {
    /// The value of `hub.mode`.
    public let mode: String
    /// The value of `hub.topic`.
    public let topic: String
    /// The value of `hub.challenge`; empty without one.
    public let challenge: String
    /// The value of `hub.lease_seconds`; nil if it is missing or no number.
    public let leaseSeconds: Int?
    /// The value of `hub.reason`.
    public let reason: String?

    public init(mode: String, topic: String, challenge: String, leaseSeconds: Int?, reason: String?) {
        (self.mode, self.topic, self.challenge) = (mode, topic, challenge)
        (self.leaseSeconds, self.reason) = (leaseSeconds, reason)
    }
}

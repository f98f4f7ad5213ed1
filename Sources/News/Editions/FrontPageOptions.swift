public import Foundation

/// How an edition's front page is chosen (docs/why/how-the-front-page-is-chosen.md).
public struct FrontPageOptions: Sendable, Hashable {
    /// Which stories a section shows, and in which order.
    public enum Order: String, Sendable, CaseIterable {
        /// The weightiest of the fresh ones. A story is on the page once, and the weightiest may lead.
        case weighed
        /// The first of the section's list. A story may be in several sections, and none leads.
        case newest
    }

    public var order: Order
    /// How long stories keep their weights, and a lead its place.
    public var holdMinutes: Int
    /// Stories of one source in a section, while others have fresh ones.
    public var maxPerSource: Int

    public init(order: Order = .weighed, holdMinutes: Int = 60, maxPerSource: Int = 1) {
        self.order = order
        self.holdMinutes = holdMinutes
        self.maxPerSource = maxPerSource
    }

    /// When the stories on the page were weighed: the start of the current slot of `holdMinutes`, the same for everyone.
    public func slotStart(at now: Date) -> Date {
        let length = TimeInterval(max(1, holdMinutes)) * 60
        return Date(timeIntervalSince1970: (now.timeIntervalSince1970 / length).rounded(.down) * length)
    }
}

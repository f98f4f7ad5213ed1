public import Foundation

/// The options for the selection of stories on an edition's front page (docs/why/how-the-front-page-is-chosen.md).
public struct FrontPageOptions: Sendable, Hashable {
    /// The selection and order of stories in a section.
    public enum Order: String, Sendable, CaseIterable {
        /// The fresh stories with the greatest weights. A story is on the page once, and the one with the greatest
        /// weight may lead.
        case weighed
        /// The first stories of the section's list. A story may be in several sections, and none leads.
        case newest
        /// The first section's list, whole, without a lead. The other sections are lists of their own.
        case list
    }

    /// The selection and order of stories.
    public var order: Order
    /// The minutes for which stories keep their weights, and a lead its place.
    public var holdMinutes: Int
    /// The maximum number of stories of one source in a section, while other sources have fresh ones.
    public var maxPerSource: Int

    public init(order: Order = .weighed, holdMinutes: Int = 60, maxPerSource: Int = 1) {
        self.order = order
        self.holdMinutes = holdMinutes
        self.maxPerSource = maxPerSource
    }

    /// Returns the time at which the stories on the page were weighed: the start of the current slot of `holdMinutes`,
    /// the same for everyone.
    public func slotStart(at now: Date) -> Date {
        let length = TimeInterval(max(1, holdMinutes)) * 60
        return Date(timeIntervalSince1970: (now.timeIntervalSince1970 / length).rounded(.down) * length)
    }
}

/// A reader's choice of when digests of an edition are made, and of the ways by which they are sent.
public struct DigestSettings: Sendable, Hashable {
    /// True if digests are made.
    public var isOn: Bool
    /// The hours and their time zone.
    public var schedule: DigestSchedule
    /// The ways by which digests are sent besides being kept; empty for none.
    public var ways: Set<DeliveryWayRecord.ID>
    /// True if there is a feed of the digests.
    public internal(set) var hasFeed = false

    public init(isOn: Bool, schedule: DigestSchedule, ways: Set<DeliveryWayRecord.ID> = []) {
        (self.isOn, self.schedule, self.ways) = (isOn, schedule, ways)
    }
}

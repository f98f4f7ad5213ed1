public import Testing

/// The rows of docs/mission.md that a test proves. `scripts/check-mission` reads the claims and holds the page to them.
public struct MissionTrait: TestTrait, SuiteTrait {
    /// The ids of the rows, such as HN-12.
    public let rows: [String]
    /// True, since a claim of a suite is made by each of its tests.
    public var isRecursive: Bool { true }
}

extension Trait where Self == MissionTrait {
    /// Claims rows of the mission, by id, as string literals.
    public static func mission(_ rows: String...) -> Self { Self(rows: rows) }
}

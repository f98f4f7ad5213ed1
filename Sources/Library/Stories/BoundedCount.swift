/// A number of stories as pages show it: exact up to 999, then "999+" (decision 6).
public struct BoundedCount: Sendable, Hashable {
    /// At most `limit`.
    public let value: Int
    /// Whether there are more than `value`.
    public let isMore: Bool

    /// The highest number that is shown exactly.
    public static let limit = 999
    public static let none = BoundedCount(value: 0, isMore: false)

    public init(value: Int, isMore: Bool) {
        self.value = value
        self.isMore = isMore
    }

    /// - Parameter counted: a count that may have stopped anywhere above `limit`.
    public init(counted: Int) {
        self.init(value: min(counted, Self.limit), isMore: counted > Self.limit)
    }
}

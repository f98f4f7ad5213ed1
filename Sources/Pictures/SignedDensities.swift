/// One picture for screens of one, two and three pixels to a point.
public struct SignedDensities: Sendable {
    /// The path for `src`: of the middle width.
    public let usual: String
    /// All three, as `srcset` has them.
    public let all: String
}

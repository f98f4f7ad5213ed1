/// The same numbers in every run.
public struct Dice: Sendable {
    private var state: UInt64

    /// - Parameter state: where it begins; the same start gives the same numbers.
    public init(state: UInt64) { self.state = state }

    /// One of `0 ..< sides`.
    public mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % sides
    }
}

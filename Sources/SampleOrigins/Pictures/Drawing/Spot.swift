/// A place on the sheet, in pixels from the upper left.
struct Spot: Sendable, Hashable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    static func + (a: Spot, b: Spot) -> Spot { Spot(a.x + b.x, a.y + b.y) }

    /// The place between this and another.
    func towards(_ other: Spot, _ share: Double) -> Spot {
        Spot(x + (other.x - x) * share, y + (other.y - y) * share)
    }
}

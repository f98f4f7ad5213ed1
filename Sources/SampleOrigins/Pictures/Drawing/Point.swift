internal import Foundation

/// A place on the sheet, in pixels from the upper left.
struct Point: Sendable, Hashable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }

    /// The place between this and another.
    func towards(_ other: Point, _ share: Double) -> Point {
        Point(x + (other.x - x) * share, y + (other.y - y) * share)
    }
}

/// Directions by angle.
enum Angle {
    /// The unit vector of an angle in degrees, clockwise from the right, as SVG counts.
    static func unitVector(_ degrees: Double) -> Point {
        Point(cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    }

    /// The sine of a full turn's share.
    static func sine(_ share: Double) -> Double { sin(share * 2 * .pi) }
}

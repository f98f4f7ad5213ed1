internal import Foundation

/// A point on the canvas, in pixels from the upper left.
struct Point: Sendable, Hashable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }

    /// The point at a share of the way to another.
    func towards(_ other: Point, _ share: Double) -> Point {
        Point(x + (other.x - x) * share, y + (other.y - y) * share)
    }
}

/// Trigonometry for drawing.
enum Angle {
    /// The unit vector of an angle in degrees, clockwise from the right, as SVG counts.
    static func unitVector(_ degrees: Double) -> Point {
        Point(cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    }

    /// The sine of a share of a full turn.
    static func sine(_ share: Double) -> Double { sin(share * 2 * .pi) }
}

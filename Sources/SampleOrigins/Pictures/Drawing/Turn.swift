internal import Foundation

/// Directions by angle.
enum Turn {
    /// The unit vector of an angle in degrees, clockwise from the right, as SVG counts.
    static func of(_ degrees: Double) -> Spot {
        Spot(cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    }

    /// The sine of a full turn's share.
    static func wave(_ share: Double) -> Double { sin(share * 2 * .pi) }
}

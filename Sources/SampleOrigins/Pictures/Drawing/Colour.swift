internal import Untrusted

/// An RGB colour.
struct Colour: Sendable, Hashable {
    var red: Double
    var green: Double
    var blue: Double

    /// Parses `#rrggbb`; black if malformed.
    init(_ hex: String) {
        let number = Int(hex.dropFirst(), radix: 16) ?? 0
        red = Double(number >> 16 & 255) / 255
        green = Double(number >> 8 & 255) / 255
        blue = Double(number & 255) / 255
    }

    private init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Returns a mixture, in which a share of 0 is this colour, 1 the other.
    func mixed(_ other: Colour, _ share: Double) -> Colour {
        let share = max(0, min(1, share))
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
        return Colour(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// Returns the colour mixed with black; a share of 1 is black.
    func darkened(_ share: Double) -> Colour { mixed(Colour(red: 0, green: 0, blue: 0), share) }

    var css: String {
        "#" + Hex.encode([red, green, blue].map { UInt8(saturating: $0 * 255 + 0.5) })
    }
}

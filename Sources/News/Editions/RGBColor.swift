import Foundation
import Untrusted

/// An sRGB colour and its contrast (WCAG 2.2, 1.4.3 and 1.4.11).
public struct RGBColor: Sendable, Hashable {
    /// The channels, 0 … 255.
    public let red, green, blue: Int

    /// Black, `#000000`.
    public static let black = RGBColor(red: 0, green: 0, blue: 0)
    /// White, `#FFFFFF`.
    public static let white = RGBColor(red: 255, green: 255, blue: 255)
    /// The contrast that small text needs (1.4.3).
    public static let minimumTextContrast = 4.5

    /// Creates a colour from channels of 0 … 255.
    public init(red: Int, green: Int, blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Parses `#RRGGBB`; nil for any other text.
    public init?(_ text: String) {
        guard text.utf8.count == 7, text.hasPrefix("#"),
            let value = UntrustedInteger(digits: text.dropFirst(), radix: 16)?.int(in: 0...0xFFFFFF)
        else { return nil }
        self.init(red: value >> 16, green: value >> 8 & 0xFF, blue: value & 0xFF)
    }

    /// The colour as `#RRGGBB`.
    public var hex: String {
        "#" + Hex.encode([red, green, blue].map { UInt8(clamping: $0) }, isUppercase: true)
    }

    /// The relative luminance, 0 … 1.
    public var luminance: Double {
        func linear(_ channel: Int) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// True if black has more contrast with the colour than white has; at a luminance of 0.179 both have the same.
    public var isLight: Bool { luminance > 0.179 }

    /// Returns the contrast ratio, 1 … 21.
    public func contrast(with other: RGBColor) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// Returns a mixture with another colour.
    /// - Parameter share: The share of the other colour, 0 … 1.
    public func mixed(with other: RGBColor, _ share: Double) -> RGBColor {
        func part(_ one: Int, _ two: Int) -> Int {
            Int(saturating: (Double(one) * (1 - share) + Double(two) * share).rounded())
        }
        return RGBColor(red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
    }

    /// A background for dark mode that matches this one for light mode: a near-black with a trace of the hue.
    public var nightGround: RGBColor {
        let channels = [red, green, blue].map(Double.init)
        let mean = channels.reduce(0, +) / 3
        let tint = channels.map { $0 - mean }
        let scale = min(1, 8 / max(1, tint.map(abs).max() ?? 1))
        let night = tint.map { Int(saturating: (18 + $0 * scale).rounded()) }
        return RGBColor(red: night[0], green: night[1], blue: night[2])
    }

    /// Returns the nearest shade with the given contrast on all backgrounds; an accent keeps its hue. Returns black or
    /// white if no shade has it.
    public func legible(on backgrounds: [RGBColor], at ratio: Double = minimumTextContrast) -> RGBColor {
        let end: RGBColor = backgrounds.allSatisfy(\.isLight) ? .black : .white
        for step in 0...100 {
            let shade = mixed(with: end, Double(step) / 100)
            if backgrounds.allSatisfy({ shade.contrast(with: $0) >= ratio }) { return shade }
        }
        return end
    }
}

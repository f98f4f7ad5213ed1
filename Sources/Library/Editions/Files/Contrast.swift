import Foundation
import Untrusted

/// Colour contrast (WCAG 2.2, *contrast ratio* and *relative luminance*).
struct Contrast {
    /// For small text (WCAG 2.2, 1.4.3).
    static let minimumRatio = 4.5

    /// `#RRGGBB`.
    struct Colour: Equatable {
        var red: Int
        var green: Int
        var blue: Int

        init(red: Int, green: Int, blue: Int) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        init?(_ text: String) {
            guard text.utf8.count == 7, text.hasPrefix("#"),
                let number = UntrustedInteger(digits: text.dropFirst(), radix: 16)?.int(in: 0...0xFFFFFF)
            else { return nil }
            self.init(red: number >> 16, green: number >> 8 & 0xFF, blue: number & 0xFF)
        }

        var hex: String {
            let digits = Array("0123456789ABCDEF")
            return "#" + [red, green, blue].map { "\(digits[$0 >> 4])\(digits[$0 & 15])" }.joined()
        }

        var luminance: Double {
            func linear(_ part: Int) -> Double {
                let value = Double(part) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        }

        /// Moves `percent` of the way to another colour.
        func mixed(_ percent: Int, with other: Colour) -> Colour {
            func part(_ own: Int, _ theirs: Int) -> Int { (own * (100 - percent) + theirs * percent) / 100 }
            return Colour(
                red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
        }
    }

    static func ratio(_ a: Colour, _ b: Colour) -> Double {
        let (light, dark) = (max(a.luminance, b.luminance), min(a.luminance, b.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    /// The nearest colour with sufficient contrast.
    static func nearestReadable(to colour: Colour, on ground: Colour) -> Colour {
        let end =
            ground.luminance > 0.18 ? Colour(red: 0, green: 0, blue: 0) : Colour(red: 255, green: 255, blue: 255)
        for percent in 0...100 {
            let mixed = colour.mixed(percent, with: end)
            if ratio(mixed, ground) >= minimumRatio { return mixed }
        }
        return end
    }

    /// "3.9", truncated so that a failing ratio never looks sufficient.
    static func formatted(_ ratio: Double) -> String {
        let tenths = Int(saturating: ratio * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}

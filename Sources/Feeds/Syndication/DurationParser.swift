import Untrusted

/// A parser for podcast durations: seconds, `mm:ss` or `hh:mm:ss`, and the variants in use: `PT1H2M3S` (ISO 8601), `1h
/// 2m`, `25 min`.
enum DurationParser {
    /// The size in bytes of the longest text that is parsed.
    private static let maxLength = 100

    /// Returns the duration in whole seconds; nil if the text states none.
    static func seconds(_ text: String) -> Int? {
        guard text.utf8.count <= maxLength else { return nil }
        return (clock(text) ?? units(text)).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Reads numbers separated by colons. Text after the third number is ignored, as in Apple's directory.
    private static func clock(_ text: String) -> Int? {
        var sum = 0
        for part in text.split(separator: ":", omittingEmptySubsequences: false).prefix(3) {
            guard let number = wholeNumber(part.trimmingSpaces) else { return nil }
            sum = sum * 60 + number
        }
        return sum
    }

    private static func units(_ text: String) -> Int? {
        let lower = text.lowercased()
        var rest = lower.hasPrefix("p") ? String(lower.dropFirst()).filter { $0 != "t" }[...] : lower[...]
        var sum: Int?
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard !rest.isEmpty else { return sum }
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest.dropFirst(digits.count).drop { $0 == " " }
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count).drop { $0 == "." }
            guard let number = wholeNumber(digits), let unitLength = secondCount(of: unit) else { return nil }
            sum = min((sum ?? 0) + number * unitLength, 9_999_999)
        }
    }

    private static func secondCount(of unit: Substring) -> Int? {
        switch unit {
        case "s", "sec", "secs", "second", "seconds", "sek": 1
        case "m", "min", "mins", "minute", "minutes", "minuten": 60
        case "h", "hr", "hrs", "hour", "hours", "std": 3600
        case "d", "day", "days": 86_400
        default: nil
        }
    }

    private static func wholeNumber(_ text: some StringProtocol) -> Int? {
        UntrustedDecimal(text)?.within(0...9_999_999).map { Int(saturating: $0) }
    }
}

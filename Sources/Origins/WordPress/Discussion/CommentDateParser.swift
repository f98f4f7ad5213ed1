import Feeds
import Foundation
import Untrusted

/// A parser of the dates in themes: "April 2, 2013 at 9:15 am", "2 April 2013 at 21:15", "2013/04/02 at 9:15".
///
/// Dates without a zone are read as UTC, so they may be hours off; `time[datetime]`, REST API and feed are exact.
enum CommentDateParser {
    static func parse(_ text: String) -> Date? {
        let words = text.replacing(" at ", with: " ").replacing(",", with: " ").replacing("@", with: " ")
            .split(whereSeparator: \.isWhitespace).map(String.init)
        guard !words.isEmpty, words.count <= 12 else { return nil }
        var parts = Parts()
        for word in words { parts.add(word) }
        return parts.date ?? FeedDateParser.parse(text)
    }

    private struct Parts {
        var year: Int?
        var month: Int?
        var day: Int?
        var hour: Int?
        var minute = 0
        var isAfternoon: Bool?

        mutating func add(_ word: String) {
            let lowered = word.lowercased().filter { $0 != "." }
            if let number = Self.months.firstIndex(where: { lowered.count >= 3 && $0.hasPrefix(lowered) }) {
                month = number + 1
            } else if lowered == "am" || lowered == "pm" {
                isAfternoon = lowered == "pm"
            } else if lowered.contains(":") {
                addTime(lowered)
            } else if lowered.contains("/") || lowered.contains("-") {
                addDate(lowered)
            } else if let number = UntrustedInteger(digits: lowered.prefix { $0.isNumber })?.int(in: 0...9999) {
                if number > 31 { year = number } else { day = number }
            }
        }

        /// Parses a time: "9:15", "9:15am", "21:15:30".
        private mutating func addTime(_ word: String) {
            let numbers = word.split(separator: ":").map {
                UntrustedInteger(digits: $0.prefix { $0.isNumber })?.int(in: 0...99)
            }
            guard numbers.count >= 2, let first = numbers[0], let second = numbers[1] else { return }
            (hour, minute) = (first, second)
            if word.hasSuffix("am") { isAfternoon = false }
            if word.hasSuffix("pm") { isAfternoon = true }
        }

        /// Parses a date that begins with the year; other orders are ambiguous.
        private mutating func addDate(_ word: String) {
            let numbers = word.split { $0 == "/" || $0 == "-" }.compactMap {
                UntrustedInteger(digits: $0)?.int(in: 0...9999)
            }
            guard numbers.count == 3, numbers[0] > 31 else { return }
            (year, month, day) = (numbers[0], numbers[1], numbers[2])
        }

        var date: Date? {
            guard let year, let month, let day, (1900...2200).contains(year), (1...12).contains(month) else {
                return nil
            }
            var hour = hour ?? 0
            if isAfternoon == true, hour < 12 { hour += 12 }
            if isAfternoon == false, hour == 12 { hour = 0 }
            guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return FeedDateParser.parse("\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):00Z")
        }

        private static let months = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ]
    }
}

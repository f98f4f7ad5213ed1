/// A subject parsed from its words.
struct Scene: Sendable {
    /// The time of day, which decides the light.
    enum Hour: Sendable {
        case night, dusk, dawn, day, noon, grey
    }

    private let words: String
    let hour: Hour

    init(_ subject: String, defaultHour: Hour) {
        words = " " + subject.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : " " }.joined() + " "
        hour = Self.hour(of: words) ?? defaultHour
    }

    /// Returns true if a word with one of these beginnings occurs.
    func has(_ beginnings: String...) -> Bool {
        beginnings.contains { words.contains(" " + $0) }
    }

    var isDark: Bool { hour == .night }
    var isRainy: Bool { has("rain", "wet", "driving") }
    var isFoggy: Bool { has("fog", "mist", "cloud", "smoke") }
    var isWindy: Bool { has("wind", "gale", "storm", "swell", "choppy", "breaking", "spray") }

    /// Returns the number before a noun, such as 6 in "six boats"; the default if there is none.
    func count(_ noun: String, default defaultCount: Int) -> Int {
        let parts = words.split(separator: " ")
        for (index, part) in parts.enumerated() where part.hasPrefix(noun) && index > 0 {
            if let number = Self.numbers[String(parts[index - 1])] ?? Int(parts[index - 1]) { return number }
        }
        return defaultCount
    }

    private static let numbers = [
        "one": 1, "lone": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
        "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    ]

    private static let hours: [(Hour, [String])] = [
        (.night, [" night", " dark", " stars", " moths", " aurora", " midnight"]),
        (.dusk, [" dusk", " evening", " sunset", " late sun", " low sun", " lamp", " dim", " fire"]),
        (.dawn, [" dawn", " morning", " early", " sunrise"]),
        (.noon, [" noon", " bright", " sunny", " afternoon sun", " summer"]),
        (.grey, [" grey", " overcast", " fog", " low cloud", " rain", " storm", " swell", " winter", " snow"]),
        (.day, [" day", " daylight", " window"]),
    ]

    private static func hour(of words: String) -> Hour? {
        hours.first { $0.1.contains { words.contains($0) } }?.0
    }
}

/// A text made to be slow to parse: a repeated unit, which is usually never closed.
public struct HostileShape: Sendable, CustomStringConvertible {
    private let head: String
    private let unit: String
    private let tail: String

    /// Creates a text.
    /// - Parameter unit: The repeated part; `{n}` in it is replaced with a number.
    public init(_ head: String, _ unit: String, _ tail: String = "") {
        (self.head, self.unit, self.tail) = (head, unit, tail)
    }

    /// Creates a text of the unit alone.
    public init(_ unit: String) { self.init("", unit) }

    /// Returns a text for every combination of head and unit.
    public static func all(heads: [String], units: [String], tail: String = "") -> [HostileShape] {
        heads.flatMap { head in units.map { HostileShape(head, $0, tail) } }
    }

    /// Returns a text of about this size in bytes.
    public func text(_ size: Int) -> String {
        let parts = unit.split(separator: "{n}", omittingEmptySubsequences: false)
        guard parts.count > 1 else {
            return head + String(repeating: unit, count: max(0, size - head.utf8.count) / unit.utf8.count) + tail
        }
        var text = head
        var number = 0
        while text.utf8.count < size {
            text += parts.joined(separator: "\(number)")
            number += 1
        }
        return text + tail
    }

    public var description: String { "\(head.suffix(60))(\(unit))*\(tail.suffix(20))" }

    /// The maximum ratio of the costs of a text and one of a quarter of its length: a linear cost gives 4, a quadratic
    /// one 16.
    private static let maxGrowth = 8
    /// The cost below which nothing is compared.
    private static let smallCost = Duration.milliseconds(40)

    /// Returns a description of the cost of `work` if it grows faster than the length; nil otherwise. The compared
    /// costs are processor times, so that neither a slow machine nor a busy one matters.
    /// - Parameter size: The size of the longer text in bytes.
    public func superlinearCost(at size: Int = 128 << 10, of work: (String) -> Void) -> String? {
        let long = text(size)
        var (least, most) = (Duration.zero, Duration.seconds(1_000))
        for _ in 0..<3 {
            most = min(most, CPUTime.of { work(long) })
            if most < Self.smallCost { return nil }
            let short = text(size / 4)
            least = max(least, CPUTime.of { work(short) })
            if most < least * Self.maxGrowth { return nil }
        }
        return "\(description): \(size / 4) bytes took \(least), \(size) bytes \(most)"
    }
}

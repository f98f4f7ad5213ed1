/// A text made to be slow: something repeated, which is usually never closed.
public struct HostileShape: Sendable, CustomStringConvertible {
    private let head: String
    private let unit: String
    private let tail: String

    /// - Parameter unit: is repeated; `{n}` in it becomes a number.
    public init(_ head: String, _ unit: String, _ tail: String = "") {
        (self.head, self.unit, self.tail) = (head, unit, tail)
    }

    /// The unit alone.
    public init(_ unit: String) { self.init("", unit) }

    /// Every unit after every head.
    public static func all(heads: [String], units: [String], tail: String = "") -> [HostileShape] {
        heads.flatMap { head in units.map { HostileShape(head, $0, tail) } }
    }

    /// A text of about so many bytes.
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

    /// How often as costly four times the length may be: a linear cost gives 4, a quadratic one 16.
    private static let maxGrowth = 8
    /// Below it nothing is compared.
    private static let smallCost = Duration.milliseconds(40)

    /// Nil if the cost of `work` grows with the length only. Costs are processor times, compared with each other, so that
    /// neither a slow machine nor a busy one matters.
    /// - Parameter size: of the longer text, in bytes.
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

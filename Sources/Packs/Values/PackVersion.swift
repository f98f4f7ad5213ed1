import Untrusted

/// The version of a publication: up to four numbers joined by dots, compared number by number. `1.10` is above `1.9`,
/// and `2` equals `2.0`.
public struct PackVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    private var numbers: [Int]

    /// - Returns: nil unless the text has one to four numbers of up to nine digits.
    public init?(_ text: some StringProtocol) {
        var numbers: [Int] = []
        for piece in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard let number = UntrustedInteger(digits: piece)?.int(in: 0...999_999_999) else { return nil }
            numbers.append(number)
        }
        guard numbers.count <= 4 else { return nil }
        while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
    }

    public static func < (one: PackVersion, other: PackVersion) -> Bool {
        one.numbers.lexicographicallyPrecedes(other.numbers)
    }

    /// The version with the last number raised by one: `2.2` after `2.1`.
    public var next: PackVersion {
        var next = self
        if let last = numbers.last, last < 999_999_999 { next.numbers[numbers.count - 1] = last + 1 }
        return next
    }

    /// The numbers joined by dots, without zeros at the end.
    public var description: String { numbers.map(String.init).joined(separator: ".") }
}

extension PackVersion {
    /// The lowest version.
    public static let zero = PackVersion(numbers: [0])

    private init(numbers: [Int]) { self.numbers = numbers }
}

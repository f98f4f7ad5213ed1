/// A request's `Range` header (RFC 9110 §14.1.2): one byte range. Anything else, also several ranges, means the whole,
/// as §14.2 allows.
public enum HTTPByteRange: Sendable, Hashable {
    /// The largest length and position: 1 TiB, so that sums of two stay far inside `Int64`.
    public static let maxLength: Int64 = 1 << 40

    case whole
    /// From a position through another (which is not before it) or to the end. Both at most ``maxLength``.
    case from(Int64, through: Int64?)
    /// The last bytes, at most ``maxLength`` of them; `-0` is unsatisfiable.
    case last(Int64)

    /// Parses the header. Positions above ``maxLength`` are clamped to it, which is beyond every end.
    public init(_ header: String?) {
        self = .whole
        guard let header, header.utf8.count < 100, header.prefix(6).lowercased() == "bytes=" else { return }
        let parts = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        let numbers = parts.map { UntrustedInteger(digits: $0)?.clamped(to: 0...Self.maxLength) }
        switch (numbers[0], numbers[1]) {
        case (let first?, let through?) where first <= through: self = .from(first, through: through)
        case (let first?, nil) where parts[1].isEmpty: self = .from(first, through: nil)
        case (nil, let count?) where parts[0].isEmpty: self = .last(count)
        default: return
        }
    }

    /// The range within a resource of that length; nil when unsatisfiable, or the length is above ``maxLength``.
    public func bytes(of length: Int64) -> Range<Int64>? {
        guard (0...Self.maxLength).contains(length) else { return nil }
        switch self {
        case .whole: return Range(checked: 0, length)
        case .from(let first, let through):
            guard first >= 0, first < length else { return nil }
            return Range(checked: first, min(length, min(through ?? Self.maxLength, Self.maxLength) + 1))
        case .last(let count):
            guard count > 0, length > 0 else { return nil }
            return Range(checked: max(0, length - min(count, Self.maxLength)), length)
        }
    }

    /// The range to request first while the length is unknown: at most `most` bytes from the beginning of the range.
    /// For the last bytes, and for an unsatisfiable range, the first byte, whose response tells the length.
    public func firstRequest(most: Int64) -> Range<Int64> {
        let one = 0..<Int64(1)
        guard (1...Self.maxLength).contains(most) else { return one }
        switch self {
        case .whole: return Range(checked: 0, most) ?? one
        case .last: return one
        case .from(let first, let through):
            guard first >= 0, first < Self.maxLength else { return one }
            let end = min(first + most, min(through ?? Self.maxLength, Self.maxLength) + 1)
            return Range(checked: first, max(end, first + 1)) ?? one
        }
    }
}

/// A response's `Content-Range` (RFC 9110 §14.4): always 0 ≤ first ≤ last < length ≤ ``HTTPByteRange/maxLength``.
public struct ContentRange: Sendable, Hashable {
    public let first: Int64
    public let last: Int64
    /// The length of the whole.
    public let length: Int64

    /// How many bytes the part has; at least one.
    public var count: Int64 { last - first + 1 }

    /// Parses `bytes 0-99/1234`; nil for anything else, also for `bytes 0-99/*`, which lacks the length.
    public init?(_ header: String?) {
        guard let (range, total) = Self.halves(header) else { return nil }
        let ends = range.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let length = UntrustedInteger(digits: total)?.within(1...HTTPByteRange.maxLength),
            let last = UntrustedInteger(digits: ends[1])?.within(0...(length - 1)),  // bounded: length is at least 1
            let first = UntrustedInteger(digits: ends[0])?.within(0...last)  // bounded: last is at least 0
        else { return nil }
        (self.first, self.last, self.length) = (first, last, length)
    }

    /// The length in `bytes */1234`, the header of a 416 response; nil for anything else.
    public static func unsatisfiedLength(_ header: String?) -> Int64? {
        guard let (range, total) = halves(header), range == "*" else { return nil }
        return UntrustedInteger(digits: total)?.within(0...HTTPByteRange.maxLength)
    }

    private static func halves(_ header: String?) -> (range: Substring, total: Substring)? {
        guard let header, header.utf8.count < 100, header.prefix(6).lowercased() == "bytes " else { return nil }
        let halves = header.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        return halves.count == 2 ? (halves[0], halves[1]) : nil
    }
}

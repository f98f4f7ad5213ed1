/// A `Range` header of bytes (RFC 9110 §14.1.2). Everything except a single range means the whole representation
/// (§14.2).
public enum HTTPByteRange: Sendable, Hashable {
    /// The greatest supported length: 1 TiB, so that the sum of two lengths fits in `Int64`.
    public static let maxLength: Int64 = 1 << 40

    case whole
    /// A range from one position through a later or equal one, or to the end (nil); positions are at most
    /// ``maxLength``.
    case from(Int64, through: Int64?)
    /// The last bytes; the count is at most ``maxLength``, and 0 (`-0`) is unsatisfiable.
    case last(Int64)

    /// Parses the header's value and clamps positions to ``maxLength``.
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

    /// Returns the requested bytes of a representation; nil if the range is unsatisfiable or `length` above
    /// ``maxLength``.
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

    /// Returns the range to request while the length is unknown: at most `limit` bytes from the range's start, or else
    /// the first byte, whose response states the length.
    public func firstRequest(limit: Int64) -> Range<Int64> {
        let one = 0..<Int64(1)
        guard (1...Self.maxLength).contains(limit) else { return one }
        switch self {
        case .whole: return Range(checked: 0, limit) ?? one
        case .last: return one
        case .from(let first, let through):
            guard first >= 0, first < Self.maxLength else { return one }
            let end = min(first + limit, min(through ?? Self.maxLength, Self.maxLength) + 1)
            return Range(checked: first, max(end, first + 1)) ?? one
        }
    }
}

/// A `Content-Range` header (RFC 9110 §14.4) with 0 ≤ first ≤ last < length ≤ ``HTTPByteRange/maxLength``.
public struct ContentRange: Sendable, Hashable {
    /// The position of the first byte.
    public let first: Int64
    /// The position of the last byte, inclusive.
    public let last: Int64
    /// The length of the whole representation in bytes.
    public let length: Int64

    /// The number of bytes in the range, at least one.
    public var count: Int64 { last - first + 1 }

    /// Parses a value such as `bytes 0-99/1234`; nil for an unknown length (`bytes 0-99/*`).
    public init?(_ header: String?) {
        guard let (range, total) = Self.halves(header) else { return nil }
        let ends = range.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let length = UntrustedInteger(digits: total)?.within(1...HTTPByteRange.maxLength),
            let last = UntrustedInteger(digits: ends[1])?.within(0...(length - 1)),  // bounded: length is at least 1
            let first = UntrustedInteger(digits: ends[0])?.within(0...last)  // bounded: last is at least 0
        else { return nil }
        (self.first, self.last, self.length) = (first, last, length)
    }

    /// Returns the length of the representation from `bytes */1234` in a 416 response.
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

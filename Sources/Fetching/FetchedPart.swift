import Untrusted

/// Some bytes of something larger, as an origin gave them in answer to a question for a range (RFC 9110 §14).
public struct FetchedPart: Sendable, Hashable {
    /// From where they were asked on; fewer than were asked for at the end, none beyond it.
    public let bytes: [UInt8]
    /// How long the whole is: 0 to `HTTPByteRange.longest`.
    public let length: Int64

    public init(bytes: [UInt8], length: Int64) {
        self.bytes = bytes
        self.length = length
    }
}

extension FetchAnswer {
    /// The bytes that were asked for, as a 206, 200 or 416 gives them. Nothing that the head says is believed further than it
    /// can be: a part that begins elsewhere, or whose numbers cannot be, is none.
    /// - Parameter asked: the range of the question, within 0 to `HTTPByteRange.longest`.
    /// - Returns: nil where the answer is about other bytes than were asked for, and for any other status.
    public func part(_ asked: Range<Int64>) -> FetchedPart? {
        guard let wanted = UntrustedInteger(asked.upperBound).within(0...HTTPByteRange.longest),
            let start = UntrustedInteger(asked.lowerBound).within(0...HTTPByteRange.longest)
        else { return nil }
        let most = Int(wanted - start)
        switch status {
        case 206:
            guard let range = ContentRange(header("content-range")), range.first == start else { return nil }
            return FetchedPart(bytes: Array(body.prefix(min(most, Int(range.count)))), length: range.length)
        case 200:
            // An origin that knows no ranges sends the whole, which the fetcher bounds.
            return FetchedPart(bytes: Array(body.dropFirst(Int(start)).prefix(most)), length: Int64(body.count))
        case 416:
            return FetchedPart(bytes: [], length: ContentRange.unsatisfiedLength(header("content-range")) ?? 0)
        default: return nil
        }
    }
}

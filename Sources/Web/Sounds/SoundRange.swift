/// Which bytes of a recording a player asks for (RFC 9110 §14.1.2): one range; anything else is the whole.
enum SoundRange: Sendable, Equatable {
    case whole
    case from(Int64, through: Int64?)
    case last(Int64)

    init(_ header: String?) {
        self = .whole
        guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return }
        let parts = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return }
        switch (Int64(parts[0]), Int64(parts[1])) {
        case (let first?, let through?) where first <= through: self = .from(first, through: through)
        case (let first?, nil) where parts[1].isEmpty: self = .from(first, through: nil)
        case (nil, let count?) where parts[0].isEmpty && count > 0: self = .last(count)
        default: return
        }
    }

    /// The bytes, of a recording so long; nil when it has none of them.
    func bytes(of length: Int64) -> Range<Int64>? {
        switch self {
        case .whole: return 0..<length
        case .from(let first, let through):
            guard first < length else { return nil }
            return first..<min(length, (through ?? length - 1) &+ 1)
        case .last(let count): return length > 0 ? max(0, length - count)..<length : nil
        }
    }
}

/// One range of a Range header (RFC 9110, 14.1.2).
enum ByteRange {
    /// The bytes asked for, or nil if the header cannot be met. Of several ranges only a first and only one is served.
    static func read(_ header: String, length: Int) -> Range<Int>? {
        guard header.hasPrefix("bytes="), !header.contains(",") else { return nil }
        let parts = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch (Int(parts[0]), Int(parts[1])) {
        case (let first?, let last?) where first <= last && first < length: return first..<min(last + 1, length)
        case (let first?, nil) where parts[1].isEmpty && first < length: return first..<length
        case (nil, let last?) where parts[0].isEmpty && last > 0: return max(0, length - last)..<length
        default: return nil
        }
    }
}

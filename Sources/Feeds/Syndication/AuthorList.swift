/// The names of the authors with the highest rank, each once. Bounded, because every story may inherit the feed's
/// authors.
struct AuthorList {
    private(set) var names: [String] = []
    private var rank = 0
    /// True if some authors were dropped.
    private(set) var isOverfull = false

    private static let maxNames = 100
    /// The limit in bytes of one name, and of all names together.
    private static let maxLength = 2_000

    /// Adds a name; a higher rank replaces the names of lower ranks, which are then ignored.
    mutating func add(_ name: String, rank: Int = 1) {
        guard rank >= self.rank else { return }
        if rank > self.rank { names = [] }
        self.rank = rank
        let name = name.prefix(bytes: Self.maxLength)
        guard !names.contains(name) else { return }
        guard names.count < Self.maxNames else {
            isOverfull = true
            return
        }
        names.append(name)
    }

    /// The names joined by commas; nil if there are none.
    var joined: String? {
        guard names.count != 1 else { return names[0] }
        return names.isEmpty ? nil : names.joined(separator: ", ").prefix(bytes: Self.maxLength)
    }
}

extension String {
    /// Returns the beginning of at most `bytes` bytes; does not split code points.
    func prefix(bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var end = utf8.index(startIndex, offsetBy: bytes)
        while end > startIndex, utf8[end] & 0xC0 == 0x80 { utf8.formIndex(before: &end) }
        return String(self[..<end])
    }
}

/// Remembers every name of a document once, so that comparing names is comparing numbers.
///
/// It is shared by a scanner and its sink: names are only ever added, and a symbol means the same for good.
final class XMLNames {
    /// A name as written, with what was found out about it when it first came.
    struct Symbol {
        let start: Int
        let count: Int
        /// The symbol of the part before the colon; 0 for none.
        let prefix: Int
        let local: ElementName
        /// What the name means as a namespace's address.
        let space: FeedSpace
        /// What the name means as an undeclared prefix.
        let usualSpace: FeedSpace?
    }

    /// The empty name.
    static let none = 0

    // One scanner owns it and never enters it twice, so exclusive access need not be checked at run time.
    @exclusivity(unchecked) private(set) var symbols: [Symbol] = []
    /// Every name, one behind the other.
    @exclusivity(unchecked) private var spellings: [UInt8] = []
    @exclusivity(unchecked) private var slots: [Int32]
    @exclusivity(unchecked) private var mask: Int

    init() {
        slots = Array(repeating: -1, count: 1024)
        mask = 1023
        let nothing: [UInt8] = []
        _ = nothing.withUnsafeBufferPointer { symbol(for: $0) }
    }

    /// The number of a name, new or known.
    func symbol(for name: UnsafeBufferPointer<UInt8>) -> Int {
        var slot = Self.hash(name) & mask
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if spells(index, name) { return index }
            slot = (slot + 1) & mask
        }
        return insert(Array(name))
    }

    /// Whether a symbol is spelled so.
    func spells(_ symbol: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let (start, count) = (symbols[symbol].start, symbols[symbol].count)
        guard count == name.count else { return false }
        for index in 0..<count where spellings[start + index] != name[index] { return false }
        return true
    }

    /// The same without regard to case.
    func nearlySpells(_ symbol: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let (start, count) = (symbols[symbol].start, symbols[symbol].count)
        guard count == name.count else { return false }
        for index in 0..<count where spellings[start + index].lower != name[index].lower { return false }
        return true
    }

    /// A name as written.
    func spelling(_ symbol: Int) -> ArraySlice<UInt8> {
        spellings[symbols[symbol].start..<symbols[symbol].start + symbols[symbol].count]
    }

    private func insert(_ bytes: [UInt8]) -> Int {
        let colon = bytes.firstIndex(of: 0x3A)
        let prefix =
            colon.map { position in bytes[..<position].withUnsafeBufferPointer { symbol(for: $0) } } ?? Self.none
        let local = bytes[(colon.map { $0 + 1 } ?? 0)...].map(\.lower)
        // A short text may be a prefix, a long one an address; both are looked up once per name.
        let text = bytes.count <= 200 ? String(decoding: bytes, as: UTF8.self) : "?"
        let new = Symbol(
            start: spellings.count, count: bytes.count, prefix: prefix,
            local: ElementName(rawValue: String(decoding: local, as: UTF8.self)) ?? .unknown,
            space: FeedSpace(address: text), usualSpace: FeedSpace(undeclaredPrefix: text))
        spellings.append(contentsOf: bytes)
        symbols.append(new)
        if symbols.count * 2 > slots.count { grow() }
        place(symbols.count - 1)
        return symbols.count - 1
    }

    private func grow() {
        mask = slots.count * 2 - 1
        slots = Array(repeating: -1, count: mask + 1)
        for index in symbols.indices.dropLast() { place(index) }
    }

    private func place(_ index: Int) {
        var slot = spelling(index).withUnsafeBufferPointer(Self.hash) & mask
        while slots[slot] >= 0 { slot = (slot + 1) & mask }
        slots[slot] = Int32(index)
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: (hash ^ hash >> 29) & 0x7FFF_FFFF)
    }
}

import Glibc

/// Interns the names of a document, so that comparing names is comparing numbers.
///
/// A scanner and its sink share it: names are only ever added, and a symbol keeps its meaning. The number of names is
/// limited; further ones are all the name ``overflow``, so that no document can fill the memory.
///
/// The names live in manually managed memory, because they are looked up for every tag. Safety rests on these
/// invariants: symbols come from ``symbol(for:)`` alone and are below `count`; the first `count` elements of `symbols`
/// are initialised; every symbol's `start..<start + count` lies within the used bytes of `nameBytes`; every element of
/// `slots` is -1 or a symbol, and at least half of them are -1, so that every search ends. No pointer into this memory
/// leaves a method.
final class XMLNameTable {
    /// A name as written, with what was computed when it was first seen.
    struct Symbol {
        fileprivate let key: PackedName
        fileprivate let start: Int
        /// Length in bytes.
        let count: Int
        /// The symbol of the part before the colon; 0 for none.
        let prefix: Int
        let local: ElementName
        /// Its meaning as a namespace address, computed on demand.
        fileprivate var space: FeedNamespace?
        /// Its meaning as an undeclared prefix, computed on demand.
        fileprivate var prefixSpace: FeedNamespace??
    }

    /// The empty name.
    static let empty = 0
    /// The name of all names beyond the limits of number and length.
    static let overflow = 1
    private static let maxNames = 20_000
    private static let maxNameLength = 1024
    /// Different in every process, so that no document can be crafted whose names all collide.
    private static let seeds = (UInt64(truncatingIfNeeded: "names".hashValue), UInt64(truncatingIfNeeded: "".hashValue))

    // One scanner owns it and never enters it twice, so exclusive access needs no check at run time.
    @exclusivity(unchecked) private var symbols: UnsafeMutablePointer<Symbol>
    @exclusivity(unchecked) private var count = 0
    @exclusivity(unchecked) private var capacity = 64
    @exclusivity(unchecked) private var slots: UnsafeMutablePointer<Int32>
    /// One less than the number of slots, which is a power of two and four times `capacity`.
    @exclusivity(unchecked) private var mask = 255
    /// The bytes of all names, concatenated.
    @exclusivity(unchecked) private var nameBytes: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var nameByteCount = 0
    @exclusivity(unchecked) private var nameByteCapacity = 1024
    private let seeds = XMLNameTable.seeds

    init() {
        symbols = .allocate(capacity: capacity)
        slots = .allocate(capacity: mask + 1)
        slots.initialize(repeating: -1, count: mask + 1)
        nameBytes = .allocate(capacity: nameByteCapacity)
        let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        for symbol in [Self.empty, Self.overflow] {
            (symbols + symbol).initialize(
                to: Symbol(key: PackedName(nothing, seeds.0), start: 0, count: 0, prefix: Self.empty, local: .unknown))
        }
        count = 2
    }

    deinit {
        symbols.deallocate()
        slots.deallocate()
        nameBytes.deallocate()
    }

    /// The data of a symbol.
    @inline(__always)
    subscript(symbol: Int) -> Symbol {
        precondition(symbol < count)
        return symbols[symbol]
    }

    /// Returns the symbol of a name, interning it when new.
    func symbol(for name: UnsafeBufferPointer<UInt8>) -> Int {
        guard !name.isEmpty else { return Self.empty }
        let key = PackedName(name, seeds.0)
        return find(name, key) ?? insert(name, key)
    }

    @inline(__always)
    private func find(_ name: UnsafeBufferPointer<UInt8>, _ key: PackedName) -> Int? {
        var slot = key.hash(seeds) & mask
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if symbols[index].key == key, symbols[index].count == name.count,
                name.count <= PackedName.wholeNames || matches(index, name)
            {
                return index
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Returns whether a symbol is spelled so.
    @inline(__always)
    func matches(_ symbol: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let known = self[symbol]
        guard known.count == name.count, let base = name.baseAddress, symbol != Self.overflow else { return false }
        return memcmp(nameBytes + known.start, base, known.count) == 0
    }

    /// Returns the same without regard to case. All names beyond the limits count as equal.
    func matchesIgnoringCase(_ symbol: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let known = self[symbol]
        if symbol == Self.overflow { return !name.isEmpty && find(name, PackedName(name, seeds.0)) == nil }
        guard known.count == name.count else { return false }
        for index in 0..<known.count where nameBytes[known.start + index].lower != name[index].lower { return false }
        return true
    }

    /// Returns a name as written.
    func writtenName(_ symbol: Int) -> ArraySlice<UInt8> {
        let known = self[symbol]
        return Array(UnsafeBufferPointer(start: nameBytes + known.start, count: known.count))[...]
    }

    /// Returns the meaning of a name as a namespace address.
    func space(ofAddress symbol: Int) -> FeedNamespace {
        if let known = self[symbol].space { return known }
        let space = symbol == Self.overflow || self[symbol].count > 200 ? .other : FeedNamespace(address: text(symbol))
        symbols[symbol].space = space
        return space
    }

    /// Returns the meaning of a name as an undeclared prefix.
    func space(ofPrefix symbol: Int) -> FeedNamespace? {
        if let known = self[symbol].prefixSpace { return known }
        let space = self[symbol].count > 200 ? nil : FeedNamespace(undeclaredPrefix: text(symbol))
        symbols[symbol].prefixSpace = .some(space)
        return space
    }

    private func text(_ symbol: Int) -> String {
        String(decoding: writtenName(symbol), as: UTF8.self)
    }

    private func insert(_ name: UnsafeBufferPointer<UInt8>, _ key: PackedName) -> Int {
        guard count < Self.maxNames, name.count <= Self.maxNameLength else { return Self.overflow }
        let colon = name.firstIndex(of: 0x3A)
        // This may intern the prefix, and so must come before this name is stored.
        let prefix = colon.map { symbol(for: UnsafeBufferPointer(rebasing: name[..<$0])) } ?? Self.empty
        let local = name[(colon.map { $0 + 1 } ?? 0)...].map(\.lower)
        grow(for: name.count)
        if let base = name.baseAddress { (nameBytes + nameByteCount).initialize(from: base, count: name.count) }
        let new = Symbol(
            key: key, start: nameByteCount, count: name.count, prefix: prefix,
            local: ElementName(rawValue: String(decoding: local, as: UTF8.self)) ?? .unknown)
        (symbols + count).initialize(to: new)
        nameByteCount += name.count
        count += 1
        slot(count - 1)
        return count - 1
    }

    /// Makes room for one more symbol with so many bytes.
    private func grow(for bytes: Int) {
        if nameByteCount + bytes > nameByteCapacity {
            nameByteCapacity = max(nameByteCapacity * 2, nameByteCount + bytes)
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: nameByteCapacity)
            larger.moveInitialize(from: nameBytes, count: nameByteCount)
            nameBytes.deallocate()
            nameBytes = larger
        }
        guard count == capacity else { return }
        capacity *= 2
        let larger = UnsafeMutablePointer<Symbol>.allocate(capacity: capacity)
        larger.moveInitialize(from: symbols, count: count)
        symbols.deallocate()
        symbols = larger
        slots.deallocate()
        mask = capacity * 4 - 1
        slots = .allocate(capacity: mask + 1)
        slots.initialize(repeating: -1, count: mask + 1)
        for index in 2..<count { slot(index) }  // bounded: at least two symbols are known
    }

    private func slot(_ index: Int) {
        var slot = symbols[index].key.hash(seeds) & mask
        while slots[slot] >= 0 { slot = (slot + 1) & mask }
        slots[slot] = Int32(truncatingIfNeeded: index)
    }

    /// A name's bytes packed into two numbers: with its length they identify a name up to ``wholeNames`` bytes; for
    /// longer ones they are its beginning and a hash of all of it.
    fileprivate struct PackedName: Equatable {
        static let wholeNames = 16
        let first: UInt64
        let last: UInt64

        /// Every load lies within the name.
        @inline(__always)
        init(_ name: UnsafeBufferPointer<UInt8>, _ seed: UInt64) {
            guard let base = name.baseAddress, name.count > 0 else {
                (first, last) = (0, 0)
                return
            }
            let raw = UnsafeRawPointer(base)
            switch name.count {
            case 8...16:
                first = raw.loadUnaligned(as: UInt64.self)
                last = raw.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self)
            case 4..<8:
                first = UInt64(raw.loadUnaligned(as: UInt32.self))
                last = UInt64(raw.loadUnaligned(fromByteOffset: name.count - 4, as: UInt32.self))
            case 1..<4:
                first = UInt64(base[0]) | UInt64(base[name.count / 2]) << 8
                last = UInt64(base[name.count - 1])
            default:
                var sum = seed
                for byte in name { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
                (first, last) = (raw.loadUnaligned(as: UInt64.self), sum)
            }
        }

        @inline(__always)
        func hash(_ seeds: (UInt64, UInt64)) -> Int {
            let product = (first ^ seeds.0).multipliedFullWidth(by: last ^ seeds.1)
            return Int(truncatingIfNeeded: product.high ^ product.low)
        }
    }
}

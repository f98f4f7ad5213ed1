import Glibc
import Untrusted

/// A table that interns a document's names, so that they compare as numbers. Names beyond the limits become
/// ``overflow``, which bounds memory.
///
/// Memory is manual, because every tag looks up names. Invariants: symbols come from ``symbol(for:)`` alone and are
/// below `count`; the first `count` elements of `symbols` are initialised; every symbol's `start..<start + count` lies
/// within the used bytes of `nameBytes`; elements of `slots` are -1 or a symbol, and at least half are -1, so that
/// searches end. No pointer into this memory leaves a method.
final class XMLNameTable {
    struct NameRecord {
        fileprivate let key: PackedName
        fileprivate let start: Int
        /// The length of the name in bytes.
        let count: Int
        /// The symbol of the prefix before the colon; 0 without one.
        let prefix: Int
        let local: ElementName
        /// The meaning of the name as a namespace URI, computed on demand.
        fileprivate var namespace: FeedNamespace?
        /// The meaning of the name as an undeclared prefix, computed on demand.
        fileprivate var prefixNamespace: FeedNamespace??
    }

    static let empty = 0
    /// The symbol of all names beyond the limits.
    static let overflow = 1
    private static let maxNames = 20_000
    private static let maxNameLength = 1024
    /// The hash seeds, random per process, so that no document can force collisions.
    private static let seeds = (UInt64(truncatingIfNeeded: "names".hashValue), UInt64(truncatingIfNeeded: "".hashValue))

    // One scanner owns the table and never enters it twice, so exclusive access needs no check.
    @exclusivity(unchecked) private var symbols: UnsafeMutablePointer<NameRecord>
    @exclusivity(unchecked) private var count = 0
    @exclusivity(unchecked) private var capacity = 64
    @exclusivity(unchecked) private var slots: UnsafeMutablePointer<Int32>
    /// The number of slots minus one; the number is a power of two, four per `capacity`.
    @exclusivity(unchecked) private var mask = 255
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
                to: NameRecord(
                    key: PackedName(nothing, seeds.0), start: 0, count: 0, prefix: Self.empty, local: .unknown))
        }
        count = 2
    }

    deinit {
        symbols.deallocate()
        slots.deallocate()
        nameBytes.deallocate()
    }

    @inline(__always)
    subscript(symbol: Int) -> NameRecord {
        precondition(symbol < count)
        return symbols[symbol]
    }

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

    @inline(__always)
    func matches(_ symbol: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let known = self[symbol]
        guard known.count == name.count, let base = name.baseAddress, symbol != Self.overflow else { return false }
        return memcmp(nameBytes + known.start, base, known.count) == 0
    }

    /// Returns true if the symbol's name equals `name` but for case. Names beyond the limits all match.
    func matchesIgnoringCase(_ symbol: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let known = self[symbol]
        if symbol == Self.overflow { return !name.isEmpty && find(name, PackedName(name, seeds.0)) == nil }
        guard known.count == name.count else { return false }
        for index in 0..<known.count where nameBytes[known.start + index].lower != name[index].lower { return false }
        return true
    }

    func writtenName(_ symbol: Int) -> ArraySlice<UInt8> {
        let known = self[symbol]
        return Array(UnsafeBufferPointer(start: nameBytes + known.start, count: known.count))[...]
    }

    func namespace(ofURI symbol: Int) -> FeedNamespace {
        if let known = self[symbol].namespace { return known }
        let namespace = symbol == Self.overflow || self[symbol].count > 200 ? .other : FeedNamespace(uri: text(symbol))
        symbols[symbol].namespace = namespace
        return namespace
    }

    func namespace(ofPrefix symbol: Int) -> FeedNamespace? {
        if let known = self[symbol].prefixNamespace { return known }
        let namespace = self[symbol].count > 200 ? nil : FeedNamespace(undeclaredPrefix: text(symbol))
        symbols[symbol].prefixNamespace = .some(namespace)
        return namespace
    }

    private func text(_ symbol: Int) -> String {
        String(decoding: writtenName(symbol), as: UTF8.self)
    }

    private func insert(_ name: UnsafeBufferPointer<UInt8>, _ key: PackedName) -> Int {
        guard count < Self.maxNames, name.count <= Self.maxNameLength else { return Self.overflow }
        let colon = name.firstIndex(of: 0x3A)
        // The prefix comes first, because it may be interned.
        let prefix = colon.map { symbol(for: UnsafeBufferPointer(rebasing: name[..<$0])) } ?? Self.empty
        let local = name[(colon.map { $0 + 1 } ?? 0)...].map(\.lower)
        grow(for: name.count)
        if let base = name.baseAddress { (nameBytes + nameByteCount).initialize(from: base, count: name.count) }
        let new = NameRecord(
            key: key, start: nameByteCount, count: name.count, prefix: prefix,
            local: ElementName(rawValue: String(decoding: local, as: UTF8.self)) ?? .unknown)
        (symbols + count).initialize(to: new)
        nameByteCount += name.count
        count += 1
        slot(count - 1)
        return count - 1
    }

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
        let larger = UnsafeMutablePointer<NameRecord>.allocate(capacity: capacity)
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

    /// A name in two numbers: exact up to ``wholeNames`` bytes, else its beginning and a hash.
    fileprivate struct PackedName: Equatable {
        static let wholeNames = 16
        let first: UInt64
        let last: UInt64

        /// Packs the name; all loads lie within it.
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
                for byte in name { sum = FNV1a.combined(sum, byte) }
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

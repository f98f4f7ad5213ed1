/// The 64-bit FNV-1a hash (public domain, isthe.com/chongo/tech/comp/fnv), which is the same in every process, unlike
/// `Hasher`. Unsuitable for secrets and wherever a collision, which anybody can construct, would do harm.
public enum FNV1a {
    /// The initial hash (the offset basis), which is the hash of no bytes.
    @inlinable
    public static var basis: UInt64 { 0xCBF2_9CE4_8422_2325 }

    /// Returns a hash extended by one byte.
    @inlinable
    @inline(__always)
    public static func combined(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// Hashes bytes.
    /// - Parameter start: the hash of the bytes before these.
    @inlinable
    public static func hash(_ bytes: some Sequence<UInt8>, from start: UInt64 = basis) -> UInt64 {
        var hash = start
        for byte in bytes { hash = combined(hash, byte) }
        return hash
    }

    /// Hashes a buffer; compiled in this module, so that callers without optimisation (debug builds) get a fast loop
    /// too.
    public static func hash(_ bytes: UnsafeBufferPointer<UInt8>, from start: UInt64 = basis) -> UInt64 {
        bytes.reduce(start, combined)
    }
}

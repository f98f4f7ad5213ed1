/// 64-bit FNV-1a (public domain, isthe.com/chongo/tech/comp/fnv): the same in every process, unlike `Hasher`. Not for
/// secrets, and nothing where a collision, which anybody can make, would do harm.
public enum FNV1a {
    /// The hash of no bytes.
    @inlinable
    public static var basis: UInt64 { 0xCBF2_9CE4_8422_2325 }

    /// A hash with one more byte.
    @inlinable
    @inline(__always)
    public static func combined(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// - Parameter start: the hash of what comes before.
    @inlinable
    public static func hash(_ bytes: some Sequence<UInt8>, from start: UInt64 = basis) -> UInt64 {
        var hash = start
        for byte in bytes { hash = combined(hash, byte) }
        return hash
    }

    /// The same, compiled here, so that callers that are not optimised, as in debug builds, have a quick loop too.
    public static func hash(_ bytes: UnsafeBufferPointer<UInt8>, from start: UInt64 = basis) -> UInt64 {
        bytes.reduce(start, combined)
    }
}

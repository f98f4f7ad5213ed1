import Untrusted

/// A hash for change detection: two variants of FNV-1a and the length. The hash is not collision-resistant, but
/// attackers could deceive only their own readers.
enum ContentHash {
    /// Returns 32 hexadecimal digits, a hyphen and the length in hexadecimal digits.
    static func of(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBufferPointer { buffer in
            var first = FNV1a.basis
            var second: UInt64 = 0x9e37_79b9_7f4a_7c15
            for byte in buffer {
                first = FNV1a.combined(first, byte)
                second = FNV1a.combined(second, byte &+ 0x5b)
            }
            return Hex.encode(first) + Hex.encode(second) + "-" + String(buffer.count, radix: 16)
        }
    }
}

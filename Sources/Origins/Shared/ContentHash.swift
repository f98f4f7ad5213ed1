/// For change detection: two FNV-1a variants (64 bits, public domain, isthe.com/chongo/tech/comp/fnv) and the length.
/// Not collision-resistant: attackers could fool only their own readers.
enum ContentHash {
    /// 32 hexadecimal digits, a hyphen and the hexadecimal length.
    static func of(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBufferPointer { buffer in
            var first: UInt64 = 0xcbf2_9ce4_8422_2325
            var second: UInt64 = 0x9e37_79b9_7f4a_7c15
            for byte in buffer {
                first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
                second = (second ^ UInt64(byte &+ 0x5b)) &* 0x100_0000_01b3
            }
            return hex(first) + hex(second) + "-" + String(buffer.count, radix: 16)
        }
    }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

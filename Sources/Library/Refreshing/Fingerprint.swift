/// A number that stands for a text: FNV-1a with 64 bits. The same in every process, unlike `Hasher`; not for secrets.
struct Fingerprint: Sendable {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    var value: Int64 { Int64(bitPattern: state) }

    mutating func add(_ text: String) {
        for byte in text.utf8 { mix(byte) }
        // Parts stay apart: no text holds this byte.
        mix(0xFF)
    }

    private mutating func mix(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

    static func of(_ text: String) -> Int64 {
        var print = Fingerprint()
        print.add(text)
        return print.value
    }
}

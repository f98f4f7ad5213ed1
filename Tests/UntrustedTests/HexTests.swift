import Testing
import Untrusted

@Suite struct HexTests {
    @Test func `bytes become two digits each, and come back`() {
        let all = (0...255).map { UInt8($0) }
        #expect(Hex.encode([0, 9, 10, 0x7F, 0xAB, 0xFF] as [UInt8]) == "00090a7fabff")
        #expect(Hex.encode([0, 9, 10, 0x7F, 0xAB, 0xFF] as [UInt8], isUppercase: true) == "00090A7FABFF")
        #expect(Hex.encode([UInt8]()) == "")
        #expect(Hex.decode(Hex.encode(all)) == all)
        #expect(Hex.decode(Hex.encode(all, isUppercase: true)) == all)
    }

    @Test(arguments: ["0", "abc", "0g", "g0", " 00", "00 ", "0x00", "+1", "-1", "é0", "\u{FF10}\u{FF10}"])
    func `what is no hexadecimal text has no bytes`(text: String) { #expect(Hex.decode(text) == nil) }

    @Test func `no text is no bytes`() { #expect(Hex.decode("") == []) }

    @Test func `numbers keep their leading zeros`() {
        #expect(Hex.encode(UInt8(10)) == "0a")
        #expect(Hex.encode(UInt16(0xAB)) == "00ab")
        #expect(Hex.encode(UInt64(0x1F)) == "000000000000001f")
        #expect(Hex.encode(UInt64.max) == "ffffffffffffffff")
    }

    @Test func `a digit is that of the lower four bits`() {
        #expect((0...15).map { Hex.digit(UInt8($0) | 0xF0) } == Array("0123456789abcdef".utf8))
        #expect((0...15).map { Hex.uppercaseDigit(UInt8($0) | 0x30) } == Array("0123456789ABCDEF".utf8))
    }
}

@Suite struct FNV1aTests {
    /// The first three are the test vectors of draft-eastlake-fnv.
    @Test(
        arguments: [
            ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
        ] as [(String, UInt64)])
    func `the hash is FNV-1a`(text: String, hash: UInt64) {
        #expect(FNV1a.hash(text.utf8) == hash)
        #expect(text.utf8.reduce(FNV1a.basis, FNV1a.combined) == hash)
        #expect(Array(text.utf8).withUnsafeBufferPointer { FNV1a.hash($0) } == hash)
    }

    @Test func `a hash can go on`() {
        #expect(FNV1a.hash("bar".utf8, from: FNV1a.hash("foo".utf8)) == FNV1a.hash("foobar".utf8))
    }
}

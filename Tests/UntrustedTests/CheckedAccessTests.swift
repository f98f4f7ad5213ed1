import Testing
import Untrusted

@Suite struct CheckedAccessTests {
    @Test func `a range that ends before it begins is none`() {
        #expect(Range(checked: 1, 0) == nil)
        #expect(Range(checked: Int64.max, .min) == nil)
        #expect(Range(checked: 1, 1) == 1..<1)
    }

    @Test func `a slice is all there or none`() {
        let slice = Array(0..<10)[3..<7]
        #expect(slice.checkedSlice(from: 0, count: 4) == slice)
        #expect(slice.checkedSlice(from: 1, count: 2) == [4, 5])
        #expect(slice.checkedSlice(from: 4, count: 0) == [])
        for (offset, count) in [(0, 5), (5, 0), (-1, 1), (0, -1), (1, .max), (.max, .max), (.min, 1), (.max, 1)] {
            #expect(slice.checkedSlice(from: offset, count: count) == nil)
        }
        #expect(slice.element(at: 0) == 3)
        #expect(slice.element(at: 3) == 6)
        for offset in [4, -1, .max, .min] { #expect(slice.element(at: offset) == nil) }
    }

    @Test func `numbers of several bytes are read from both ends, where they are there`() {
        let bytes: [UInt8] = [0xFF, 0x01, 0x02, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect(bytes.littleEndian(at: 1, bytes: 2)?.int(in: 0...0xFFFF) == 0x0201)
        #expect(bytes.bigEndian(at: 1, bytes: 2)?.int(in: 0...0xFFFF) == 0x0102)
        #expect(bytes.littleEndian(at: 8, bytes: 2) == nil)
        #expect(bytes.littleEndian(at: 0, bytes: 9) == nil)
        #expect(bytes.littleEndian(at: .max, bytes: 4) == nil)
        #expect(bytes.bigEndian(at: 3, bytes: 6)?.int(in: 0...Int.max) == 0xFFFF_FFFF_FFFF)
        #expect(bytes.littleEndian(at: 1, bytes: 8)?.clamped(to: 0...7) == 7)
    }
}

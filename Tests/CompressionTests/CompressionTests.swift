import Compression
import Testing

@Suite struct CompressionTests {
    private struct Full: Error, Equatable {}

    private func noise(_ count: Int) -> [UInt8] {
        var value: UInt64 = 1
        return (0..<count).map { _ in
            value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: value >> 56)
        }
    }

    /// All of it, in pieces of so many bytes; nil for damaged bytes.
    private func unpacked(_ bytes: [UInt8], isRaw: Bool = false, pieces: Int = .max) throws -> [UInt8]? {
        let stream = try #require(InflateStream(isRaw: isRaw))
        var out: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let progress = rest.prefix(pieces).withUnsafeBufferPointer { piece in
                stream.inflate(piece) { out.append(contentsOf: $0) }
            }
            guard let progress else { return nil }
            rest = rest.dropFirst(progress.used)
            if progress.isAtEnd { return rest.isEmpty ? out : nil }
        }
        return nil
    }

    @Test(arguments: [0, 1, 511, 100_000]) func `what is compressed comes back`(count: Int) throws {
        for bytes in [noise(count), [UInt8](repeating: 32, count: count)] {
            for level in [1, 4, 6, 9] as [Int32] {
                let gzip = try #require(Zlib.gzip(bytes, level: level))
                #expect(gzip.starts(with: [0x1F, 0x8B]))
                #expect(try unpacked(gzip) == bytes)
                #expect(try unpacked(gzip, pieces: 7) == bytes)
                let zlib = try #require(Zlib.deflate(bytes, level: level))
                #expect(Zlib.inflate(zlib, size: count) == bytes)
                #expect(try unpacked(zlib) == bytes)
                // Without the header of two bytes and the checksum of four, it is raw.
                #expect(try unpacked(Array(zlib.dropFirst(2).dropLast(4)), isRaw: true) == bytes)
            }
        }
    }

    @Test func `texts that were stored long ago are read`() {
        // Python's `zlib.compress(b"harbour " * 9)`.
        let packed: [UInt8] = [
            0x78, 0x9C, 0xCB, 0x48, 0x2C, 0x4A, 0xCA, 0x2F, 0x2D, 0x52, 0xC8, 0xA0, 0x90, 0x06, 0x00, 0xF9, 0x51, 0x1B,
            0xAC,
        ]
        let text = Array(String(repeating: "harbour ", count: 9).utf8)
        #expect(Zlib.inflate(packed, size: text.count) == text)
    }

    @Test func `damaged bytes and other sizes are refused`() throws {
        let packed = try #require(Zlib.deflate(noise(1_000), level: 6))
        #expect(Zlib.inflate(packed, size: 999) == nil)
        #expect(Zlib.inflate(packed, size: 1_001) == nil)
        #expect(Zlib.inflate(packed, size: -1) == nil)
        #expect(Zlib.inflate([], size: 0) == nil)
        #expect(Zlib.inflate(Array(packed.dropLast(5)), size: 1_000) == nil)
        var damaged = packed
        damaged[500] ^= 0x55
        #expect(Zlib.inflate(damaged, size: 1_000) == nil)
        #expect(try unpacked(damaged) == nil)
        #expect(try unpacked(noise(100)) == nil)
    }

    @Test func `a stream can be reset for the next one, and says what it left`() throws {
        let first = try #require(Zlib.gzip(Array("one".utf8), level: 6))
        let second = try #require(Zlib.gzip(Array("two".utf8), level: 6))
        let stream = try #require(InflateStream(isRaw: false))
        var out: [UInt8] = []
        let end = (first + second).withUnsafeBufferPointer { stream.inflate($0) { out.append(contentsOf: $0) } }
        #expect(end?.used == first.count && end?.isAtEnd == true)
        #expect(stream.reset())
        let next = second.withUnsafeBufferPointer { stream.inflate($0) { out.append(contentsOf: $0) } }
        #expect(next?.isAtEnd == true && out == Array("onetwo".utf8))
    }

    @Test func `the receiver ends the work, long before all is unpacked`() throws {
        let bomb = try #require(Zlib.gzip([UInt8](repeating: 0, count: 32 << 20), level: 9))
        let stream = try #require(InflateStream(isRaw: false))
        var count = 0
        #expect(throws: Full.self) {
            try bomb.withUnsafeBufferPointer { bytes in
                _ = try stream.inflate(bytes) { piece throws(Full) in
                    count += piece.count
                    if count > 1 << 20 { throw Full() }
                }
            }
        }
        #expect(count < 2 << 20)
    }
}

import Testing
import Untrusted

@Suite struct HTTPByteRangeTests {
    private static let longest = HTTPByteRange.maxLength

    @Test(
        arguments: [
            (nil, .whole), ("", .whole), ("bytes", .whole), ("bytes=", .whole), ("bytes=-", .whole),
            ("bytes=1", .whole),
            ("bytes=5-4", .whole), ("bytes=a-b", .whole), ("bytes=0-1,3-4", .whole), ("bytes=--1", .whole),
            ("bytes=-1-", .whole), ("bytes=+1-2", .whole), ("bytes= 1-2", .whole), ("bytes=１-2", .whole),
            ("items=0-1", .whole), ("bytes=0x1-2", .whole),
            ("bytes=0-", .from(0, through: nil)), ("Bytes=0-0", .from(0, through: 0)),
            ("bytes=2-9", .from(2, through: 9)),
            ("bytes=-7", .last(7)), ("bytes=-0", .last(0)),
            ("bytes=0-9223372036854775807", .from(0, through: longest)),
            ("bytes=9223372036854775807-9223372036854775807", .from(longest, through: longest)),
            ("bytes=99999999999999999999-", .from(longest, through: nil)),
            ("bytes=-99999999999999999999", .last(longest)),
            ("bytes=0-" + String(repeating: "9", count: 200), .whole),
        ] as [(String?, HTTPByteRange)])
    func `a request's range is read`(header: String?, range: HTTPByteRange) {
        #expect(HTTPByteRange(header) == range)
    }

    @Test func `the bytes of a length are clipped to it, or none`() {
        let far = HTTPByteRange("bytes=0-9223372036854775807")
        #expect(far.bytes(of: 10) == 0..<10)
        #expect(far.bytes(of: 0) == nil)
        #expect(far.bytes(of: -1) == nil)
        #expect(far.bytes(of: .max) == nil)
        #expect(far.bytes(of: .min) == nil)
        #expect(far.bytes(of: Self.longest) == 0..<Self.longest)
        #expect(HTTPByteRange("bytes=9223372036854775807-").bytes(of: Self.longest) == nil)
        #expect(HTTPByteRange("bytes=3-4").bytes(of: 4) == 3..<4)
        #expect(HTTPByteRange("bytes=4-").bytes(of: 4) == nil)
        #expect(HTTPByteRange("bytes=-9223372036854775807").bytes(of: 3) == 0..<3)
        #expect(HTTPByteRange("bytes=-2").bytes(of: 3) == 1..<3)
        #expect(HTTPByteRange("bytes=-0").bytes(of: 3) == nil)
        #expect(HTTPByteRange.whole.bytes(of: 0) == 0..<0)
        #expect(HTTPByteRange.whole.bytes(of: -5) == nil)
    }

    @Test func `values that no header gives trap as little`() {
        for value in [Int64.min, -1, 0, 1, Self.longest, .max] {
            for other in [nil, Int64.min, -1, 0, Self.longest, .max] as [Int64?] {
                let range = HTTPByteRange.from(value, through: other)
                for size in [Int64.min, -1, 0, 1, 4096, Self.longest, .max] {
                    _ = range.bytes(of: size)
                    #expect(range.firstRequest(limit: size).count >= 1)
                    #expect(range.firstRequest(limit: size).lowerBound >= 0)
                    _ = HTTPByteRange.last(value).bytes(of: size)
                }
            }
        }
    }

    @Test func `an opening is the beginning of what is asked for`() {
        #expect(HTTPByteRange.whole.firstRequest(limit: 100) == 0..<100)
        #expect(HTTPByteRange.last(9).firstRequest(limit: 100) == 0..<1)
        #expect(HTTPByteRange.from(5, through: 7).firstRequest(limit: 100) == 5..<8)
        #expect(HTTPByteRange.from(5, through: nil).firstRequest(limit: 100) == 5..<105)
        #expect(HTTPByteRange.from(5, through: 500).firstRequest(limit: 100) == 5..<105)
        #expect(HTTPByteRange.from(Self.longest, through: nil).firstRequest(limit: 100) == 0..<1)
    }

    @Test func `a content range is read within its length`() {
        let range = ContentRange("bytes 2-9/100")
        #expect(range?.first == 2)
        #expect(range?.last == 9)
        #expect(range?.length == 100)
        #expect(range?.count == 8)
        #expect(ContentRange("bytes 0-0/1") != nil)
        #expect(ContentRange("bytes 0-1099511627775/1099511627776") != nil)
    }

    @Test(
        arguments: [
            nil, "", "bytes", "bytes 0-0/0", "bytes 0-1/1", "bytes 5-4/10", "bytes 0-9/*", "bytes */10",
            "bytes -5-4/10",
            "bytes 0-9/-10", "bytes 0-9/9223372036854775807", "bytes 0-9/1099511627777",
            "bytes 0-9/99999999999999999999",
            "bytes 0-9223372036854775807/10", "bytes 0-9223372036854775807/9223372036854775807", "bytes 0-/10",
            "bytes -9/10",
            "bytes 0-9/10/10", "bytes 0-9", "bytes 0 - 9/10", "bytes +0-9/10", "items 0-9/10", "bytes ０-9/10",
        ] as [String?])
    func `a content range that cannot be is none`(header: String?) { #expect(ContentRange(header) == nil) }

    @Test func `a refusal's length is read within bounds`() {
        #expect(ContentRange.unsatisfiedLength("bytes */10") == 10)
        #expect(ContentRange.unsatisfiedLength("bytes */0") == 0)
        for header in [
            nil, "bytes */-1", "bytes */9223372036854775807", "bytes 0-1/10", "bytes */*", "bytes */", "*/5",
        ] {
            #expect(ContentRange.unsatisfiedLength(header) == nil)
        }
    }
}

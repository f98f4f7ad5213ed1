import Testing

@testable import Packs

@Suite struct PackVersionTests {
    @Test(arguments: [("1.9", "1.10"), ("1", "1.0.1"), ("1.6", "2"), ("0", "0.1")])
    func `versions of packs are compared number by number`(lower: String, higher: String) throws {
        let (one, other) = (try #require(PackVersion(lower)), try #require(PackVersion(higher)))
        #expect(one < other)
        #expect(!(other < one))
    }

    @Test func `zeros at the end of a pack's version mean nothing`() throws {
        #expect(PackVersion("2") == PackVersion("2.0.0"))
        #expect(PackVersion("2.0")?.description == "2")
    }

    @Test(arguments: ["", "1.", ".1", "1..2", "-1", "1.2.3.4.5", "1,5", "v2", "9999999999", " 1"])
    func `what is no version of a pack is refused`(text: String) {
        #expect(PackVersion(text) == nil)
    }
}

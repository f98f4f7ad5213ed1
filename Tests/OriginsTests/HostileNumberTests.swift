import Foundation
import JSON
import News
import Testing

@testable import Origins

/// Tests of extreme numbers in responses and in stored state.
@Suite struct HostileNumberTests {
    private static let extremeNumbers = [
        "-9223372036854775809", "-9223372036854775808", "9223372036854775807", "9223372036854775808", "1e999", "-1e999",
        "1e19", "99999999999999999999999999999999", "9007199254740993", "NaN", "inf", "0x10", "٣",
    ]

    @Test(arguments: extremeNumbers)
    func `a number beyond what every reader of JSON holds is none`(text: String) {
        for value in [JSONValue.number(text), .string(text)] {
            #expect(value.int == nil)
            #expect(value.count == nil)
            #expect(value.date == nil)
        }
    }

    @Test(arguments: [("12", 12), ("1e3", 1000), ("-5.9", -5), ("9007199254740992", 9_007_199_254_740_992), ("-0", 0)])
    func `numbers within are read as before`(text: String, number: Int) {
        #expect(JSONValue.number(text).int == number)
    }

    @Test func `instants are those of the years 1 to 9999`() {
        #expect(JSONValue.number("253402300799").date?.seconds == 253_402_300_799)
        #expect(JSONValue.number("253402300800").date == nil && JSONValue.number("-62135596801").date == nil)
        #expect(Date(timeIntervalSince1970: 1e300).seconds == nil && Date(timeIntervalSince1970: -0.5).seconds == -1)
    }

    @Test(arguments: extremeNumbers)
    func `an item of Hacker News made of such numbers is read or refused`(text: String) throws {
        let json = """
            {"id": 7, "time": \(text), "score": \(text), "descendants": \(text), "kids": [\(text)], "parts": [\(text)],
             "parent": \(text), "type": "story", "title": "T"}
            """
        // Some of these texts are not JSON.
        guard let value = try? JSONReader.value(of: Array(json.utf8)) else { return }
        let item = try #require(HackerNewsItem(value))
        #expect(item.publishedAt == nil && item.kids.isEmpty && item.descendants == nil)
        #expect(item.age(at: Date(timeIntervalSince1970: 1_800_000_000)) > 0)
    }

    @Test(arguments: [Int.min, -1, 0, Int.max])
    func `a kept order of any age and with any keys is looked at without harm`(moment: Int) {
        var state = HackerNewsThreadState(
            print: "", top: [], count: nil, askedAt: moment, ranked: ["1": [2], "01": [3], "+1": [4], "x": [5]])
        _ = state.rememberedOrder(at: 1_800_000_000)
        state.rankedAt = moment
        _ = state.rememberedOrder(at: 1_800_000_000)
        state.rankedAt = 1_799_999_999
        #expect(state.rememberedOrder(at: 1_800_000_000).keys.map(\.self) == [1])
    }

    @Test(arguments: extremeNumbers + ["-1", "s-1", "n.-1.5", "n.9223372036854775807.zzzzzzzzzzzzzzzz"])
    func `a cursor that was not made here is read without harm`(text: String) {
        for start in ["", "s", "p", "l", "n.", "n.0."] {
            _ = HackerNewsCursor(SourceCursor(rawValue: start + text))?.cursor
        }
        // Any result is correct if the parser returns.
        _ = CommentDateParser.parse("\(text)/\(text)/\(text) \(text):\(text) pm")
    }
}

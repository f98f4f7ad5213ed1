import JSON
import Testing

@Suite struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONValue {
        try JSONReader.value(of: Array(text.utf8))
    }

    @Test func `values are read, and numbers keep their digits`() throws {
        let value = try read(
            "\u{FEFF} {\"a\": [1, -2.50e3, 12345678901234567890, true, null], \"b\":\"x\\n\\u00e9\\ud83d\\ude00\\/\"}\n"
        )
        #expect(
            value["a"]?.elements == [
                .number("1"), .number("-2.50e3"), .number("12345678901234567890"), .bool(true), .null,
            ])
        #expect(value["b"]?.string == "x\né😀/")
        #expect(value["a"]?.elements?[2].nonEmptyString == "12345678901234567890")
        #expect(value["c"] == nil)
    }

    @Test func `a null member is none, the last of two counts, and half a pair is mended`() throws {
        #expect(try read("{\"a\":null}")["a"] == nil)
        #expect(try read("{\"a\":1,\"a\":2}")["a"]?.int == 2)
        #expect(try read("\"\\ud83dx\"").string == "\u{FFFD}x")
        let mended = try JSONReader.value(of: [0x22, 0xFF, 0x22])
        #expect(mended.string == "\u{FFFD}")
    }

    @Test(arguments: ["[1,", "{\"a\":", "\"abc", "[tru", "{", "[\"\\u12", "{\"a\":1"])
    func `what breaks off is told from what is wrong`(text: String) {
        #expect(throws: JSONReader.ParseError.truncated) { try read(text) }
    }

    @Test(arguments: ["[1 2]", "{a:1}", "[1,]", "{} x", "nope", "<html>", "[--1]", "\"\\uzzzz\""])
    func `what is no JSON is refused`(text: String) {
        #expect { try read(text) } throws: { error in
            if case .malformed? = error as? JSONReader.ParseError { return true }
            return false
        }
    }

    @Test func `depth is bounded`() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: JSONReader.ParseError.malformed(at: 64)) { try read(deep) }
        #expect(throws: JSONReader.ParseError.empty) { try read(" \n") }
    }

    @Test(
        arguments: [
            (JSONValue.bool(true), true), (.number("1"), true), (.string("True"), true), (.number("0"), false),
            (.string("no"), false), (.null, false),
        ])
    func `yes has several spellings`(value: JSONValue, isTrue: Bool) {
        #expect(value.isTrue == isTrue)
    }

    @Test(
        arguments: [
            (JSONValue.number("12"), 12), (.string(" 12 "), 12), (.number("12.7"), 12), (.number("1e99"), nil),
            (.string("x"), nil), (.number("9007199254740992"), 1 << 53), (.number("-9007199254740992"), -(1 << 53)),
            (.number("9007199254740993"), nil), (.number("-9223372036854775808"), nil), (.number("9e18"), nil),
        ] as [(JSONValue, Int?)])
    func `whole numbers`(value: JSONValue, number: Int?) {
        #expect(value.int == number)
    }

    @Test(
        arguments: [
            (#"<!-- {"a":"b", "c":[1,,2 3],} -->"#, #"{"a":"b","c":[1,2,3]}"#),
            (#"{"a":1,"a":2}"#, #"{"a":1}"#), ("{\"a\":\"b\nc\"}", #"{"a":"b\nc"}"#),
            (#"{"a":undefined},"b":1"#, "{}"), (#"[{"a":},{"b":1}]"#, #"[{},{"b":1}]"#),
            (#"{"a":{"b":1 c},"d":2}"#, #"{"a":{"b":1}}"#), (#"{"a":[1,{"b":"c"#, #"{"a":[1,{"b":"c"}]}"#),
            (#"{"a":"\uzz"}"#, #"{"a":"zz"}"#), (#"{"a":12px}"#, #"{"a":12px}"#), ("[tru", "[]"),
        ])
    func `a lenient reader keeps what it could read`(text: String, same: String) throws {
        let bytes = Array(text.utf8)
        let start = try #require(bytes.firstIndex { $0 == 0x7B || $0 == 0x5B })
        let found = JSONReader.prefix(of: bytes, from: start, maxDepth: 48, isLenient: true).value
        #expect(found == JSONReader.prefix(of: Array(same.utf8), from: 0, maxDepth: 48, isLenient: true).value)
        #expect(found != nil)
    }

    @Test func `a lenient reader ends at the depth`() {
        let deep = Array(String(repeating: "[", count: 100_000).utf8)
        #expect(JSONReader.prefix(of: deep, from: 0, maxDepth: 48, isLenient: true).value != nil)
    }

    @Test func `counts are those that somebody can have counted`() {
        #expect(JSONValue.number("7").count == 7 && JSONValue.number("-1").count == nil)
        #expect(JSONValue.number("9007199254740992").count == nil)
    }
}

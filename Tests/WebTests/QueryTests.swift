import Foundation
import Testing
import Untrusted

@testable import Web

@Suite struct QueryTests {
    @Test(arguments: [
        ("q=a+b", "a b"), ("q=a%20b", "a b"), ("q=a%2Bb", "a+b"), ("q=%C3%A9", "é"), ("q=1=2", "1=2"), ("q=", ""),
        ("q", ""),
        ("x=1&q=2&q=3", "2"), ("&&q=1&", "1"), ("%71=1", "1"), ("=x&q=1", "1"), ("q=a%26b%3Dc", "a&b=c"),
        ("q&q=1", ""), ("q=1;q=2", "1;q=2"), ("q=%c3%A9", "é"), ("q=1&\u{301}=2", "1"),
    ]) func `values are decoded`(text: String, expected: String) {
        #expect(QueryParameters(text)["q"] == expected)
    }

    @Test(arguments: [
        ("q=%", "%"), ("q=%4", "%4"), ("q=%zz", "%zz"), ("q=%4z", "%4z"), ("q=%%41", "%A"), ("q=%%%41%", "%%A%"),
        ("q=%2", "%2"),
        ("q=%FF", "\u{FFFD}"), ("q=%00", "\u{0}"), ("q=%C3", "\u{FFFD}"), ("q=%+41", "% 41"),
        ("q=100%&x=1", "100%"),
        ("q=%ED%A0%80", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ]) func `what is malformed is read as far as it goes`(text: String, expected: String) {
        #expect(QueryParameters(text)["q"] == expected)
    }

    @Test func `the same name may come again`() {
        #expect(QueryParameters("story=1&story=2&kind=read&story=x").values("story") == ["1", "2", "x"])
        #expect(QueryParameters("a=1")["b"] == nil)
        #expect(QueryParameters("=1&a+b=2&%61+b=3").values("a b") == ["2", "3"])
        #expect(QueryParameters("=1&a=2")[""] == "1")
    }

    @Test func `numbers are whole, and ids such as a database and a page can hold`() {
        #expect(QueryParameters("n=42").number("n")?.int(in: 0...100) == 42)
        #expect(QueryParameters("n=-5").number("n")?.int(in: -9...9) == -5)
        for text in ["n=", "n=4.5", "n=0x10", "n=%20", "m=1", "n=٤"] {
            #expect(QueryParameters(text).number("n") == nil, "\(text)")
        }
        #expect(QueryParameters("n=99999999999999999999").number("n")?.within(.min ... .max) == nil)
        for text in ["n=-1", "n=9007199254740993", "n=9223372036854775807", "n=-9223372036854775808"] {
            #expect(QueryParameters(text).id("n") == nil, "\(text)")
        }
    }

    @Test func `no more than a thousand pairs are read`() {
        let text = (0..<5000).map { "n=\($0)" }.joined(separator: "&")
        #expect(QueryParameters(text).values("n").count == 1000)
        #expect(QueryParameters(String(repeating: "&", count: 100_000)).values("n").isEmpty)
    }

    @Test func `encoding and decoding give back every text`() {
        for text in ["", "a b", "100 % & more = less?", "Zürich 北京 👩‍👩‍👧", "\r\n\u{0}\"<>#", "+-._~"] {
            let encoded = QueryParameters.encoded(text)
            #expect(QueryParameters("q=\(encoded)")["q"] == text)
            #expect(
                encoded.utf8.allSatisfy {
                    $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "&")
                })
        }
    }
}

import Testing

@testable import Markup

struct TextMeasureTests {
    @Test(arguments: [
        ("Donau\u{AD}dampf", 10), ("a\u{200B}b\u{2060}c", 3), ("\u{AD}", 0), ("a \u{200B} b", 3), ("“a”", 3),
        ("می\u{200C}خ", 4),
    ])
    func `places for a line break have no length`(text: String, length: Int32) {
        var copy = text
        #expect(copy.withUTF8 { TextMeasure($0).length } == length)
    }
}

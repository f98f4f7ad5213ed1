import Testing

@testable import Markup

@Suite struct TextNormalizerTests {
    @Test(arguments: [
        ("It's 5 o'clock", ["it", "s", "5", "o", "clock"]), ("A-B_c", ["a", "b", "c"]), ("", []), (" …, ", []),
        ("Zürich, ÉLAN", ["zurich", "elan"]), ("東京 2b", ["東", "京", "2b"]),
    ])
    func `words are runs of letters and digits, and single ideographs`(text: String, words: [String]) {
        #expect(TextNormalizer.words(text) == words)
        // Another way through the same rules: a character beyond ASCII that belongs to no word.
        #expect(TextNormalizer.words(text + " …") == words)
    }

    @Test func `case is kept if wanted, accents never`() {
        #expect(TextNormalizer.words("The Élan", keepsCase: true) == ["The", "Elan"])
    }

    @Test(arguments: [
        ("It's 5 o'clock!", 99, "its5oclock"), ("Zürich, ÉLAN", 99, "zürichélan"), ("ABC def", 4, "abcd"),
        (" …", 9, ""),
        ("İ", 9, "i\u{307}"),
    ])
    func `letters are what spaces and punctuation leave, in lower case`(text: String, limit: Int, letters: String) {
        #expect(String(String.UnicodeScalarView(TextNormalizer.letters(text, limit: limit))) == letters)
    }

    @Test func `names are sorted with numbers by their value`() {
        let names = ["Post 19", "post 2", "Post 007", "Post 2b", "Élan", "9 lives", "Post 20000000000000000000000"]
        #expect(
            names.sorted { TextNormalizer.sortKey($0) < TextNormalizer.sortKey($1) }
                == ["9 lives", "Élan", "post 2", "Post 2b", "Post 007", "Post 19", "Post 20000000000000000000000"])
    }
}

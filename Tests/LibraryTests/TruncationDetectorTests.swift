import Testing

@testable import Library

@Suite struct `Guessing that a feed is cut short` {
    /// Returns samples of this number of words, with this ending.
    private func samples(
        _ count: Int = 10, words: Int = 40, ending: String = ".", html: String? = nil, title: String = "A title"
    ) -> [TruncationDetector.Sample] {
        (0..<count).map { number in
            let text = (1..<words).map { "word\($0)" }.joined(separator: " ") + " end\(number)" + ending
            return TruncationDetector.Sample(title: title, html: html ?? "<p>\(text)</p>", text: text, wordCount: words)
        }
    }

    @Test(arguments: [
        "…", " […]", "...", " [...]", " (…)", "… Read more", "… [+1234 chars]", "… Continue reading →",
        " […] Weiterlesen »",
    ])
    func `dots at the end say so`(ending: String) {
        let guess = TruncationDetector.guess(samples(ending: ending))
        #expect(guess.isTruncated)
        #expect(guess.reason == .endInEllipsis(10, of: 10))
    }

    @Test(arguments: [
        "Read more", "Continue reading <span>“A tide”</span> →", "Weiterlesen", "Lire la suite", "Leer más",
        "Leggi tutto", "Läs mer", "Czytaj dalej", "Читать далее", "続きを読む", "阅读全文", "더 보기", "اقرأ المزيد",
    ])
    func `a link to read on at the end says so`(words: String) {
        let html = "<p>A beginning of some words.</p><p><a href=\"https://a.test/1\">\(words)</a></p>"
        let guess = TruncationDetector.guess(samples(words: 90, html: html))
        #expect(guess.isTruncated)
        #expect(guess.reason == .endInLink(10, of: 10))
    }

    @Test func `a link in the middle, or one that names something, says nothing`() {
        let middle = "<p><a href=\"https://a.test/\">Read more</a> and then a whole paragraph of text follows.</p>"
        #expect(!TruncationDetector.guess(samples(words: 300, html: middle)).isTruncated)
        let named = "<p>Text.</p><p><a href=\"https://a.test/\">More than a hundred ships</a></p>"
        #expect(
            !TruncationDetector.guess(
                samples(words: 120, html: "<p>Text.</p><p><a href=\"#\">The harbour office</a></p>")
            )
            .isTruncated)
        #expect(!TruncationDetector.guess(samples(words: 300, html: named)).isTruncated)
    }

    @Test func `stopping in mid-sentence says so`() {
        let guess = TruncationDetector.guess(samples(words: 80, ending: ""))
        #expect(!guess.isTruncated, "ends in a digit")
        let broken = (0..<8).map { _ in
            TruncationDetector.Sample(
                title: "A", html: "", text: String(repeating: "word ", count: 79) + "and then the", wordCount: 82)
        }
        #expect(TruncationDetector.guess(broken).reason == .endInMidSentence(8, of: 8))
    }

    @Test func `a few words under a title say so, whole stories do not`() {
        #expect(TruncationDetector.guess(samples(words: 30)).isTruncated)
        #expect(!TruncationDetector.guess(samples(words: 400)).isTruncated)
        #expect(TruncationDetector.guess(samples(words: 400)).reason == .longTexts(medianWords: 400))
    }

    @Test func `long texts that end in dots are whole`() {
        #expect(!TruncationDetector.guess(samples(words: 900, ending: "…")).isTruncated)
    }

    @Test func `notes without titles of their own are whole`() {
        let notes = (0..<10).map { number in
            let text = "Note \(number) from the harbour wall, where nothing happens"
            return TruncationDetector.Sample(title: text, html: "<p>\(text)</p>", text: text, wordCount: 9)
        }
        #expect(!TruncationDetector.guess(notes).isTruncated)
    }

    @Test func `recordings and stories without a page tell nothing`() {
        var episodes = samples(words: 20)
        for place in episodes.indices { episodes[place].isRecording = true }
        for few in [episodes, samples(2, words: 20)] {
            #expect(TruncationDetector.guess(few) == TruncationGuess(isTruncated: false, reason: .tooFewStories))
        }
    }

    @Test func `what the pages held overrules every sign`() {
        var taught = samples(ending: "…")
        for place in 0..<3 { taught[place].fetchEvidence = .notLonger }
        let guess = TruncationDetector.guess(taught)
        #expect(!guess.isTruncated)
        #expect(guess.reason == .pagesHaveNoMore(3))
        var rich = samples(words: 120)
        for place in 0..<4 { rich[place].fetchEvidence = .longer }
        #expect(TruncationDetector.guess(rich).isTruncated)
    }
}

import URLs

@testable import Markup

extension FuzzTarget {
    /// Cleaning any bytes gives the normal form, and cleaning twice changes nothing, formulas included: markup that
    /// another parser might read otherwise is no normal form.
    static let cleaner = FuzzTarget(name: "cleaner") { bytes in
        let cleaner = HTMLSanitizer(base: WebAddress("https://news.example/2026/a-story?page=1"))
        let once = cleaner.sanitize(String(decoding: bytes, as: UTF8.self))
        judge(once.html)
        let twice = cleaner.sanitize(once.html.text)
        demand(
            twice.html == once.html,
            "cleaning again changes it, " + parting(Array(once.html.text.utf8), Array(twice.html.text.utf8)))
        var pictures = 0
        let mapped = once.html.mappingPictures { tag in
            pictures += 1
            return tag
        }
        demand(mapped.mappingPictures { $0 } == mapped, "mapping no picture twice changes it: \(mapped.text)")
        demand(pictures == once.html.text.utf8.count(of: "<img "), "\(pictures) pictures are mapped: \(once.html.text)")
    }

    /// Holds markup that left Markup to the normal form.
    static func judge(_ html: SafeHTML) {
        if let offence = SafeHTMLChecker.violation(in: html.text) { breach("not the normal form: \(offence)") }
    }
}

extension String.UTF8View {
    /// How often `word` stands in it.
    func count(of word: StaticString) -> Int {
        let word = Array(word.description.utf8)
        return indices.count { self[$0] == word[0] && self[$0...].starts(with: word) }
    }
}

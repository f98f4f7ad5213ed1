import News
import Testing

@testable import Origins

@Suite struct ScrapedPageValidatorTests {
    private func validator(_ found: Int, of rows: Int, _ part: ScrapeRejection.Part = .time) -> ScrapedPageValidator {
        var validator = ScrapedPageValidator()
        for row in 0..<rows { validator.count(part, isFound: row < found) }
        return validator
    }

    @Test(arguments: [(30, 30, false), (28, 30, false), (26, 30, true), (0, 1, true), (0, 0, false)])
    func `nine of ten rows have a part`(found: Int, rows: Int, isDoubtful: Bool) {
        let doubt = validator(found, of: rows).doubt(requiring: [.time])
        #expect(doubt == (isDoubtful ? .missing(.time, rows: rows - found, of: rows) : nil))
        #expect(validator(found, of: rows).doubt(requiring: [.author]) == nil)
    }

    @Test(arguments: [30, 27, 26, 20, 0])
    func `a page that was believed is believed again`(found: Int) {
        let page = validator(found, of: 30, .site)
        #expect(page.doubt(requiring: page.usualParts) == nil)
        #expect(page.usualParts.contains(.site) == (found >= 27))
    }

    @Test(arguments: [
        (124, 124, false), (113, 124, false), (111, 124, true), (2, 4, false), (0, 3, true), (9, 0, false),
    ])
    func `a few hidden comments may be missing`(found: Int, expected: Int, isDoubtful: Bool) {
        let doubt = ScrapedPageValidator().doubt(requiring: [], found: found, expected: expected)
        #expect(doubt == (isDoubtful ? .fewer(found: found, expected: expected) : nil))
        #expect(ScrapedPageValidator().doubt(requiring: [], found: found, expected: nil) == nil)
    }

    @Test func `a page ends as it should, in any case, and further pages count together`() {
        var whole = validator(9, of: 10)
        whole.checkEnd(of: "<p>x</BODY></HTML>\n<!-- 0.1 s -->", with: "</html>")
        #expect(whole.doubt(requiring: [.time]) == nil && whole.usualParts == [.time])
        var cut = validator(0, of: 1)
        cut.checkEnd(of: "<p>x", with: "")
        #expect(!cut.isCutOff)
        cut.checkEnd(of: "<p>x", with: "</html>")
        #expect(cut.isCutOff && cut.usualParts.isEmpty)
        whole.add(cut)
        #expect(whole.doubt(requiring: []) == .cutOff)
    }
}

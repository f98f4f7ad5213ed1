import Testing

@testable import Markup

/// Dates and authors in the words of lines that stand alone.
struct DateFinderTests {
    @Test(arguments: [
        ("4 March 2026", "2026-03-04"), ("March 4th, 2026 at 6:20 pm EST", "2026-03-04"),
        ("Published on Wednesday, 4 March 2026", "2026-03-04"), ("Stand: 04.03.2026, 18:20 Uhr", "2026-03-04"),
        ("Mittwoch, den 4. März 2026", "2026-03-04"), ("Publié le 4 mars 2026 à 18h20", "2026-03-04"),
        ("4 de marzo de 2026", "2026-03-04"), ("2026年3月4日 18:20", "2026-03-04"), ("2026년 3월 4일", "2026-03-04"),
        ("٤ آذار ٢٠٢٦", "2026-03-04"), ("4 марта 2026 г.", "2026-03-04"), ("2026-03-04", "2026-03-04"),
        ("13/03/2026", "2026-03-13"), ("03/13/2026", "2026-03-13"),
    ]) func `a line that is a date is read`(line: String, day: String) {
        #expect(DateLineParser.isDate(line))
        #expect(DateLineParser.day(in: line) == day)
    }

    @Test(arguments: [
        "The bell of 1911", "2026", "March", "In March 2026 the harbour was dredged.", "From 4 to 5",
        "Room 3, floor 2, 2026",
        "4 March", "",
    ]) func `a line that says more than a date is none`(line: String) {
        #expect(!DateLineParser.isDate(line))
    }

    @Test func `a date in either order is a date nobody reads`() {
        #expect(DateLineParser.isDate("03/04/2026"))
        #expect(DateLineParser.day(in: "03/04/2026") == nil)
    }

    @Test(arguments: [
        ("By Nesta Rowe", "Nesta Rowe"), ("by NESTA ROWE and Al Kemp, Harbour staff", "NESTA ROWE and Al Kemp"),
        ("Von Nesta Rowe", "Nesta Rowe"), ("Words: Nesta Rowe. 4 March 2026", "Nesta Rowe"),
        ("بقلم: سلمى حداد", "سلمى حداد"),
        ("作者：李明　2026年3月4日 18:20　来源：潮汐报", "李明"), ("Автор: Анна Ли", "Анна Ли"), ("Par Anne Li", "Anne Li"),
    ]) func `a line that begins with the word for it names authors`(line: String, names: String) {
        #expect(BylineParser.standaloneNames(line) == names)
        #expect(BylineParser.names(in: line) == names)
    }

    @Test(arguments: [
        "By the time the ferry came, nobody was there", "Von hier aus sieht man das Meer", "Nesta Rowe",
        "By 2026 all is done.",
        "Text: see below for more of it", "",
    ]) func `a sentence names no authors`(line: String) {
        #expect(BylineParser.standaloneNames(line) == nil)
    }

    @Test(arguments: ["Di Maio", "Ida Brandt, Al Kemp and Bo Ek", "Von Trapp", "Byron Katz"])
    func `names stay whole`(names: String) {
        #expect(BylineParser.names(in: names) == names)
    }
}

import Testing

@testable import Markup

struct AuthorNamesTests {
    @Test(
        arguments: [
            ([], nil), (["By Ida Brandt"], "By Ida Brandt"), (["Ida Brandt", "Al Kemp"], "Ida Brandt, Al Kemp"),
            (["Ida Brandt", "IDA  BRANDT"], "Ida Brandt"), (["Al Kemp", "Ida Brandt, Al Kemp"], "Ida Brandt, Al Kemp"),
            (["Ida Brandt und Al Kemp", "Al Kemp"], "Ida Brandt und Al Kemp"), (["Al", "Alma"], "Al, Alma"),
            (["https://courier.example/ida", "Al Kemp"], "Al Kemp"), (["Pell Courier", "Al Kemp"], "Al Kemp"),
            (["Pell Courier", "Pell Courier"], "Pell Courier"), (["李明", "王芳"], "李明, 王芳"),
        ] as [([String], String?)])
    func `names of several fields are told once each`(names: [String], byline: String?) {
        #expect(AuthorNames.joined(names, siteName: "Pell Courier") == byline)
    }

    @Test func `of a thousand authors twenty are named`() {
        let names = (1...1_000).map { "Author x\($0)x" }
        #expect(AuthorNames.joined(names)?.split(separator: ",").count == 20)
    }

    @Test(arguments: [
        ("Brandt, Ida", "Ida Brandt"), ("Ida Brandt", "Ida Brandt"), ("King, Al, Jr.", "King, Al, Jr."),
        ("Brandt,", "Brandt,"), ("", ""),
    ])
    func `a catalogue's name is put in reading order`(name: String, order: String) {
        #expect(AuthorNames.inReadingOrder(name) == order)
    }
}

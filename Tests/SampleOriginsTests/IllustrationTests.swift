import Testing

@testable import SampleOrigins

private func spec(_ illustrator: String, _ subject: String, seed: String) -> SamplePictureSpec {
    SamplePictureSpec(
        illustration: Illustration(illustrator: illustrator, subject: subject, caption: "", credit: "", alt: ""),
        palette: PicturePalette(ink: "#12263a", accent: "#e2725b", paper: "#f4eee2"), size: .landscape, seed: seed)
}

@Suite struct IllustrationTests {
    @Test(arguments: Illustrator.allCases)
    func `an illustrator draws the same picture for a seed and another for another`(_ illustrator: Illustrator) {
        let name = illustrator.rawValue
        let picture = Illustrator.draw(spec(name, "dusk", seed: "a"))
        #expect(picture == Illustrator.draw(spec(name, "dusk", seed: "a")))
        #expect(picture != Illustrator.draw(spec(name, "dusk", seed: "b")))
        #expect(picture != Illustrator.draw(spec(name, "morning", seed: "a")))
        #expect(!picture.contains("nan") && !picture.contains("inf"))
    }

    @Test(arguments: Illustrator.allCases)
    func `an illustrator's drawing can be developed`(_ illustrator: Illustrator) throws {
        let jpeg = try #require(
            SamplePictureRenderer.render(Illustrator.draw(spec(illustrator.rawValue, "night", seed: "c")), grain: 9))
        #expect(jpeg.prefix(3) == [0xff, 0xd8, 0xff])
        #expect((20_000...1_500_000).contains(jpeg.count))
    }

    @Test func `subject words change the light and the number of things`() {
        #expect(Scene("dusk, one crane, calm water", defaultHour: .day).hour == .dusk)
        #expect(Scene("six boats at dawn", defaultHour: .day).count("boat", default: 1) == 6)
        #expect(Scene("night train, signal, rain", defaultHour: .day).isRainy)
        #expect(Scene("a table", defaultHour: .grey).hour == .grey)
        #expect(!Scene("midwinter", defaultHour: .day).isDark)
    }
}

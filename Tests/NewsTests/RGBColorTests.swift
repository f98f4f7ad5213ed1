import News
import Testing

@Suite struct RGBColorTests {
    private func colour(_ text: String) throws -> RGBColor { try #require(RGBColor(text)) }

    @Test func `contrast is WCAG's`() throws {
        #expect(abs(RGBColor.black.contrast(with: .white) - 21) < 0.001)
        // The two examples of the design language.
        #expect(abs(try colour("#808080").contrast(with: .white) - 3.95) < 0.005)
        #expect(abs(try colour("#6E6E6E").contrast(with: try colour("#F7F5F0")) - 4.68) < 0.005)
        #expect(try colour("#F7F5F0").contrast(with: try colour("#6E6E6E")) > 4.5, "in either order")
    }

    @Test(
        arguments: ["#FFD400", "#808080", "#1F5A96", "#000000", "#FFFFFF"],
        ["#FFFFFF", "#F7F5F0", "#767676", "#121214", "#000000"])
    func `a legible shade has the contrast, and is the colour itself if that has`(text: String, ground: String) throws {
        let (own, background) = (try colour(text), try colour(ground))
        let shade = own.legible(on: [background])
        #expect(shade.contrast(with: background) >= RGBColor.minimumTextContrast)
        if own.contrast(with: background) >= RGBColor.minimumTextContrast { #expect(shade == own) }
    }

    @Test func `the hue of an accent stays`() throws {
        #expect(try colour("#FFD400").legible(on: [.white]).hex == "#8C7500")
        #expect(try colour("#FFD400").legible(on: [.white], at: 1).hex == "#FFD400")
    }

    @Test(arguments: [
        ("#F7F5F0", "#15130E"), ("#F6F6EF", "#14140D"), ("#FFFFFF", "#121212"), ("#FF6600", "#1A110B"),
        ("#EAF2FF", "#0B111A"),
    ]) func `a ground by night is a near-black with the hue of the day's`(day: String, night: String) throws {
        #expect(try colour(day).nightGround.hex == night)
    }

    @Test(arguments: ["#000000", "#0A0B0C", "#FFFFFF", "#12ABEF"])
    func `a colour is written as it was read`(text: String) throws {
        #expect(try colour(text).hex == text)
        #expect(try colour(text.lowercased()).hex == text)
    }

    @Test(arguments: [
        "", "#", "red", "#12345", "#1234567", "1234567", "#GGGGGG", "#+12345", "#-12345", "#\u{FF11}\u{FF12}",
        " #12345",
    ])
    func `what is no colour is none`(text: String) { #expect(RGBColor(text) == nil) }
}

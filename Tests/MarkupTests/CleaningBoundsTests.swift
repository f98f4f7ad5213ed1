import Markup
import Testing

/// The bombs of decision 12. In an optimised build each is a matter of milliseconds; the limits here leave room for an
/// unoptimised build on a busy machine and still fail by far when a bound is missing (the first took over 40 s without).
struct CleaningBoundsTests {
    private static let limit: Duration = .seconds(4)

    @Test(arguments: [
        ("deep divisions", String(repeating: "<div>", count: 50_000)),
        ("open formatting", String(repeating: "<b>", count: 20_000)),
        ("tables in tables", String(repeating: "<table><td>", count: 20_000)),
        ("attributes", "<p " + (0..<20_000).map { "a\($0)" }.joined(separator: " ") + ">"),
        ("paragraphs with open formatting", (0..<30_000).map { "<p><font color=\($0)>" }.joined()),
        ("cells with open formatting", "<table>" + (0..<20_000).map { "<td><b title=\($0)>" }.joined()),
        ("headings around formatting", String(repeating: "<h1></b><b>", count: 20_000)),
        ("lists in lists", String(repeating: "<ul><li>", count: 30_000)),
        ("unclosed comments", String(repeating: "<!-- ", count: 50_000)),
        ("unclosed tags", String(repeating: "<a b='", count: 50_000)),
        ("unclosed vectors", String(repeating: "<svg><p>", count: 30_000)),
        ("unclosed sections", String(repeating: "<![CDATA[", count: 50_000)),
        ("a hidden depth", "<svg><style>" + String(repeating: "<div>", count: 50_000)),
        ("a select against the tokeniser", "<select><style></select>" + String(repeating: "<div>", count: 50_000)),
        ("adoption", String(repeating: "<a><div>", count: 20_000)),
        ("end tags", String(repeating: "<i>", count: 20) + String(repeating: "</p>", count: 50_000)),
        ("references", String(repeating: "&lt", count: 100_000)),
        ("broken closings", String(repeating: "<div><table></div>", count: 20_000)),
        ("ruby", String(repeating: "<rt><option>", count: 30_000)),
    ])
    func `a bomb is cleaned in no time`(bomb: (name: String, html: String)) {
        let clock = ContinuousClock()
        let elapsed = clock.measure {
            let cleaned = Cleaner().clean(bomb.html + "<p>the end</p>")
            #expect(NormalForm.offence(in: cleaned.html.text) == nil)
        }
        #expect(elapsed < Self.limit, "\(bomb.name)")
    }

    @Test func `what is too deep is unwrapped and its words stay`() {
        let cleaned = Cleaner().clean(
            String(repeating: "<div>", count: 300) + "deep" + String(repeating: "</div>", count: 300) + "<p>after")
        #expect(cleaned.text == "deep after")
        #expect(cleaned.html.text.hasSuffix("</div><p>after</p>"))
        #expect(cleaned.complaints == ["elements nested too deep were unwrapped"])
    }

    @Test func `everything after a hundred thousand elements is left out, and that stays so`() {
        let cleaned = Cleaner().clean(String(repeating: "<p>a", count: 100_500))
        #expect(cleaned.complaints == ["everything after 100000 elements was left out"])
        let again = Cleaner().clean(cleaned.html.text)
        #expect(again.html == cleaned.html)
        #expect(cleaned.html.text.utf8.count > 700_000)
    }

    @Test func `attributes past the bound are left out with a complaint`() {
        let many = (0..<70).map { "a\($0)=1" }.joined(separator: " ")
        let cleaned = Cleaner().clean("<p dir=rtl \(many) lang=ar>x</p>")
        #expect(cleaned.html.text == "<p dir=\"rtl\">x</p>")
        #expect(cleaned.complaints == ["attributes past the 64th were left out"])
    }

    @Test func `an ordinary long page is not cut`() {
        let page = String(
            repeating: "<p>Some <b>words</b> and <a href='https://example.org/'>a link</a>.<br>More.\n", count: 5_000)
        let cleaned = Cleaner().clean(page)
        #expect(cleaned.complaints.isEmpty)
        #expect(cleaned.text.split(separator: " ").count == 5_000 * 6)
    }
}

import Markup
import Testing

/// The bombs of decision 12. In an optimised build each is a matter of milliseconds; the limits here leave room for an
/// unoptimised build on a busy machine and still fail by far when a bound is missing (the first took over 40 s without).
struct CleaningBoundsTests {
    private static let limit: Duration = .seconds(4)

    private static let bombs: [(name: String, html: String)] = {
        func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        func numbered(_ text: String, _ count: Int) -> String {
            (0..<count).map { text.replacing("#", with: String($0)) }.joined()
        }
        var bombs: [(name: String, html: String)] = []
        bombs.append(("deep divisions", repeated("<div>", 50_000)))
        bombs.append(("open formatting", repeated("<b>", 20_000)))
        bombs.append(("tables in tables", repeated("<table><td>", 20_000)))
        bombs.append(("attributes", "<p " + numbered("a# ", 20_000) + ">"))
        bombs.append(("paragraphs with open formatting", numbered("<p><font color=#>", 30_000)))
        bombs.append(("cells with open formatting", "<table>" + numbered("<td><b title=#>", 20_000)))
        bombs.append(("headings around formatting", repeated("<h1></b><b>", 20_000)))
        bombs.append(("lists in lists", repeated("<ul><li>", 30_000)))
        bombs.append(("unclosed comments", repeated("<!-- ", 50_000)))
        bombs.append(("unclosed tags", repeated("<a b='", 50_000)))
        bombs.append(("unclosed vectors", repeated("<svg><p>", 30_000)))
        bombs.append(("unclosed sections", repeated("<![CDATA[", 50_000)))
        bombs.append(("a hidden depth", "<svg><style>" + repeated("<div>", 50_000)))
        bombs.append(("a select against the tokeniser", "<select><style></select>" + repeated("<div>", 50_000)))
        bombs.append(("adoption", repeated("<a><div>", 20_000)))
        bombs.append(("end tags", repeated("<i>", 20) + repeated("</p>", 50_000)))
        bombs.append(("references", repeated("&lt", 100_000)))
        bombs.append(("broken closings", repeated("<div><table></div>", 20_000)))
        bombs.append(("a template at the very end", repeated("<tr><template><ul><td>", 20_000)))
        bombs.append(("headings around links", "-->" + numbered("<a x=#><tr><h2>", 20_000)))
        bombs.append(("sections in templates", numbered("&lt<s><h2><![CDATA[<font x=#><template>", 20_000)))
        bombs.append(("forms that leave their content open", repeated("</form><form><listing>", 20_000)))
        bombs.append(("ruby", repeated("<rt><option>", 30_000)))
        return bombs
    }()

    @Test(arguments: bombs)
    func `a bomb is cleaned in no time`(bomb: (name: String, html: String)) {
        let clock = ContinuousClock()
        let elapsed = clock.measure {
            let cleaned = Cleaner().clean(bomb.html)
            #expect(NormalForm.offence(in: cleaned.html.text) == nil)
        }
        #expect(elapsed < Self.limit, "\(bomb.name)")
    }

    @Test func `what is left out with its content stays out wherever the document ends`() {
        for end in ["", " ", "x", "<b>y</b>"] {
            #expect(
                Cleaner().clean("<p>a</p><template><i>b</i></template><svg><text>c</text></svg>" + end).text.hasPrefix(
                    "a"))
            #expect(!Cleaner().clean("<p>a</p><template><![CDATA[<i>b</i>]]></template>" + end).text.contains("b"))
            #expect(Cleaner().clean("<p>a</p><template><p>b</p>" + end).html.text.hasPrefix("<p>a</p><p>b</p>"))
        }
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

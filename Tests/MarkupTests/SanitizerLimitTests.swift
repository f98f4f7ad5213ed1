import Markup
import TestSupport
import Testing

/// The bombs of decision 12. In an optimised build each is a matter of milliseconds; the limits here leave room for an
/// unoptimised build and still fail by far when a bound is missing (the first took over 40 s without).
struct SanitizerLimitTests {
    struct Bomb: CustomTestStringConvertible, Sendable {
        let name: String
        let html: String
        var testDescription: String { name }
    }

    private static let limit: Duration = .seconds(4)

    private static let bombs: [Bomb] = {
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
        bombs.append(("links", repeated("<a href=/x>", 10_000)))
        bombs.append(("a long srcset", "<img srcset=\"" + numbered("#.jpg #w, ", 10_000) + "\">"))
        bombs.append(("long text", repeated("It rains. ", 30_000)))
        bombs.append(("long numbers", repeated("&#99999999999999;", 50_000)))
        bombs.append(("unclosed quotes", repeated("<p title=\"", 50_000)))
        bombs.append(("many classes", "<p class='" + repeated("share ", 20_000) + "'>"))
        bombs.append(("many declarations", "<p style='" + repeated("a:b;", 20_000) + "'>"))
        bombs.append(("a long address", "<a href='/" + repeated("../a/", 100_000) + "'>x</a>"))
        bombs.append(("redirects in redirects", "<a href='" + repeated("https://href.li/?", 900) + "'>x</a>"))
        bombs.append(("ids", numbered("<p id=a#>x", 5_000)))
        bombs.append(("in-page links", numbered("<a href='#a#'>x</a>", 5_000)))
        bombs.append(("empty elements", repeated("<div><p><b> </b></p></div>", 5_000)))
        bombs.append(("breaks", repeated("<p><br><br>", 5_000)))
        bombs.append(("blank lines", "<pre>" + repeated("\n", 50_000)))
        bombs.append(("captions", repeated("<figure><img src=a><figcaption>photo: photo: by ", 2_000)))
        bombs.append(("powers", "<math>" + repeated("<msup><mi>x</mi>", 5_000)))
        bombs.append(("mail addresses", repeated("<a data-cfemail=1a2b3c4d5e6f7a8b>", 5_000)))
        bombs.append(("ruby", repeated("<rt><option>", 30_000)))
        return bombs.map { Bomb(name: $0.name, html: $0.html) }
    }()

    @Test(arguments: bombs)
    func `a bomb is cleaned in no time`(bomb: Bomb) {
        let elapsed = CPUTime.of {
            let sanitized = HTMLSanitizer().sanitize(bomb.html)
            #expect(SafeHTMLChecker.violation(in: sanitized.html.text) == nil)
        }
        #expect(elapsed < Self.limit, "\(bomb.name)")
    }

    /// Whatever small thing is repeated, the time grows with the length only.
    @Test(arguments: [
        "p div b i a span", "table tbody thead tr td th caption colgroup col", "ul ol li dl dt dd menu dir",
        "h1 h2 pre code blockquote figure figcaption", "img picture source br hr wbr ruby rt rp rb rtc",
        "button object form select option optgroup template svg math mi mtext annotation-xml desc foreignObject",
        "style script title textarea noscript iframe xmp plaintext noembed noframes listing",
        "u s strong em small font big tt nobr center article details summary marquee applet",
        "video audio frameset frame",
        "body html head base link meta isindex input label unknown x-y sub sup q time bdo abbr",
    ])
    func `the same element thousands of times is a matter of course`(names: String) {
        for name in names.split(separator: " ") {
            for unit in ["<\(name)>", "<\(name)>x", "<p><\(name)>", "</\(name)>", "<\(name)><td>", "<\(name)><table>"] {
                let html = String(repeating: unit, count: 2_000)
                let elapsed = CPUTime.of { _ = HTMLSanitizer().sanitize(html) }
                #expect(elapsed < Self.limit, "\(unit)")
            }
        }
    }

    @Test func `what is left out with its content stays out wherever the document ends`() {
        for end in ["", " ", "x", "<b>y</b>"] {
            #expect(
                HTMLSanitizer().sanitize("<p>a</p><template><i>b</i></template><svg><text>c</text></svg>" + end).text
                    .hasPrefix(
                        "a"))
            #expect(
                !HTMLSanitizer().sanitize("<p>a</p><template><![CDATA[<i>b</i>]]></template>" + end).text.contains("b"))
            #expect(
                HTMLSanitizer().sanitize("<p>a</p><template><p>b</p>" + end).html.text.hasPrefix("<p>a</p><p>b</p>"))
        }
    }

    @Test func `what is too deep is unwrapped and its words stay`() {
        let sanitized = HTMLSanitizer().sanitize(
            String(repeating: "<div>", count: 300) + "deep" + String(repeating: "</div>", count: 300) + "<p>after")
        #expect(sanitized.text == "deep after")
        #expect(sanitized.html.text.hasSuffix("</div><p>after</p>"))
        #expect(sanitized.diagnostics == ["elements nested too deep were unwrapped"])
    }

    @Test func `everything after a hundred thousand elements is left out, and that stays so`() {
        let sanitized = HTMLSanitizer().sanitize(String(repeating: "<p>a", count: 100_500))
        #expect(sanitized.diagnostics == ["everything after 100000 elements was left out"])
        let again = HTMLSanitizer().sanitize(sanitized.html.text)
        #expect(again.html == sanitized.html)
        #expect(sanitized.html.text.utf8.count > 700_000)
    }

    @Test func `attributes past the bound are left out with a complaint`() {
        let many = (0..<70).map { "a\($0)=1" }.joined(separator: " ")
        let sanitized = HTMLSanitizer().sanitize("<p dir=rtl \(many) lang=ar>x</p>")
        #expect(sanitized.html.text == "<p dir=\"rtl\">x</p>")
        #expect(sanitized.diagnostics == ["attributes past the 64th were left out"])
    }

    @Test(arguments: [220, 221, 222, 223, 400, 660, 665, 670])
    func `a link that escapes make too long is left out at once, not when it is cleaned again`(letters: Int) {
        // Found by the fuzzer: nine bytes for one letter, so some 2,000 for 221 of them.
        let sanitizer = HTMLSanitizer()
        let once = sanitizer.sanitize("<a href=\"magnet:" + String(repeating: "葉", count: letters) + "\">t</a>").html
        #expect(sanitizer.sanitize(once.text).html.text == once.text)
        #expect(once.text.contains("href") == (letters < 222))
    }

    @Test func `an ordinary long page is not cut`() {
        let page = String(
            repeating: "<p>Some <b>words</b> and <a href='https://example.org/'>a link</a>.<br>More.\n", count: 5_000)
        let sanitized = HTMLSanitizer().sanitize(page)
        #expect(sanitized.diagnostics.isEmpty)
        #expect(sanitized.text.split(separator: " ").count == 5_000 * 6)
    }
}

import Markup
import TestSupport
import Testing

struct PlainTextTests {
    @Test(
        .mission("NEXUS-12"),
        arguments: [
            ("plain", "plain"), ("  a \n b\t", "a b"), ("a &amp; b", "a & b"), ("&amp;amp;", "&amp;"),
            ("<p>a</p><p>b</p>", "a b"), ("a<br>b", "a b"), ("un<b>bro</b>ken", "unbroken"),
            ("a<script>x</script>b<style>y</style>", "ab"),
            ("a<script src=\"/math/tex/x.js\">x</script>b", "ab"),
            ("a<script src=x type=math/texture>x</script>b", "ab"),
            ("a<script data-type='math/tex' type='text/javascript'>x</script>b", "ab"),
            ("a <script TYPE = 'Math/TeX ; mode=display'>x</script> b", "a x b"),
            ("a <script type=math/tex>x</script> b", "a x b"),
            ("<td>a</td><table><tr><td>b<td>c", "a b c"), ("<ruby>漢<rp>(</rp><rt>kan</rt></ruby>字", "漢字"),
            ("1 < 2 & 3", "1 < 2 & 3"),
            ("<!-- x -->a", "a"), ("", ""), ("<img alt=x>", ""),
        ])
    func `markup leaves its words`(html: String, text: String) {
        #expect(PlainText.of(html: html) == text)
    }

    @Test(arguments: [
        ("Donau&shy;dampf\u{AD}schiff", "Donaudampfschiff"), ("over&shy;<b>&shy;bo</b>&shy;ard", "overboard"),
        ("a&#8203;b \u{200B} c\u{2060}d", "ab cd"), ("\u{AD}", ""), ("“a\u{200B}”", "“a”"),
        ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("👨\u{200D}👩\u{200D}👧", "👨\u{200D}👩\u{200D}👧"),
        ("क्\u{200D}ष", "क्\u{200D}ष"), ("ខ្ញុំ\u{200B}ស្រលាញ់", "ខ្ញុំ\u{200B}ស្រលាញ់"), ("ฉัน\u{200B}รัก", "ฉัน\u{200B}รัก"),
    ])
    func `places for a line break are not in words, joiners and separators of words are`(html: String, text: String) {
        #expect(PlainText.of(html: html) == text)
        #expect(HTMLSanitizer().sanitize(html).text == text)
    }

    @Test(arguments: [
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</ruby>の", "漢字の"),
        ("<ruby><rb>東</rb><rb>京</rb><rtc><rt>tō</rt><rt>kyō</rt></rtc><rtc>Capital</rtc></ruby>", "東京"),
        ("<ruby><b>漢</b><rt>ka<i>n</i><br></rt></ruby>字", "漢字"), ("a <rt>stray</rt>", "a stray"),
        ("<ruby>漢<rt></rt></ruby>字", "漢字"),
    ])
    func `readings of ruby are not in the words`(html: String, text: String) {
        #expect(PlainText.of(html: html) == text)
        let sanitized = HTMLSanitizer().sanitize(html)
        #expect(sanitized.text == text)
        #expect(PlainText.of(html: sanitized.html.text) == text)
    }

    @Test(arguments: [
        ("Fish &amp; chips", "Fish & chips"), ("Fish &amp;amp; chips", "Fish & chips"), ("It&amp;#8217;s", "It’s"),
        ("A <b>bold</b> claim", "A bold claim"), ("Using List<String> in Swift", "Using List<String> in Swift"),
        ("How to write &lt;b&gt;", "How to write <b>"), ("1 < 2 > 0", "1 < 2 > 0"), ("AT&T and R&D", "AT&T and R&D"),
        ("<script>x</script>News", "News"), ("a\n  b", "a b"), ("<i>Half", "Half"), ("x <y", "x <y"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;", "<script>alert(1)</script>"),
        ("Safe<applet code=\"foo.class\"></applet> words", "Safe words"), ("a <meta name=x> b", "a b"),
        ("The <button> element, and <link>", "The <button> element, and <link>"),
        ("<!DOCTYPE html><html><body onload=\"x()\">Words</body></html>", "Words"),
        ("How to use the <head> element well", "How to use the <head> element well"),
        ("How to use the <iframe> element well", "How to use the <iframe> element well"),
        ("The <title>, <style> and <textarea> of it", "The <title>, <style> and <textarea> of it"),
        ("The <b> and </b> tags", "The <b> and </b> tags"), ("The <br> element", "The <br> element"),
        ("One<br>two<p>three", "One two three"), ("On <p> and <b>bold</b> tags", "On <p> and bold tags"),
        ("<iframe src=x> Rest", "Rest"), ("<script src=x> Rest", "Rest"), ("A <table class=x> rest", "A rest"),
        ("<title>All</title> of it", "All of it"), ("<head>All</head> of it", "All of it"),
        ("Why <!-- begins a comment", "Why <!-- begins a comment"), ("A <!-- c --> b <!-- d", "A b <!-- d"),
        ("x <b", "x <b"), ("The <!DOCTYPE html> line", "The <!DOCTYPE html> line"),
        ("How <script>alert(1)</script> got in", "How <script>alert(1)</script> got in"),
        ("Half </b> and word</b>", "Half </b> and word"),
        ("<h1>A <em>loud</em> claim</h1>", "A loud claim"),
        ("<img src=x alt=y> Rest", "Rest"), ("The <img> element", "The <img> element"),
        (
            "Search for <math xmlns=\"x\"><msup><mi>x</mi><mn>2</mn></msup></math> and <math><mi>y</mi></math> decays",
            "Search for x^2 and y decays"
        ),
        ("The <math> and </math> tags", "The <math> and </math> tags"),
        ("No <math><mi>x</mi> end", "No <math><mi>x</mi> end"),
        ("A <math><plaintext></math> b", "A <math><plaintext></math> b"),
        ("A <math><mi x=\"></mi></math> b", "A <math><mi x=\"></mi></math> b"),
        ("Q&amp;nbsp;A", "Q\u{A0}A"), ("a &copy b", "a © b"), ("Tom &ampersand", "Tom &ersand"),
    ])
    func `a title is read however it was escaped`(title: String, text: String) {
        #expect(PlainText.of(possiblyHTMLTitle: title) == text)
    }

    @Test(arguments: [
        ("<p>a", true), ("a<br/>b", true), ("a</b>", true), ("<!-- a -->", true), ("<my-note>a", true),
        ("<IMG src=x>", true),
        ("a < b and c > d", false), ("Vec<u8>", false), ("Bo <bo@mail.example>", false),
        ("<https://x.example/>", false),
        ("f<T>(x)", false), ("a <b", false), ("&lt;p&gt;", false), ("<", false), ("", false),
    ])
    func `a tag is told from a bracket`(text: String, hasTags: Bool) {
        #expect(PlainText.hasTags(text) == hasTags)
    }

    @Test func `a hundred thousand tags in a title cost little`() {
        for tag in ["<b>", "<b x", "</b>", "<!--", "<title>", "<script>", "<p> ", "<math><mi>", "<math><mi></math>"] {
            let title = String(repeating: tag, count: 100_000)
            #expect(PlainText.of(possiblyHTMLTitle: title).utf8.count <= title.utf8.count)
        }
    }

    @Test func `an excerpt ends with a word`() {
        #expect(PlainText.excerpt(of: "The crane that would not leave", limit: 20) == "The crane that would…")
        #expect(PlainText.excerpt(of: "The crane, that", limit: 10) == "The crane…")
        #expect(PlainText.excerpt(of: "short", limit: 20) == "short")
        #expect(PlainText.excerpt(of: "exactly", limit: 7) == "exactly")
        #expect(
            PlainText.excerpt(of: String(repeating: "a", count: 100), limit: 30) == String(repeating: "a", count: 30)
                + "…")
        #expect(PlainText.excerpt(of: "words", limit: 0) == "")
        #expect(PlainText.excerpt(of: "漢字漢字漢字", limit: 4) == "漢字漢字…")
    }

    @Test(
        arguments: [
            ("Hello", nil, TextDirection.ltr), ("مرحبا", nil, .rtl), ("123 שלום", nil, .rtl), ("42!", nil, .ltr),
            ("42!", "ar", .rtl),
            ("Apple تعلن", "ar", .rtl), ("Apple تعلن", nil, .ltr), ("English in an Arabic feed", "ar", .ltr),
            ("", "he-IL", .rtl),
            ("سلام", "en", .rtl), ("汉字", "zh", .ltr), ("\u{200F}abc", nil, .rtl),
        ] as [(String, String?, TextDirection)])
    func `the direction follows the letters`(text: String, language: String?, direction: TextDirection) {
        #expect(PlainText.direction(of: text, language: language) == direction)
    }

    @Test func `some languages run from right to left`() {
        #expect(PlainText.isRightToLeft(language: "fa-IR"))
        #expect(!PlainText.isRightToLeft(language: "en"))
        #expect(!PlainText.isRightToLeft(language: "ku-Latn"))
        #expect(PlainText.isRightToLeft(language: "az_Arab"))
    }
}

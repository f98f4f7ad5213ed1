import Markup
import Testing

struct SafeHTMLTests {
    @Test func `pictures are replaced in one scan, the rest stays byte for byte`() {
        let html = HTMLSanitizer(base: SanitizerFixture.address).sanitize(
            "<p>1 &lt; 2 <img src='a.jpg?x=1&amp;y' alt='\"A\" <b>' srcset='a.jpg 1x, b.jpg 2x' sizes=10vw width=30 height=20 title=T> x</p>"
                + "<picture><source srcset=c.webp><img src=c.jpg></picture>"
        ).html
        var seen: [PictureTag] = []
        let mapped = html.mappingPictures { tag in
            seen.append(tag)
            var tag = tag
            tag.src = "/picture/1?a&b"
            tag.srcset = nil
            tag.sizes = nil
            tag.colour = "#aabbcc"
            tag.width = 600
            return tag
        }
        #expect(seen.map(\.src) == ["https://example.org/news/b.jpg", "https://example.org/news/c.jpg"])
        #expect(seen[0].alt == "\"A\" <b>")
        #expect(seen[0].title == "T")
        #expect(seen[0].width == 30)
        #expect(seen[0].height == 20)
        #expect(seen[0].sizes == "10vw")
        #expect(seen[1].srcset == nil)
        #expect(
            mapped.text
                == "<p>1 &lt; 2 <img src=\"/picture/1?a&amp;b\" alt=\"&quot;A&quot; &lt;b&gt;\" width=\"600\" height=\"20\" title=\"T\" data-colour=\"#aabbcc\" loading=\"lazy\" decoding=\"async\"> x</p>"
                + "<picture><img src=\"/picture/1?a&amp;b\" alt=\"\" width=\"600\" data-colour=\"#aabbcc\" loading=\"lazy\" decoding=\"async\"></picture>"
        )
    }

    @Test func `markup without pictures is left alone`() {
        let html = HTMLSanitizer().sanitize("<p>a &amp; b</p>").html
        #expect(html.mappingPictures { _ in fatalError("there is none") } == html)
        #expect(SafeHTML.empty.mappingPictures { $0 } == .empty)
    }

    @Test func `links are replaced in one scan, places within the text and players are not`() {
        let html = HTMLSanitizer(base: SanitizerFixture.address).sanitize(
            "<a href='/x?a&amp;b' title=t>1</a><a href='#n'>2</a><i id=n>3</i><audio src=s.mp3></audio><a href='mailto:a@b.example'>4</a>"
        ).html
        var seen: [String] = []
        let mapped = html.mappingLinks { address in
            seen.append(address)
            return address.hasPrefix("https:") ? "/outside?u=\"" : nil
        }
        #expect(seen == ["https://example.org/x?a&b", "mailto:a@b.example"])
        #expect(
            mapped.text
                == html.text.replacing("https://example.org/x?a&amp;b", with: "/outside?u=&quot;"))
    }

    @Test func `a piece of markup is found byte by byte, and nothing in nothing`() {
        let html = HTMLSanitizer(base: SanitizerFixture.address).sanitize("<p>a…<a href='/x'>cut…</a> &lt;img src></p>")
            .html
        #expect(html.contains("<p>") && html.contains("…</a>") && html.contains("</p>") && html.contains("href="))
        #expect(!html.contains("<img ") && !html.contains("<p>b") && !html.contains("</p></p>"))
        #expect(!SafeHTML.empty.contains("<"))
    }

    @Test func `the writer escapes everything but cleaned markup`() {
        var writer = HTMLWriter(reserving: 16)
        writer.element(
            .p,
            [
                .class("dek", nil, "far"), .id("s", 7), .title("a\"b<c>&'"), .data(named: "n", -42), .lang(nil),
                .hidden(false), .open(), .aria("label", "\"é\""), .data(named: "x", isSet: true), .href(nil),
            ],
            more: { w in w.attribute("cite") { w in w.text("\"/\"") } }
        ) { w in
            w.text("1 < 2 & \"é\"")
            w.safe(HTMLSanitizer().sanitize("<b>x</b>").html)
            w.number(1_234_567)
            w.void(.br, [])
            w.element(.i, text: "<")
            w.number(0)
        }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == "<p class=\"dek far\" id=\"s7\" title=\"a&quot;b&lt;c&gt;&amp;'\" data-n=\"-42\" open"
                + " aria-label=\"&quot;é&quot;\" data-x cite=\"&quot;/&quot;\">1 &lt; 2 &amp; &quot;é&quot;<b>x</b>1234567"
                + "<br><i>&lt;</i>0</p>")
    }

    @Test func `wherever they stand, the four are escaped and nothing else is`() {
        for byte in UInt8.min..<0x80 {
            let letter = String(decoding: [byte], as: UTF8.self)
            let escape = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"][letter] ?? letter
            for (before, after) in (0..<17).flatMap({ before in [0, 1, 7, 8, 9].map { (before, $0) } }) {
                let (start, end) = (String(repeating: "é", count: before), String(repeating: "z", count: after))
                var writer = HTMLWriter(reserving: 1)
                writer.text(start + letter + end + letter)
                #expect(writer.bytes == Array((start + escape + end + escape).utf8), "byte \(byte) after \(before)")
            }
        }
    }

    @Test func `a writer grows, and holds what was written and no more`() {
        var writer = HTMLWriter(reserving: 1)
        var expected = ""
        for _ in 0..<1000 {
            for number in [0, -1, 10, .max, .min] {
                writer.number(number)
                writer.raw(" ")
            }
            writer.text(upTo: 4) { room in
                for (at, byte) in "a<b".utf8.enumerated() { room[at] = byte }
                return 3
            }
            expected += "0 -1 10 9223372036854775807 -9223372036854775808 a&lt;b"
        }
        #expect(writer.bytes == Array(expected.utf8))
    }

    @Test func `what the library kept comes back as it was`() {
        let html = HTMLSanitizer().sanitize("<p>a</p>").html
        #expect(SafeHTML(restoring: html.text) == html)
    }
}

/// Links to the world, in texts that stay in a place of their own.
@Suite struct OutsideLinkTests {
    @Test func `a web link opens outside and says so, others stay as they are`() {
        let text = SafeHTML(
            restoring: "<p><a href=\"https://a.example/?b=1&amp;c=2\" rel=\"noopener noreferrer\">A <i>b</i></a>, "
                + "<a href=\"/in\">in</a>, <a href=\"#up\">up</a>, 1 &lt; 2</p>")
        #expect(
            text.openingWebLinksExternally(label: "o<ut").text
                == "<p><a target=\"_blank\" class=\"external-link\" href=\"https://a.example/?b=1&amp;c=2\" "
                + "rel=\"noopener noreferrer\">A <i>b</i><span class=\"visually-hidden\"> (o&lt;ut)</span></a>, "
                + "<a href=\"/in\">in</a>, <a href=\"#up\">up</a>, 1 &lt; 2</p>")
        #expect(SafeHTML.empty.openingWebLinksExternally(label: "x") == .empty)
    }
}

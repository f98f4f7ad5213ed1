import Foundation
import Markup
import Testing
import URLs

@Suite struct `Pictures of other servers` {
    private func shown(_ html: String) -> String {
        HTMLSanitizer(base: SanitizerFixture.address).sanitize(html).html.linkingForeignPictures.text
            .replacing(" rel=\"noopener noreferrer\"", with: "")
    }

    private let link = "<a href=\"https://example.org/news/sea.jpg\">"

    @Test func `become links with their words, or the name of their file or their host`() {
        #expect(
            shown("<p>x <img src=sea.jpg alt='A &lt;calm> sea'> y</p>") == "<p>x \(link)A &lt;calm&gt; sea</a> y</p>")
        #expect(shown("<img src=sea.jpg>") == "\(link)sea.jpg</a>")
        #expect(shown("<img src='https://far.example/?a=1&amp;b=2'>").hasSuffix("a=1&amp;b=2\">far.example</a>"))
    }

    @Test func `are words alone within a link, as links cannot nest`() {
        let page = "<a href=\"https://example.org/page\">"
        #expect(
            shown("<a href=/page>go <img src=sea.jpg alt=Sea></a> <img src=sea.jpg>")
                == "\(page)go Sea</a> \(link)sea.jpg</a>")
    }

    @Test func `do not load by their other files either`() {
        let text = shown("<picture><source srcset='a.webp 1x, b.webp 2x'><img src=sea.jpg srcset='c.jpg 2x'></picture>")
        #expect(text.contains(">c.jpg</a>"))
        #expect(!text.contains("<source") && !text.contains("srcset") && !text.contains("<img"))
    }

    @Test func `are written by no page, while those of this server are`() {
        let cleaned = HTMLSanitizer(base: SanitizerFixture.address).sanitize("<img src=sea.jpg><img src=ours.jpg>").html
        let local = cleaned.mappingPictures { tag in
            var tag = tag
            if tag.src.hasSuffix("ours.jpg") { tag.src = "/picture/1" } else { tag.src = "//far.example/sea.jpg" }
            return tag
        }
        var writer = HTMLWriter()
        writer.safe(local)
        let page = String(decoding: writer.bytes, as: UTF8.self)
        #expect(page.contains("<img src=\"/picture/1\"") && page.components(separatedBy: "<img").count == 2)
    }
}

import Foundation
import Markup
import Testing
import URLs

struct PictureLinkTests {
    private func linked(_ html: String, _ link: ((PictureTag, Int) -> PictureLink?)? = nil) -> String {
        HTMLSanitizer(base: SanitizerFixture.address).sanitize(html).html.linkingPictures(
            link ?? { tag, number in PictureLink(href: "/g#\(number)", number: "\(number)", label: tag.alt) }
        ).text.replacing(" rel=\"noopener noreferrer\"", with: "")
    }

    private let a = "<img src=\"https://example.org/news/a.jpg\" alt=\"\">"
    private func around(_ inside: String, _ number: Int = 1, _ words: String = "") -> String {
        "<a class=\"gallery-link\" href=\"/g#\(number)\" data-picture=\"\(number)\" aria-label=\"\(words)\">\(inside)</a>"
    }

    @Test func `every picture of a text gets a link of its own, words and all`() {
        #expect(linked("<p>x <img src=a.jpg> y</p>") == "<p>x \(around(a)) y</p>")
        #expect(linked("<p>1 &lt; 2</p>") == "<p>1 &lt; 2</p>")
        let two = linked(
            "<figure><img src=a.jpg><figcaption>\"A\"</figcaption></figure><img src=b.jpg alt='\"B\" &amp; <c>'>")
        #expect(two.contains("<figure>\(around(a))<figcaption>"))
        #expect(two.contains("data-picture=\"2\" aria-label=\"&quot;B&quot; &amp; &lt;c&gt;\"><img src="))
        #expect(linked("<img src=a.jpg>", { _, _ in nil }) == a)
    }

    @Test func `the sizes of a picture stay with it`() {
        let text = linked("<picture><source srcset=c.webp><img src=c.jpg></picture><p>after</p>")
        #expect(text.hasPrefix("<a class=\"gallery-link\" href=\"/g#1\""))
        #expect(text.contains("\"><picture><source ") && text.contains("</picture></a>"))
        #expect(text.components(separatedBy: "<a ").count == 2 && text.components(separatedBy: "</a>").count == 2)
    }

    @Test func `a link to a page keeps its picture, one to the picture's file gives way`() {
        let page = linked("<p><a href=/story><img src=a.jpg></a> <img src=b.jpg></p>")
        #expect(page.contains("<a href=\"https://example.org/story\">\(a)</a>"))
        #expect(page.contains("data-picture=\"2\""), "pictures are counted wherever they stand")
        let file = linked("<p><a href=a-full.jpg><img src=a.jpg></a> after <a href=/x>x</a></p>")
        #expect(file.hasPrefix("<p>\(around(a)) after <a href=\"https://example.org/x\">x</a>"))
        let words = linked("<p><a href=a-full.jpg>see <img src=a.jpg></a></p>")
        #expect(words.contains("<a href=\"https://example.org/news/a-full.jpg\">see \(a)</a>"))
    }

    @Test(
        "one picture in its sizes has one name",
        arguments: [
            ("https://a.test/p/quay-300x200.jpg", "https://a.test/p/quay.jpg", true),
            ("https://a.test/p/quay-scaled.jpg", "https://a.test/p/quay-1024x683.jpg", true),
            ("https://a.test/p/quay@2x.png", "https://a.test/p/quay.png", true),
            ("https://a.test/p/quay.jpg?w=300", "https://a.test/p/quay.jpg?w=1600", true),
            ("https://a.test/p/quay.jpg", "http://a.test/p/quay.jpg#top", true),
            ("https://a.test/p/quay-2.jpg", "https://a.test/p/quay.jpg", false),
            ("https://a.test/image.php?id=1", "https://a.test/image.php?id=2", false),
            ("https://a.test/p/quay.jpg", "https://b.test/p/quay.jpg", false),
        ])
    func names(_ one: String, _ other: String, _ areSame: Bool) throws {
        let names = try [one, other].map { PictureIdentity(of: try #require(WebAddress($0))) }
        #expect((names[0] == names[1]) == areSame)
    }
}

import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of normalizing a WordPress site's stories (rows NEXUS-08 to 12, 56, 58, 65).
@Suite struct WordPressStoryNormalizerTests {
    private static let base = WebAddress("https://paper.example/2013/04/a/")

    private func story(_ html: String, policy: ThumbnailPolicy = .standard) -> FetchedStory {
        let cleaned = HTMLSanitizer(base: Self.base).sanitize(html)
        let story = FetchedStory(
            key: "1", title: "A", body: cleaned.html, text: cleaned.text, original: html, base: Self.base,
            pictures: cleaned.pictures)
        return WordPressStoryNormalizer(policy: policy).normalized(story)
    }

    // MARK: Pictures

    @Test(.mission("NEXUS-08")) func `two pictures stand in the order of the text`() {
        let read = story("<p><img src='/u/b.jpg'> and <img src='/u/a.jpg'></p>")
        #expect(read.pictures.map(\.address.path) == ["/u/b.jpg", "/u/a.jpg"])
    }

    @Test(
        .mission("NEXUS-09"),
        arguments: [
            ("x-300x200.jpg", "x.jpg"), ("x-80x80.jpg", "x.jpg"), ("x-150x150.png", "x.png"),
            ("x-300x200.webp", "x.webp"),
            ("x-999x10.jpeg", "x.jpeg"), ("x-1024x768.jpg", "x-1024x768.jpg"), ("x-1024x768.png", "x-1024x768.png"),
            ("x-4x3-model.jpg", "x-4x3-model.jpg"), ("b-52x.jpg", "b-52x.jpg"), ("x-300x200.pdf", nil),
        ])
    func `thumbnails give way to their full files, larger copies stay`(file: String, shown: String?) {
        let read = story("<p>Words <img src='/u/\(file)' width=300 height=200> words</p>")
        #expect(read.pictures.map(\.address.path) == [shown ?? file].map { "/u/\($0)" })
        #expect(read.body.text.contains("src=\"https://paper.example/u/\(shown ?? file)\""))
    }

    @Test(.mission("NEXUS-10")) func `the rule about thumbnails is one setting`() {
        let html = "<p><img src='/u/x-300x200.jpg'><img src='/u/y-1024x768.jpg'></p>"
        #expect(
            story(html, policy: ThumbnailPolicy(maxThumbnailSide: 0)).pictures.map(\.address.path)
                == ["/u/x-300x200.jpg", "/u/y-1024x768.jpg"])
        #expect(
            story(html, policy: ThumbnailPolicy(maxThumbnailSide: 2_000)).pictures.map(\.address.path)
                == ["/u/x.jpg", "/u/y.jpg"])
    }

    @Test(.mission("NEXUS-09"))
    func `a thumbnail is shown from the file that it links to, and from nothing else it links to`() {
        let linked = story("<a href='/u/x-scaled.jpg'><img src='/u/x-300x200.jpg' alt='Quay'></a>")
        #expect(linked.pictures.map(\.address.path) == ["/u/x-scaled.jpg"] && linked.pictures[0].alt == "Quay")
        let other = story("<a href='/u/other.jpg'><img src='/u/x-300x200.jpg'></a>")
        #expect(other.pictures.map(\.address.path) == ["/u/x.jpg"])
        let page = story("<a href='/tickets/'><img src='/u/x-300x200.jpg'></a>")
        #expect(page.pictures.map(\.address.path) == ["/u/x.jpg"] && page.body.text.contains("/tickets/"))
    }

    @Test func `where a set names a larger file, that is kept with its set`() {
        let html = "<img src='/u/x-300x200.jpg' srcset='/u/x-300x200.jpg 300w, /u/x-1024x683.jpg 1024w'>"
        let read = story(html)
        #expect(read.pictures.map(\.address.path) == ["/u/x-1024x683.jpg"] && read.body.text.contains("300w"))
        #expect(read.original == html)
    }

    @Test(.mission("NEXUS-65")) func `captions and old galleries have their words with each picture`() {
        let read = story(
            """
            <div class="wp-caption alignleft" style="width: 310px"><a href="/u/a.jpg"><img src="/u/a-300x200.jpg"></a>
            <p class="wp-caption-text">The quay. Photo by Jo Li</p></div>
            <div class='gallery gallery-columns-3'><dl class='gallery-item'><dt class='gallery-icon'><a href='/u/b.jpg'>
            <img src="/u/b-150x150.jpg"></a></dt><dd class='wp-caption-text gallery-caption'>A boat.</dd></dl>
            <dl class='gallery-item'><dt class='gallery-icon'><a href='/u/c.jpg'><img src="/u/c-150x150.jpg"></a></dt></dl>
            <br style='clear: both' /></div><dl><dt>Term</dt><dd>Meaning</dd></dl>
            """)
        #expect(read.pictures.map(\.address.path) == ["/u/a.jpg", "/u/b.jpg", "/u/c.jpg"])
        #expect(read.pictures.map(\.caption) == ["The quay.", "A boat.", nil])
        #expect(read.pictures[0].credit == "Jo Li")
        #expect(read.body.text.components(separatedBy: "<figure>").count == 4)
        #expect(read.body.text.contains("<dt>Term</dt><dd>Meaning</dd>"))
    }

    // MARK: Texts

    @Test(
        .mission("NEXUS-11"),
        arguments: [
            ("<p>Jane Doe<br />\nStaff Writer</p>\n<p>The council met.</p>", "The council met."),
            ("<p>By Jane Doe and Jo Li, Staff Writers</p>", "By Jane Doe and Jo Li, Staff Writers"),
            ("<p><strong>JANE DOE</strong><br>Reporter<br>The council met.</p>", "The council met."),
            ("<p>Jane Doe / Staff Reporter — The council met.</p>", "The council met."),
            ("<p>The Reporter arrived at noon.</p>", "The Reporter arrived at noon."),
            ("<p>The Staff Writer: a history</p>", "The Staff Writer: a history"),
            ("<p>We asked a Staff Writer<br>about it.</p>", "We asked a Staff Writer about it."),
            ("<p>Reporter</p><p>The council met.</p>", "The council met."),
            (
                "<p>\(String(repeating: "Word ", count: 30)) Staff Writer</p>",
                "\(String(repeating: "Word ", count: 29))Word Staff Writer"
            ),
        ])
    func `a signature line goes, and nothing else`(html: String, left: String) {
        #expect(story(html).text == left)
    }

    @Test func `a teaser that begins with the signature loses it too`() {
        let html = "<p>Jane Doe<br>Staff Writer</p><p>The council met on Monday evening.</p>"
        let cleaned = HTMLSanitizer(base: Self.base).sanitize(html)
        var arriving = FetchedStory(
            key: "1", title: "A", dek: "Jane Doe Staff Writer An editor's own words about it.", body: cleaned.html,
            text: cleaned.text, original: html, base: Self.base)
        #expect(WordPressStoryNormalizer().normalized(arriving).dek == "An editor's own words about it.")
        arriving.dek = "Jane Doe Staff Writer The council met on Monday evening."
        #expect(WordPressStoryNormalizer().normalized(arriving).dek == nil)
        arriving.dek = "Nothing of the kind."
        #expect(WordPressStoryNormalizer().normalized(arriving).dek == "Nothing of the kind.")
    }

    @Test(.mission("NEXUS-12", "NEXUS-58"))
    func `hostile markup becomes words alone, and runs of empty paragraphs nothing`() {
        let read = story(
            "<p>Jane Doe<br>Staff Writer</p><p>&nbsp;</p>\n\n<p>&nbsp;</p><p onclick=x()>One<script>alert('<img src=/u/a-300x200.jpg>')"
                + "</script><svg><script>2</script></svg> &lt;b&gt;two</p><p>&nbsp;</p>")
        #expect(read.text == "One <b>two")
        #expect(read.body.text == "<p>One &lt;b&gt;two</p>" && read.pictures.isEmpty)
    }

    @Test func `a story without anything to mend stays as it was written`() {
        let html = "<p>Plain <!-- <img src=/u/a-300x200.jpg> --> words</p>"
        #expect(story(html).original == html)
    }
}

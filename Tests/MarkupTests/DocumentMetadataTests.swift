import Markup
import Testing
import URLs

struct DocumentMetadataTests {
    private static let address = WebAddress("https://example.org/section/page")

    private func read(_ html: String) throws -> DocumentMetadata {
        DocumentMetadata.read(html, address: try #require(Self.address))
    }

    @Test func `a head tells its title, its feeds and its icons`() throws {
        let details = try read(
            """
            <!DOCTYPE html><html lang="en-GB"><head><title> Harbour
            Post &amp; Echo </title><script>"<title>no</title>"</script>
            <link rel="alternate" type="application/rss+xml; charset=utf-8" title="News" href="/feed.xml">
            <link rel="ALTERNATE stylesheet" type="text/css" href="x.css"><link rel=alternate type="Application/Atom+XML" href="atom">
            <link rel=alternate hreflang=de href="/de"><link rel=feed href="/f">
            <link rel="shortcut icon" href="/favicon.ico"><link rel="apple-touch-icon" sizes="180x180" href="t.png">
            <link rel=icon sizes="16x16 32x32" href="i.png"><link rel=icon sizes=any type="image/svg+xml" href="i.svg">
            <link rel=canonical href="https://example.org/c"><link rel=manifest href="/m.json">
            <meta property="og:site_name" content="Harbour Post"><meta name=description content="News &quot;here&quot;">
            <meta property="og:image" content="/p.jpg"><meta http-equiv=refresh content="5; URL='/next'">
            </head><body><svg><title>no</title></svg><a href="/a">First <b>link</b></a><a>none</a><a href="mailto:x@y">m</a><a href="b">2</a></body></html>
            """)
        #expect(details.title == "Harbour Post & Echo")
        #expect(details.language == "en-GB")
        #expect(
            details.feeds.map(\.address.text) == [
                "https://example.org/feed.xml", "https://example.org/section/atom", "https://example.org/f",
            ])
        #expect(details.feeds.map(\.type) == ["application/rss+xml", "application/atom+xml", ""])
        #expect(details.feeds[0].title == "News")
        #expect(details.icons.map(\.rel) == ["shortcut icon", "apple-touch-icon", "icon", "icon"])
        #expect(details.icons.map(\.size) == [nil, 180, 32, Int.max])
        #expect(details.canonical?.text == "https://example.org/c")
        #expect(details.manifest?.path == "/m.json")
        #expect(details.siteName == "Harbour Post")
        #expect(details.description == "News \"here\"")
        #expect(details.picture?.text == "https://example.org/p.jpg")
        #expect(details.refreshAddress?.text == "https://example.org/next")
        #expect(details.bodyLinks.map(\.text) == ["First link", "2"])
        #expect(details.bodyLinks[1].address.text == "https://example.org/section/b")
    }

    @Test func `a base element counts for everything, the first one only`() throws {
        let details = try read(
            "<link rel=feed href=f><base target=x><base href='/other/'><base href='https://evil.example/'><a href=g>g</a>"
        )
        #expect(details.baseAddress.text == "https://example.org/other/")
        #expect(details.feeds.first?.address.text == "https://example.org/other/f")
        #expect(details.bodyLinks.first?.address.text == "https://example.org/other/g")
    }

    @Test func `a page without anything gives nothing`() throws {
        let details = try read("")
        #expect(details.title == nil)
        #expect(details.feeds.isEmpty)
        #expect(details.baseAddress.text == "https://example.org/section/page")
    }

    @Test func `a page of nothing but links stays within bounds`() throws {
        let details = try read(String(repeating: "<a href=x>y", count: 5_000))
        #expect(details.bodyLinks.count == 2_000)
    }
}

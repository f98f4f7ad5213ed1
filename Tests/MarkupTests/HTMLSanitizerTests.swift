import Markup
import TestSupport
import Testing
import URLs

/// What the cleaner gives beside the markup.
struct HTMLSanitizerTests {
    private func sanitize(_ html: String) -> SanitizedContent {
        HTMLSanitizer(base: SanitizerFixture.address).sanitize(html)
    }

    @Test func `the plain text keeps words apart`() {
        #expect(
            sanitize("<h2>A</h2><p>b<br>c <b>d</b>e</p><ul><li>f<li>g</ul><script>x</script><p hidden>y</p>").text
                == "A b c de f g")
        #expect(sanitize("<pre>a\n  b</pre>&lt;c&gt;").text == "a b <c>")
        #expect(sanitize("a<div></div>b").text == "a b")
    }

    @Test(.mission("NEXUS-08")) func `pictures are mentioned in order with what is known of them`() throws {
        let pictures = sanitize(
            """
            <img src=a.jpg alt=" The  crane " width=1200 height=800 title=T>
            <figure><img data-src=b.jpg><img src=c.jpg><figcaption>Two <b>cranes</b> <small class=photo-credit>Photo: Ann Lee</small></figcaption></figure>
            <img src=d.gif width=1 height=1><iframe src="https://youtu.be/abcdefghijk" title="A film"></iframe>
            """
        ).pictures
        #expect(
            pictures.map { $0.address.path } == [
                "/news/a.jpg", "/news/b.jpg", "/news/c.jpg", "/vi/abcdefghijk/hqdefault.jpg",
            ])
        let first = try #require(pictures.first)
        #expect(first.alt == "The crane")
        #expect(first.title == "T")
        #expect(first.width == 1_200)
        #expect(first.height == 800)
        #expect(first.caption == nil)
        #expect(pictures[1].caption == "Two cranes")
        #expect(pictures[2].credit == "Ann Lee")
        #expect(pictures[3].alt == "A film")
    }

    @Test(
        arguments: [
            ("The crane. (Photo: Ann Lee)", "The crane.", "Ann Lee"),
            ("The crane. Photograph by Ann Lee/Harbour Post", "The crane.", "Ann Lee/Harbour Post"),
            ("Foto: dpa", nil, "dpa"), ("A photo of the crane", "A photo of the crane", nil),
            ("Credit: Jo (left)", nil, "Jo (left)"),
            ("The source: a spring in the hills", "The source: a spring in the hills", nil),
        ] as [(String, String?, String?)])
    func `a credit is told from the caption it ends`(line: String, caption: String?, credit: String?) {
        let picture = sanitize("<figure><img src=a.jpg><figcaption>\(line)</figcaption></figure>").pictures.first
        #expect(picture?.caption == caption)
        #expect(picture?.credit == credit)
    }

    @Test(arguments: [
        ("The crane. <cite>Ann Lee for Harbour Post</cite>", "Before. The crane. After."),
        ("<cite>Ann Lee</cite> The crane.", "Before. The crane. After."),
        ("The crane. (Photo: Ann Lee)", "Before. The crane. After."), ("Foto: dpa", "Before. After."),
        ("A photo of the crane", "Before. A photo of the crane After."),
    ])
    func `a credit is no part of the plain text`(caption: String, text: String) {
        let html = "<p>Before.</p><figure><img src=a.jpg><figcaption>\(caption)</figcaption></figure><p>After.</p>"
        #expect(sanitize(html).text == text)
        let first = sanitize("<figure><img src=a.jpg><figcaption><cite>Lee</cite></figcaption></figure><p>After.</p>")
        #expect(first.text == "After.")
    }

    @Test func `without a base relative addresses are dropped`() {
        let sanitized = HTMLSanitizer().sanitize(
            "<a href=x>a</a><img src=y.jpg><a href='https://example.org/'>b</a><a href='#n'>c</a>")
        #expect(
            sanitized.html.text
                == "a<a href=\"https://example.org/\" rel=\"noopener noreferrer\">b</a><a href=\"#s-n\">c</a>")
        #expect(sanitized.pictures.isEmpty)
    }

    @Test(arguments: [
        ("<span style='font-weight: 700; color: red'>a</span>", "<b>a</b>"),
        (
            "<span style='FONT-STYLE:italic!important'>a<span style='font-weight:bold'>b</span></span>",
            "<i>a<b>b</b></i>"
        ),
        ("<span lang=de style='vertical-align:sub'>a</span>", "<span lang=\"de\"><sub>a</sub></span>"),
        ("<b style='font-weight:normal'>a</b><i style='font-style: normal'>b</i>", "ab"),
        ("<b>a<span style='font-weight:bold'>b</span></b>", "<b>ab</b>"),
        ("<span style='font-weight:400'>a</span>", "a"),
    ])
    func `bold and italic are read from inline styles on request only`(html: String, read: String) {
        var sanitizer = HTMLSanitizer()
        #expect(!sanitizer.sanitize(html).html.text.contains("<sub>"))
        sanitizer.readsFontStyles = true
        #expect(sanitizer.sanitize(html).html.text == read)
    }

    @Test func `a player's page is recognised on its own host and on no other`() throws {
        let page = try #require(WebAddress("https://www.youtube.com/watch?v=abcdefghijk&t=42"))
        #expect(EmbedProvider.youtube.owns(page))
        let other = try #require(WebAddress("https://evil.example/watch?v=abcdefghijk"))
        #expect(!EmbedProvider.youtube.owns(other))
        #expect(EmbedProvider.recognise(other) == nil)
        let vimeo = try #require(WebAddress("https://player.vimeo.com/video/123?h=ab"))
        let found = try #require(EmbedProvider.recognise(vimeo))
        #expect(found.provider == .vimeo)
        #expect(found.page.text == "https://vimeo.com/123/ab")
        #expect(EmbedProvider.audio.owns(other))
    }

    @Test(arguments: [
        "https://player.twitch.tv/?channel=someone", "https://clips.twitch.tv/embed?clip=aClip",
        "https://tube.example/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d",
    ])
    func `some players are opened as pages only`(embed: String) throws {
        let found = try #require(WebAddress(embed).flatMap(EmbedProvider.recognise))
        #expect(found.provider.owns(found.page))
    }

    @Test(arguments: [
        "https://www.youtube.com/embed/abcdefghijk", "https://geo.dailymotion.com/player.html?video=x8abc",
        "https://open.spotify.com/embed/track/1a2B",
        "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/123",
        "https://embed.ted.com/talks/lang/en/a_talk", "https://archive.org/embed/an-item",
        "https://bandcamp.com/EmbeddedPlayer/v=2/album=12/size=large/",
        "https://player.bilibili.com/player.html?bvid=BV1x",
        "https://www.mixcloud.com/widget/iframe/?feed=%2Fa%2Fb%2F", "https://vk.com/video_ext.php?oid=-1&id=2",
        "https://www.youtube.com/embed/videoseries?list=PLx", "https://yewtu.be/embed/abcdefghijk",
    ])
    func `the page of a player is the player's again`(embed: String) throws {
        let found = try #require(WebAddress(embed).flatMap(EmbedProvider.recognise))
        #expect(found.provider.owns(found.page))
        #expect(found.page.isSecure)
    }
}

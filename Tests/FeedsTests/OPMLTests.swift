import Testing

@testable import Feeds

@Suite struct OPMLTests {
    private let list = OPML(
        title: "Lists & \"things\" <1>",
        outlines: [
            OPMLOutline(
                title: "Harbour",
                kind: .folder([
                    OPMLOutline(
                        title: "Café & co",
                        kind: .feed(address: "https://x.example/f?a=1&b=2", site: "https://x.example/", type: "rss"),
                        attributes: ["frss:priority": "main", "category": "/a,/b"]),
                    OPMLOutline(title: "Empty", kind: .folder([])),
                ])),
            OPMLOutline(title: "港", kind: .feed(address: "https://y.example/", site: nil, type: "atom")),
        ],
        namespaces: ["frss": "https://freshrss.org/opml"])

    @Test func `a list that is written and read is the same list`() throws {
        #expect(try OPML.read(list.serialized()) == list)
    }

    @Test func `a written list is OPML 2 with a type for every feed`() {
        let text = String(decoding: list.serialized(), as: UTF8.self)
        #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\" xmlns:frss="))
        #expect(text.contains("type=\"rss\" xmlUrl=\"https://x.example/f?a=1&amp;b=2\" htmlUrl=\"https://x.example/\""))
    }

    @Test(arguments: ["Bits <b> bold", "a &amp; b", "R&D", "1 < 2", "&lt;i&gt;", "<b>", "Stormed <script>", "&amp;lt;"])
    func `a title that looks like HTML comes back as it was`(title: String) throws {
        let feed = OPMLOutline(title: title, kind: .feed(address: "https://a.example/feed", site: nil, type: nil))
        let again = try OPML.read(OPML(title: title, outlines: [feed]).serialized())
        #expect(again.outlines.first?.title == title)
        #expect(again.title == title)
    }

    @Test func `attributes that would break the document are left out`() throws {
        var odd = list
        odd.outlines[1].attributes = ["bad name": "x", "undeclared:y": "z", "xmlns": "evil", "fine": "yes"]
        let again = try OPML.read(odd.serialized())
        #expect(again.outlines[1].attributes == ["fine": "yes"])
    }

    @Test func `other documents are refused by their kind`() {
        #expect(throws: FeedError.notAFeed(.empty)) { try OPML.read([]) }
        #expect(throws: FeedError.notAFeed(.xml(root: "rss"))) { try OPML.read(Array("<rss/>".utf8)) }
        #expect(throws: FeedError.notAFeed(.image("PNG"))) { try OPML.read([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]) }
    }
}

import Feeds
import Markup
import Origins
import Testing

@Suite struct ChannelListTests {
    private func feed(_ title: String, _ address: String, site: String? = nil) -> OPMLOutline {
        OPMLOutline(title: title, kind: .feed(address: address, site: site, type: "rss"))
    }

    @Test func `folders become paths, and what is no web address is said`() {
        let opml = OPML(
            title: "Mine",
            outlines: [
                OPMLOutline(
                    title: "Sea",
                    kind: .folder([
                        feed("Harbour", "https://h.example/feed", site: "https://h.example/"),
                        OPMLOutline(title: "Boats", kind: .folder([feed("Sail", "feed:https://s.example/rss")])),
                    ])),
                feed("feed://o.example/rss", "feed://o.example/rss"), feed("Bad", "mailto:me"),
            ])
        let list = ChannelList(opml)
        #expect(list.title == "Mine")
        #expect(
            list.channels.map(\.address.text) == [
                "https://h.example/feed", "https://s.example/rss", "http://o.example/rss",
            ])
        #expect(list.channels.map(\.folders) == [["Sea"], ["Sea", "Boats"], []])
        #expect(list.channels.map(\.title) == ["Harbour", "Sail", nil])
        #expect(list.channels.first?.site?.text == "https://h.example/")
        #expect(list.refused == ["mailto:me"])
    }

    @Test func `a list written as an outline reads back the same`() throws {
        let addresses = try ["a", "b", "c", "d"].map { try #require(WebAddress("https://\($0).example/feed")) }
        let list = ChannelList(
            title: "Mine",
            channels: [
                ListedChannel(address: addresses[0], title: "A", folders: ["One"]),
                ListedChannel(address: addresses[1], title: "B", folders: ["One", "Deep"]),
                ListedChannel(address: addresses[2], title: "C", folders: ["Two"]),
                ListedChannel(address: addresses[3], title: "D"),
            ])
        let again = ChannelList(list.opml)
        #expect(Set(again.channels) == Set(list.channels))
        #expect(list.opml.outlines.map(\.title) == ["One", "Two", "D"])
    }
}

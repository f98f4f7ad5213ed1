import Foundation
import Markup
import News
import SampleOrigins
import Testing

@testable import Origins

/// What is told of pictures that are shown or left out (row NEXUS-56).
@Suite struct PictureInspectionTests {
    @Test func `each picture found or left out has its reason`() async throws {
        try await StudentPaper.open { house async throws in
            let address = try #require(WebAddress(house.paper.feed))
            let stories = try await PictureInspection(fetcher: house.fetcher).stories(in: address)
            #expect(stories.count == 10 && house.paths == ["/feed/"])
            let race = try #require(stories.first { $0.title.hasPrefix("Women's eight") })
            #expect(race.pictures.count == 4 && race.pictures.allSatisfy { !$0.isShown })
            #expect(race.pictures[0].address.hasSuffix("-one-300x200.jpg"))
            #expect(
                race.pictures[0].words.contains("thumbnail (300 × 200)") && race.pictures[0].words.hasSuffix("-one.jpg")
            )
            #expect(race.pictures[1].words.contains("links to"))
            #expect(stories.first { $0.title.hasPrefix("Against") }?.pictures.isEmpty == true)
        }
    }

    @Test func `with another rule and in another kind of feed the thumbnails are shown`() async throws {
        try await StudentPaper.open { house async throws in
            let address = try #require(WebAddress(house.paper.feed))
            let rules = PictureRules(largestThumbnail: 0)
            for stories in [
                try await PictureInspection(fetcher: house.fetcher, rules: rules).stories(in: address),
                try await PictureInspection(fetcher: house.fetcher).stories(in: address, of: .feed),
            ] {
                #expect(stories.flatMap(\.pictures).allSatisfy { $0.isShown })
            }
        }
    }

    @Test func `what is too small, repeated or nowhere is told apart`() async throws {
        let text = """
            <img src="/a.jpg"> <img src="/a.jpg?w=90"> <img src="/pixel.gif" width="1" height="1">
            <img src="data:image/gif;base64,R0lGOD"> <img src="/b.jpg" srcset="/b-2.jpg 1200w">
            """
        let item = """
            <item><guid>1</guid><title>One</title><link>https://ledger.example/1</link>
            <content:encoded><![CDATA[\(text)]]></content:encoded>
            <media:content url="https://ledger.example/c.jpg" medium="image"/></item>
            """
        try await Kitchen.open(["/feed": Dish.rss(item)]) { kitchen in
            let stories = try await PictureInspection(fetcher: kitchen.fetcher)
                .stories(in: try kitchen.address("/feed"), of: .feed)
            let fates = stories.first?.pictures.map(\.fate)
            #expect(fates?.prefix(4) == [.shown, .repeated, .tooSmall, .noAddress])
            #expect(fates?.last == .besideText)
        }
    }

    @Test func `the maintainer's guide has the headings that the mission wants`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let guide = try String(contentsOf: root.appending(path: "docs/sources/wordpress.md"), encoding: .utf8)
        for heading in [
            "## How a story comes to the page", "### If articles do not load", "### If pictures do not load",
            "### If comments do not load", "### If the text is badly formatted",
        ] {
            #expect(guide.contains(heading + "\n"), "\(heading)")
        }
    }
}

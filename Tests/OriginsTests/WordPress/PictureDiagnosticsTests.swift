import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of the diagnostics of images that are shown or left out (row NEXUS-56).
@Suite struct ImageDiagnosticsTests {
    @Test(.mission("NEXUS-56")) func `each picture found or left out has its reason`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let address = try #require(WebAddress(fixture.sample.feed))
            let stories = try await PictureDiagnostics(fetcher: fixture.fetcher).stories(in: address)
            #expect(stories.count == 10 && fixture.requestPaths == ["/feed/"])
            let race = try #require(stories.first { $0.title.hasPrefix("Women's eight") })
            #expect(race.images.count == 4 && race.images.allSatisfy { !$0.isShown })
            #expect(race.images[0].address.hasSuffix("-one-300x200.jpg"))
            #expect(
                race.images[0].explanation.contains("thumbnail (300 × 200)")
                    && race.images[0].explanation.hasSuffix("-one.jpg")
            )
            #expect(race.images[1].explanation.contains("links to"))
            #expect(stories.first { $0.title.hasPrefix("Against") }?.images.isEmpty == true)
        }
    }

    @Test func `with another rule and in another kind of feed the thumbnails are shown`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let address = try #require(WebAddress(fixture.sample.feed))
            let policy = ThumbnailPolicy(maxThumbnailSide: 0)
            for stories in [
                try await PictureDiagnostics(fetcher: fixture.fetcher, policy: policy).stories(in: address),
                try await PictureDiagnostics(fetcher: fixture.fetcher).stories(in: address, of: .feed),
            ] {
                #expect(stories.flatMap(\.images).allSatisfy { $0.isShown })
            }
        }
    }

    @Test(.mission("NEXUS-56")) func `what is too small, repeated or nowhere is told apart`() async throws {
        let text = """
            <img src="/a.jpg"> <img src="/a.jpg?w=90"> <img src="/pixel.gif" width="1" height="1">
            <img src="data:image/gif;base64,R0lGOD"> <img src="/b.jpg" srcset="/b-2.jpg 1200w">
            """
        let item = """
            <item><guid>1</guid><title>One</title><link>https://ledger.example/1</link>
            <content:encoded><![CDATA[\(text)]]></content:encoded>
            <media:content url="https://ledger.example/c.jpg" medium="image"/></item>
            """
        try await SourceFixture.open(["/feed": FeedFixture.rss(item)]) { fixture in
            let stories = try await PictureDiagnostics(fetcher: fixture.fetcher)
                .stories(in: try fixture.address("/feed"), of: .feed)
            let fates = stories.first?.images.map(\.outcome)
            #expect(fates?.prefix(4) == [.shown, .duplicate, .tooSmall, .noURL])
            #expect(fates?.last == .attached)
        }
    }

    @Test(.mission("NEXUS-66")) func `the maintainer's guide has the headings that the mission wants`() throws {
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

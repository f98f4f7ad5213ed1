import Library
import Markup
import News
import Testing
import URLs

@testable import Web

@Suite struct GzipTests {
    @Test(arguments: [
        "gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "*", "GZIP", "x-gzip", "deflate , gzip ;q=0.001",
        "*;q=0, gzip", "gzip; q=1",
    ]) func `gzip is taken when it is welcome`(accepted: String) { #expect(Gzip.isAccepted(accepted)) }

    @Test(arguments: [
        "", "identity", "br", "gzip;q=0", "gzip;q=0.000", "gzip; q=0.0", "*;q=0", "gzip;q=0, *", "gzippy", ";;,,;q=1",
        "br, deflate",
    ])
    func `and not when it is not`(accepted: String) { #expect(!Gzip.isAccepted(accepted)) }
}

@Suite struct CompressedPageCacheTests {
    private func page(_ seed: UInt8, _ count: Int = 4000) -> [UInt8] {
        var value = UInt64(seed) + 1
        return (0..<count).map { _ in
            value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(value >> 56)
        }
    }

    @Test func `a known tag is answered from memory`() {
        let kept = CompressedPageCache()
        let first = kept.compressed(page(1), tag: "a")
        // Other bytes under the same tag: only memory can give the first ones.
        #expect(kept.compressed(page(2), tag: "a") == first)
        #expect(kept.compressed(page(2), tag: "b") != first)
    }

    @Test func `without a tag nothing is kept`() {
        let kept = CompressedPageCache()
        let first = kept.compressed(page(1), tag: nil)
        #expect(kept.compressed(page(2), tag: nil) != first)
    }

    @Test func `the oldest leave when the bound is reached`() {
        let kept = CompressedPageCache(limit: 10_000)
        let first = kept.compressed(page(1), tag: "1")
        let second = kept.compressed(page(2), tag: "2")
        _ = kept.compressed(page(3), tag: "3")
        // Three of 4,000 bytes do not fit into 10,000: the first is made anew, the second is still there.
        #expect(kept.compressed(page(9), tag: "2") == second)
        #expect(kept.compressed(page(9), tag: "1") != first)
    }

    @Test func `a page larger than the bound is served and not kept`() {
        let kept = CompressedPageCache(limit: 1000)
        let first = kept.compressed(page(1), tag: "1")
        #expect(!first.isEmpty && kept.compressed(page(2), tag: "1") != first)
    }
}

@Suite struct RoutesAndStringsTests {
    @Test(arguments: [
        ("#000000", "r0 g0 b0"), ("#FFFFFF", "r3 g3 b3"), ("#ffffff", "r3 g3 b3"), ("#3f4080", "r0 g1 b2"),
        ("#c0bf7f", "r3 g2 b1"),
    ]) func `a mean colour becomes one of 64 shades`(colour: String, shade: String) {
        #expect(PictureView.colourToken(colour) == shade)
    }

    @Test(arguments: [nil, "", "#fff", "red", "#12345", "#1234567", "#gggggg", "\"><b>x", "#-12345", "#+12345"])
    func `what is no colour has no shade`(colour: String?) { #expect(PictureView.colourToken(colour) == nil) }

    @Test func `addresses are written as the pages know them`() {
        let story = StoryID(rawValue: 412)
        #expect(Route.today.path(in: .mine) == "/mine/")
        #expect(Route.section(.other, depth: 0).path(in: .mine) == "/mine/section/0")
        #expect(Route.section(SectionID(rawValue: 7), depth: 60).path(in: .mine) == "/mine/section/7?depth=60")
        #expect(Route.channel(ChannelID(rawValue: 3), depth: 0).path(in: .mine) == "/mine/feed/3")
        #expect(Route.feedDetails(ChannelID(rawValue: 3)).path(in: .mine) == "/mine/feed/3/details")
        #expect(Route.everything(depth: 40).path(in: .mine) == "/mine/all?depth=40")
        #expect(Route.story(story, in: nil).path(in: .mine) == "/mine/story/412")
        #expect(Route.story(story, in: .section(SectionID(rawValue: 2))).path(in: .mine) == "/mine/story/412?in=s2")
        #expect(Route.search("").path(in: .mine) == "/mine/search")
        #expect(Route.search("a&b=\"c\" é").path(in: .mine) == "/mine/search?q=a%26b%3D%22c%22%20%C3%A9")
        #expect(
            Route.addFeed("https://a.example/?x=1").path(in: .mine)
                == "/mine/add?address=https%3A%2F%2Fa.example%2F%3Fx%3D1")
        #expect(ActionName.allCases.map { Route.action($0).path(in: .mine) }.allSatisfy { $0.hasPrefix("/mine/act/") })
        #expect(Route.action(.importOPML).path(in: .mine) == "/mine/act/import-opml")
    }

    @Test func `every list has a screen`() {
        for list: StoryList in [.section(.other), .channel(ChannelID(rawValue: 1)), .unread, .saved, .everything] {
            #expect(list.route.path(in: .mine).hasPrefix("/mine/"))
            #expect(StoryList(code: list.code) == list)
        }
    }

    @Test func `counts and ages in words`() {
        #expect(
            Strings.stories(1) == "1 story" && Strings.stories(0) == "0 stories" && Strings.stories(12) == "12 stories")
        #expect(Strings.countText(BoundedCount(value: 999, isMore: true)) == "999+")
        #expect(
            Strings.readingTime(words: 0) == "1\u{00A0}min\u{00A0}read"
                && Strings.readingTime(words: 1000) == "4\u{00A0}min\u{00A0}read")
        #expect(
            Strings.firstRunProgress(FirstRunProgress(succeeded: 12, failed: 2, total: 40))
                == "12 of 40 feeds loaded, 2 failed")
        #expect(Strings.firstRunProgress(FirstRunProgress(succeeded: 1, failed: 0, total: 3)) == "1 of 3 feeds loaded")
        #expect(Strings.firstRunProgress(FirstRunProgress(succeeded: 0, failed: 0, total: 3)) == "Loading 3 feeds…")
        #expect(Strings.alsoIn(["A"]) == "also in A")
        #expect(Strings.alsoIn(["A", "B"]) == "also in A and B")
        #expect(Strings.alsoIn(["A", "B", "C"]) == "also in A, B and C")
    }

    @Test func `a name and a password are not shown`() throws {
        let address = try #require(WebAddress("https://me:hush@loom.example:8443/feed?x=1#top"))
        #expect(address.displayText == "https://loom.example:8443/feed?x=1#top")
        #expect(try #require(WebAddress("http://loom.example")).displayText == "http://loom.example/")
    }
}

import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// The first minutes: what can be read, and what is said where nothing could be loaded.
@Suite struct FirstRunTests {
    private let addresses = ["https://a.example/feed", "https://b.example/feed", "https://c.example/feed"]

    private func followAll(_ app: WebTestApp) async throws {
        let feeds = try addresses.map {
            ImportedFeed(address: try webAddress($0), title: "Feed of \($0)", folder: ["F"])
        }
        _ = try await app.library.subscriptions.importOutlines(feeds, for: app.reader)
    }

    private func fail(_ app: WebTestApp, _ error: (String) -> SourceError) {
        for address in addresses { app.source.put(.failure(error(address)), at: address) }
    }

    /// True if the page offers another try where stories would stand.
    private func offersRetry(_ page: ShownPage) -> Bool {
        page.buttons.contains { $0.text.hasSuffix("Check for new stories") }
    }

    @Test func `the first screen names the newspapers and what is in each starter pack, one tap each`() async throws {
        let app = try WebTestApp()
        try await app.publish([
            "harbour.yaml": """
            title: Harbour Paper
            about: Ships & tides.
            sections: [{ title: Ships, key: ships, feeds: [https://ships.example/feed] }]

            """
        ])
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").page
            let edition = try page.part("a[href=/harbour/]")
            #expect(edition.has("img[src*=icon-harbour-192.png]"))
            #expect(edition.texts("b") == ["Harbour Paper"] && edition.texts("span") == ["Ships & tides."])
            let pack = try page.part("button[name=list][value=0]")
            #expect(pack.texts("b") == ["Slow <reading>"] && pack.texts(".pack-sites") == ["Slow, Slow"])
            #expect(pack.texts(".pack-action") == ["Follow all 2"] && pack.text.contains("Essays."))
            #expect(pack.has("img.cover[src*=cover-sunday.svg]") && pack.parts(".site-icon").count == 2)
            #expect(page.hasButton("Find feeds") && page.hasButton("Import") && page.hasLink("Settings"))
            // The packs come first, and the file says what it is.
            let headings = ["Starter packs", "Or find a feed", "Newspapers", "Bring your feeds from another reader"]
            #expect(page.headings(2) == headings && page.text.contains("Export your feeds there as an OPML file"))
            let feeds = try await browser.get("/mine/feeds").page
            #expect(feeds.hasLink("Import from another reader", to: "/mine/add#import"))
            #expect(try await browser.get("/mine/add").page.has("#import"))
        }
    }

    @Test func `without an address, a starter pack is offered until all its feeds are followed`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let pack = "button[name=list][value=0]"
            let page = try await browser.get("/mine/add").page
            #expect(try page.part(pack).texts("b") == ["Slow <reading>"])
            #expect(page.headings(2).contains("Starter packs"))
            let unknown = try await browser.get("/mine/add?address=harbour%20post").page
            #expect(unknown.alerts.joined().contains("No feed that is known here is called “harbour post”."))
            #expect(unknown.has(pack))
            try await app.follow("https://slow.example/a", stories: app.stories(1...1))
            #expect(try await browser.get("/mine/add").page.part(pack).texts(".pack-action") == ["Follow 1 more"])
            try await app.follow("https://slow.example/b", stories: app.stories(2...2))
            let followed = try await browser.get("/mine/add").page
            #expect(!followed.has(pack) && followed.has("a.starter-pack[href=/mine/feeds]"))
        }
    }

    @Test func `feeds are found by name: followed ones lead to their stories, others can be followed into a folder`()
        async throws
    {
        let app = try WebTestApp()
        let address = "https://night-ferry.example/feed"
        let ferry = try await app.follow(address, folder: "Culture", title: "Night Ferry")
        try await app.publish([
            "harbour.yaml":
                "title: Harbour\nsections: [{ title: Ships, key: ships, feeds: [https://ships.example/feed] }]\n"
        ])
        let path = "/mine/feed/\(ferry.rawValue)"
        try await app.withBrowser { browser async throws in
            for words in ["Night+Ferry", "ferry", "night-ferry", "nig", "culture"] {
                let page = try await browser.get("/mine/add?address=\(words)").page
                let row = try page.part(".named-feed")
                #expect(row.hasLink(to: path) && !page.hasButton("Follow"), "\(words)")
                #expect(row.text.contains("Followed in Culture · night-ferry.example"), "\(words)")
            }
            // A feed of an edition, and one of a starter pack, in a folder that is there or a new one.
            let edition = try await browser.get("/mine/add?address=harbour").page
            #expect(edition.text.contains("Harbour · ships.example") && edition.hasButton("Follow"))
            let slow = try await browser.get("/mine/add?address=slow").page
            let form = try #require(slow.form("/mine/act/follow"))
            #expect(form.texts(".choices label") == ["None", "Culture"] && form.has("input[name=newFolder]"))
            _ = try await browser.post(
                "/mine/act/follow", form.formBody().replacing("newFolder=", with: "newFolder=Essays"))
            // One that is followed no more is still found.
            _ = try await browser.post("/mine/act/unfollow", "channel=\(ferry.rawValue)")
            let left = try await browser.get("/mine/add?address=night+ferry").page
            #expect(left.texts(".named-feed b") == ["Night Ferry"] && left.hasButton("Follow"))
            #expect(app.discoveryRequests == [])
        }
        #expect(try await app.library.subscriptions.folders(for: app.reader).map(\.title) == ["Culture", "Essays"])
    }

    @Test func `a feed that is found at an address shows the icon that it names`() async throws {
        let app = try WebTestApp()
        let icon = try webAddress("https://ferry.example/icon.png")
        let found = DiscoveredChannel(
            kind: .feed, address: try webAddress("https://ferry.example/feed"),
            metadata: ChannelMetadata(title: "Ferry", icon: icon))
        app.setDiscovery(.success([found]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/add?address=ferry.example", Browser.navigation).page
            #expect(try page.part(".feed-preview").has("img.site-icon") && !page.has(".letter"))
        }
    }

    @Test func `without a network the page says so, names the feeds, and tries again on request`() async throws {
        let app = try WebTestApp()
        try await followAll(app)
        fail(app) { .unreachable(.noAnswer(from: $0)) }
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/mine/").page.text.contains("Loading 3 feeds…"))
            await app.refresh()
            for path in ["/mine/", "/mine/all", "/mine/unread"] {
                let page = try await browser.get(path).page
                let words = "None of the 3 feeds could be reached. This machine seems to be offline."
                #expect(page.text.contains(words), "\(path)")
                let reason = try page.part(".failure-reasons > li")
                #expect(reason.texts("b") == ["Could not be reached"], "\(path)")
                #expect(reason.has("a[href^=/mine/feed/]"), "\(path)")
                for address in addresses { #expect(reason.hasLink("Feed of \(address)"), "\(path)") }
                #expect(page.text.contains("Last try: 9:20.") && page.text.contains("Next try: "), "\(path)")
                #expect(page.form("/mine/act/refresh") != nil && offersRetry(page), "\(path)")
                #expect(page.text.contains("3 of 3 feeds could not be read"))
                #expect(!page.text.contains("No stories here yet."))
            }
            // The network is back.
            app.source.put(app.stories(1...2), at: addresses[0])
            app.clock.advance(61)
            let asked = try await browser.post("/mine/act/refresh", "back=/mine/")
            #expect(asked.status == .seeOther)
            await app.refresh()
            let answer = try await browser.get("/mine/")
            #expect(answer.page.storyTitles.contains("Story 1") && !offersRetry(answer.page))
            #expect(!answer.text.contains("offline"))
        }
    }

    @Test func `hosts that ask to wait are named too where there is nothing to read`() async throws {
        let app = try WebTestApp()
        try await followAll(app)
        let until = app.clock.now.addingTimeInterval(900)
        fail(app) { _ in .busy(until: until) }
        await app.refresh()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").page
            let reason = try page.part(".failure-reasons > li")
            #expect(reason.texts("b") == ["Asked us to wait"] && reason.has("a[href^=/mine/feed/]"))
            #expect(offersRetry(page) && !page.text.contains("No stories here yet."))
        }
    }

    @Test func `feeds that fail in different ways are told apart`() async throws {
        let app = try WebTestApp()
        try await followAll(app)
        let errors: [String: SourceError] = [
            addresses[0]: .refused(status: 503), addresses[1]: .refused(status: 403), addresses[2]: .notThere,
        ]
        fail(app) { errors[$0] ?? .gone }
        await app.refresh()
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/mine/")
            #expect(answer.page.text.contains("None of the 3 feeds could be loaded."))
            #expect(!answer.text.contains("offline"))
            let reasons = answer.page.texts(".failure-reasons b")
            for why in [
                "Reported a server error (503)", "Refused to send its stories (403)",
                "Has nothing at its address any more (404)",
            ] {
                #expect(reasons.contains(why), "\(why)")
            }
            // One that answers, with nothing in it, is no failure, and the others are still named.
            app.source.put([], at: addresses[2])
            app.clock.advance(3600)
            _ = try await browser.post("/mine/act/refresh", "")
            await app.refresh()
            #expect(try await browser.get("/mine/").page.text.contains("2 of 3 feeds could not be loaded."))
        }
    }

    @Test func `an edition and a folder whose sources all fail say why, once`() async throws {
        let app = try WebTestApp()
        try await app.publish([
            "harbour.yaml":
                "title: Harbour\nsections: [{ title: Ships, key: ships, feeds: [\(addresses[0])] }, "
                + "{ title: Tides, key: tides, feeds: [\(addresses[1])] }]\n"
        ])
        fail(app) { _ in .refused(status: 500) }
        try await app.withBrowser { browser async throws in
            let first = try await browser.get("/harbour/", Browser.navigation).page
            #expect(first.text.contains("Loading 2 feeds…") && first.text.contains("Loading stories…"))
            await app.refresh()
            let answer = try await browser.get("/harbour/")
            let page = answer.page
            #expect(answer.text.components(separatedBy: "None of the 2 feeds could be loaded.").count == 2)
            #expect(page.buttons.count { $0.text.hasSuffix("Check for new stories") } == 1)
            #expect(page.text.contains("Its stories could not be loaded."))
            #expect(!page.text.contains("No stories here yet."))
            let section = try #require(try page.part("a[href^=/harbour/section/]").path)
            let list = try await browser.get(section).page
            #expect(list.text.contains("a.example could not be loaded.") && offersRetry(list))
        }
    }

    @Test(.mission("HN-03"))
    func `every list of Hacker News whose interface fails says so and offers to try again`() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/CAssets/assets/editions")
        let shipped = EditionRegistry(folder: folder, isSupported: { _ in true }).validEditions
        let edition = try #require(shipped.first { $0.id.rawValue == "hacker-news" })
        guard case .listed(let lists) = edition.sections else { throw MissingValue(what: "listed sections") }
        let app = try WebTestApp(editions: [edition], kinds: edition.sourceKinds)
        for channel in lists.flatMap(\.channels) {
            app.source.put(.failure(.refused(status: 500)), at: channel.address.text)
        }
        try await app.library.editions.synchronize([edition])
        try await app.library.editions.refreshIfStale(edition.id, for: app.reader)
        await app.refresh()
        let sections = try await app.library.editions.sections(of: edition.id, for: app.reader)
        #expect(sections.count == 6)
        let paths = ["/hacker-news/"] + sections.map { "/hacker-news/section/\($0.id.rawValue)" }
        try await app.withBrowser { browser async throws in
            for path in paths {
                let page = try await browser.get(path).page
                #expect(page.text.contains(" could not be loaded."), "\(path)")
                #expect(page.texts(".failure-reasons b").contains("Reported a server error (500)"), "\(path)")
                #expect(page.form("/hacker-news/act/refresh") != nil && offersRetry(page), "\(path)")
                #expect(!page.text.contains("No stories here yet."), "\(path)")
            }
            // It answers again.
            let story = app.stories(1...1)
            for channel in lists.flatMap(\.channels) { app.source.put(story, at: channel.address.text) }
            app.clock.advance(3_600)
            let asked = try await browser.post("/hacker-news/act/refresh", "back=/hacker-news/")
            #expect(asked.status == .seeOther)
            await app.refresh()
            let page = try await browser.get("/hacker-news/").page
            #expect(page.storyTitles.contains("Story 1") && !offersRetry(page))
        }
    }

    @Test func `until its first round is complete an edition says that it is loading`() async throws {
        let app = try WebTestApp()
        try await app.publish([
            "harbour.yaml":
                "title: Harbour\nsections: [{ title: Ships, key: s, feeds: [\(addresses[0]), \(addresses[1])] }]\n"
        ])
        app.source.put(app.stories(1...2), at: addresses[0])
        app.source.put(app.stories(3...4), at: addresses[1])
        let gate = app.source.hold(addresses[1])
        try await app.withBrowser { browser async throws in
            _ = try await browser.get("/harbour/", Browser.navigation)
            async let round: Void = app.refresh()
            var page = ShownPage("")
            while !page.storyTitles.contains("Story 1") { page = try await browser.get("/harbour/").page }
            // Script would write an age where the page names the time of an update.
            let status = try page.part("button.status")
            #expect(status.text == "1 of 2 feeds loaded" && status["data-updated-at"] == nil)
            let live = try await browser.get("/api/live?edition=harbour&after=0").text
            #expect(live.contains("\"words\":\"1 of 2 feeds loaded\"") && live.contains("\"tried\":1"))
            gate.finish()
            await round
            let done = try await browser.get("/harbour/").page.part("button.status")
            #expect(done.text == "Updated just now" && done["data-updated-at"] != nil)
        }
    }

    @Test func `the status tells when it last succeeded and how much has failed since`() async throws {
        let app = try WebTestApp()
        for address in addresses { try await app.follow(address, title: address, stories: app.stories(1...1)) }
        fail(app) { .unreachable(.noAnswer(from: $0)) }
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/mine/").page.texts("button.status") == ["Updated just now"])
            app.clock.advance(30)
            let channels = try await app.library.subscriptions.folders(for: app.reader).flatMap(\.subscriptions).map(
                \.id)
            _ = try await app.library.refreshing.requestRefresh(
                channels, reason: .manual, for: app.reader, minimumInterval: .zero)
            await app.refresh()
            let status = try await browser.get("/mine/").page.part("button.status")
            #expect(status.text == "Updated at 9:20, 3 of 3 feeds failed")
            #expect(status["data-note"] == "3 of 3 feeds failed" && status["data-failing"] != nil)
            let live = try await browser.get("/api/live").text
            #expect(live.contains("\"note\":\"3 of 3 feeds failed\"") && live.contains("\"isFailing\":true"))
        }
    }
}

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
            let page = try await browser.get("/mine/").text
            #expect(page.contains("href=\"/harbour/\"") && page.contains("icon-harbour-192.png"))
            #expect(page.contains("<b>Harbour Paper</b><span>Ships &amp; tides.</span>"))
            #expect(page.contains("<b>Slow &lt;reading&gt;</b><span>Essays.</span><span>Slow, Slow</span></button>"))
            for words in [
                "Find feeds</button>", "Import OPML</button>", ">Starter packs</h2>", "aria-label=\"Settings\"",
            ] {
                #expect(page.contains(words), "\(words)")
            }
            let feeds = try await browser.get("/mine/feeds").text
            #expect(feeds.contains("href=\"/mine/add#import\">Import OPML</a>"))
            #expect(try await browser.get("/mine/add").text.contains("id=\"import\""))
        }
    }

    @Test func `without an address, starter packs are offered until all their feeds are followed`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let pack = "name=\"list\" value=\"0\"><b>Slow &lt;reading&gt;</b>"
            let page = try await browser.get("/mine/add").text
            #expect(page.contains(pack) && page.contains(">Starter packs</h2>"))
            #expect(!(try await browser.get("/mine/add?address=harbour%20post").text.contains(pack)))
            try await app.follow("https://slow.example/a", stories: app.stories(1...1))
            #expect(try await browser.get("/mine/add").text.contains(pack))
            try await app.follow("https://slow.example/b", stories: app.stories(2...2))
            #expect(!(try await browser.get("/mine/add").text.contains("Starter packs")))
        }
    }

    @Test func `without a network the page says so, names the feeds, and tries again on request`() async throws {
        let app = try WebTestApp()
        try await followAll(app)
        fail(app) { .unreachable(.noAnswer(from: $0)) }
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/mine/").text.contains("Loading 3 feeds…"))
            await app.refresh()
            for path in ["/mine/", "/mine/all", "/mine/unread"] {
                let page = try await browser.get(path).text
                #expect(
                    page.contains("None of the 3 feeds could be reached. This machine seems to be offline."), "\(path)")
                #expect(page.contains("<b>Could not be reached</b>: <a href=\"/mine/feed/"), "\(path)")
                for address in addresses { #expect(page.contains(">Feed of \(address)</a>"), "\(path)") }
                #expect(page.contains("Last try: 9:20.") && page.contains("Next try: "), "\(path)")
                #expect(page.contains("action=\"/mine/act/refresh\""), "\(path)")
                #expect(page.contains("Check for new stories</button>"), "\(path)")
                #expect(page.contains("3 of 3 feeds could not be read") && !page.contains("No stories here yet."))
            }
            // The network is back.
            app.source.put(app.stories(1...2), at: addresses[0])
            app.clock.advance(61)
            let asked = try await browser.post("/mine/act/refresh", "back=/mine/")
            #expect(asked.status == .seeOther)
            await app.refresh()
            let page = try await browser.get("/mine/").text
            #expect(page.contains("Story 1") && !page.contains("Check for new stories</button>"))
            #expect(!page.contains("offline"))
        }
    }

    @Test func `hosts that ask to wait are named too where there is nothing to read`() async throws {
        let app = try WebTestApp()
        try await followAll(app)
        let until = app.clock.now.addingTimeInterval(900)
        fail(app) { _ in .busy(until: until) }
        await app.refresh()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").text
            #expect(page.contains("<b>Asked us to wait</b>: <a href=\"/mine/feed/"))
            #expect(page.contains("Check for new stories</button>") && !page.contains("No stories here yet."))
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
            let page = try await browser.get("/mine/").text
            #expect(page.contains("None of the 3 feeds could be loaded.") && !page.contains("offline"))
            for why in [
                "Reported a server error (503)", "Refused to send its stories (403)",
                "Has nothing at its address any more (404)",
            ] {
                #expect(page.contains("<b>\(why)</b>: "), "\(why)")
            }
            // One that answers, with nothing in it, is no failure, and the others are still named.
            app.source.put([], at: addresses[2])
            app.clock.advance(3600)
            _ = try await browser.post("/mine/act/refresh", "")
            await app.refresh()
            #expect(try await browser.get("/mine/").text.contains("2 of 3 feeds could not be loaded."))
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
            let first = try await browser.get("/harbour/", Browser.navigation).text
            #expect(first.contains("Loading 2 feeds…") && first.contains("Loading stories…"))
            await app.refresh()
            let page = try await browser.get("/harbour/").text
            #expect(page.components(separatedBy: "None of the 2 feeds could be loaded.").count == 2)
            #expect(page.components(separatedBy: "Check for new stories</button>").count == 2)
            #expect(page.contains("Its stories could not be loaded.") && !page.contains("No stories here yet."))
            let section = try #require(page.firstMatch(of: /href="(\/harbour\/section\/\d+)"/)).1
            let list = try await browser.get(String(section)).text
            #expect(list.contains("a.example could not be loaded."))
            #expect(list.contains("Check for new stories</button>"))
        }
    }

    @Test func `HN-03: every list of Hacker News whose interface fails says so and offers to try again`() async throws {
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
                let page = try await browser.get(path).text
                let words = path == paths[0] ? "None of the 6 feeds could be loaded." : " could not be loaded."
                #expect(page.contains(words), "\(path)")
                #expect(page.contains("<b>Reported a server error (500)</b>: "), "\(path)")
                #expect(page.contains("action=\"/hacker-news/act/refresh\""), "\(path)")
                #expect(page.contains("Check for new stories</button>"), "\(path)")
                #expect(!page.contains("No stories here yet."), "\(path)")
            }
            // It answers again.
            let story = app.stories(1...1)
            for channel in lists.flatMap(\.channels) { app.source.put(story, at: channel.address.text) }
            app.clock.advance(3_600)
            let asked = try await browser.post("/hacker-news/act/refresh", "back=/hacker-news/")
            #expect(asked.status == .seeOther)
            await app.refresh()
            let page = try await browser.get("/hacker-news/").text
            #expect(page.contains("Story 1") && !page.contains("Check for new stories</button>"))
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
            var page = ""
            while !page.contains("Story 1") { page = try await browser.get("/harbour/").text }
            // Script would write an age where the page names the time of an update.
            let status = try #require(page.firstMatch(of: /<button class="status larger-tap-area"([^>]*)>([^<]*)</))
            #expect(status.2 == "1 of 2 feeds loaded" && !status.1.contains("data-updated-at"))
            let live = try await browser.get("/api/live?edition=harbour&after=0").text
            #expect(live.contains("\"words\":\"1 of 2 feeds loaded\"") && live.contains("\"tried\":1"))
            gate.finish()
            await round
            let done = try await browser.get("/harbour/").text
            #expect(done.contains(">Updated just now<") && done.contains("data-updated-at=\""))
        }
    }

    @Test func `the status tells when it last succeeded and how much has failed since`() async throws {
        let app = try WebTestApp()
        for address in addresses { try await app.follow(address, title: address, stories: app.stories(1...1)) }
        fail(app) { .unreachable(.noAnswer(from: $0)) }
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/mine/").text.contains(">Updated just now<"))
            app.clock.advance(30)
            let channels = try await app.library.subscriptions.folders(for: app.reader).flatMap(\.subscriptions).map(
                \.id)
            _ = try await app.library.refreshing.requestRefresh(
                channels, reason: .manual, for: app.reader, minimumInterval: .zero)
            await app.refresh()
            let page = try await browser.get("/mine/").text
            #expect(page.contains(">Updated at 9:20, 3 of 3 feeds failed<"))
            #expect(page.contains("data-note=\"3 of 3 feeds failed\" data-failing"))
            let live = try await browser.get("/api/live").text
            #expect(live.contains("\"note\":\"3 of 3 feeds failed\"") && live.contains("\"isFailing\":true"))
        }
    }
}

import Foundation
import HTTPTypes
import Markup
import News
import TestSupport
import Testing

@testable import Library
@testable import Web

/// The pages of the digest, its settings and its feed.
@Suite struct DigestPageTests {
    private static let settings = "/mine/settings/digest"
    private static let form = "on=1&hour=7&hour=18&zone=Europe%2FBerlin"

    /// Follows three publishers of an event and one that tells its own; the time is 9:20, UTC.
    private func makeApp(_ others: [(title: String, text: String)] = [("Choir sings", "The choir sang at noon.")])
        async throws -> WebTestApp
    {
        let app = try WebTestApp()
        let texts = [
            "A fire in the cold store at Brannock quay in Saltmere killed four dockers. Ammonia leaked.",
            "Four dockers died when the Brannock cold store in Saltmere burned. Ammonia leaked at the quay.", "",
        ]
        func story(_ key: String, _ title: String, _ text: String, hoursAgo: Double) -> FetchedStory {
            FetchedStory(
                key: key, title: title, dek: text.isEmpty ? nil : text,
                body: SafeHTML(restoring: "<p>\(text)</p>"), text: text, original: text,
                publishedAt: app.clock.now.addingTimeInterval(-hoursAgo * 3600))
        }
        for (number, text) in texts.enumerated() {
            let title = "Brannock fire kills dockers in Saltmere, \(number)"
            try await app.follow(
                "https://p\(number).example/feed", title: "Paper \(number)",
                stories: [story("1", title, text, hoursAgo: 3 - Double(number) / 2)])
        }
        let stories = others.enumerated().map { story("\($0)", $1.title, $1.text, hoursAgo: Double($0 % 9)) }
        try await app.follow("https://other.example/feed", folder: "Valley", title: "Other", stories: stories)
        return app
    }

    /// Returns words that no other number has.
    private static func words(_ number: Int, _ count: Int) -> String {
        let syllables = ["ka", "lo", "mi", "ru", "te", "so", "pa", "ni", "du", "ve"]
        return (0..<count).map { word in
            let seed = number * 37 + word * 11
            return [seed % 10, number % 10, number / 10 % 10, word % 10].map { syllables[$0] }.joined()
        }.joined(separator: " ")
    }

    /// Makes the issue of ten o'clock.
    private func makeIssue(_ app: WebTestApp) async throws {
        let schedule = try #require(DigestSchedule(hours: [10], zone: .gmt))
        if try await app.library.digests.settings(for: app.reader) == nil {
            try await app.library.digests.choose(DigestSettings(isOn: true, schedule: schedule), for: app.reader)
        }
        app.clock.advance(2_400)
        #expect(try await app.library.digests.makeDue { _ in nil }.count == 1)
    }

    @Test(.mission("BREAK-34"))
    func `an issue has a head, contents, each topic with its voices, and an end`() async throws {
        let app = try await makeApp((0..<30).map { (Self.words($0, 5), Self.words($0 + 50, 20)) })
        try await makeIssue(app)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/digest", Browser.navigation).page
            #expect(page.headings(1) == ["Saturday 21 November 2026"])
            let text = page.text
            #expect(text.contains("No. 1") && text.contains("12 topics") && text.contains("That was the day."))
            let lead = try page.part(".digest-lead")
            #expect(lead.text.contains("Brannock") && lead.text.contains("Also at Paper"))
            #expect(lead.links.contains { $0.path?.hasPrefix("/mine/story/") == true })
            #expect(lead.links.contains { $0.path?.hasPrefix("/mine/topic/") == true })
            let contents = try page.part(".digest-contents").links
            #expect(
                contents.count == 12 && contents.allSatisfy { page.has("article[id=\($0.path?.dropFirst() ?? "")]") })
            #expect(page.headings(3) == ["Valley"] && page.parts(".digest-briefs li").count == 3)
            let rest = 33 - page.parts(".digest-topic").count - 3 - 2
            #expect(text.contains("\(rest) more stories came in") && page.hasLink(to: "/mine/all"))
            #expect(text.contains("The next issue comes at 10:00 tomorrow."))
            #expect(try await browser.get("/mine/digest/2026-11-21").page.headings(1) == page.headings(1))
            #expect(try await browser.get("/mine/digest/2026-11-20").status == .notFound)
        }
    }

    @Test func `an issue that is new is offered on the front page until it is opened`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            #expect(!(try await browser.get("/mine/").page.has(".digest-notice")))
            #expect(try await browser.get("/mine/digest").page.hasLink("Choose the hours", to: Self.settings))
            try await makeIssue(app)
            #expect(try await browser.get("/mine/").page.has(".digest-notice a[href=/mine/digest]"))
            // A prefetch is no opening.
            _ = try await browser.get("/mine/digest", Browser.navigation.merging(["Sec-Purpose": "prefetch"]) { $1 })
            #expect(try await browser.get("/mine/").page.has(".digest-notice"))
            _ = try await browser.get("/mine/digest", Browser.navigation)
            #expect(!(try await browser.get("/mine/").page.has(".digest-notice")))
            #expect(try await browser.get("/mine/newsstand").page.hasLink("Digest", to: "/mine/digest"))
            #expect(try await browser.get("/mine/sections").page.hasLink("Digest", to: "/mine/digest"))
            let desk = ["User-Agent": "Mozilla/5.0 (X11)"]
            #expect(try await browser.get("/mine/", desk).page.has("a.side-digest"))
        }
    }

    @Test func `all issues are in the archive, and lead to those before and after`() async throws {
        let app = try await makeApp()
        try await makeIssue(app)
        app.clock.advance(days: 1)
        try await app.library.digests.makeDue { _ in nil }
        try await app.withBrowser { browser async throws in
            let archive = try await browser.get("/mine/digest/all").page
            #expect(archive.headings(2) == ["Sunday 22 November 2026", "Saturday 21 November 2026"])
            #expect(archive.text.contains("Brannock fire") && archive.text.contains("Nothing came in."))
            let first = try await browser.get("/mine/digest/2026-11-21").page
            #expect(first.hasLink("Sunday 22 November", to: "/mine/digest/2026-11-22"))
            let second = try await browser.get("/mine/digest").page
            #expect(second.hasLink("Saturday 21 November", to: "/mine/digest/2026-11-21"))
            #expect(second.text.contains("Nothing came in. That was the day."))
        }
    }

    @Test func `a late issue says so, and one made now is not kept`() async throws {
        let app = try await makeApp()
        let schedule = try #require(DigestSchedule(hours: [10], zone: .gmt))
        try await app.library.digests.choose(DigestSettings(isOn: true, schedule: schedule), for: app.reader)
        app.clock.advance(4 * 3600)
        try await app.withBrowser { browser async throws in
            let preview = try await browser.get("/mine/digest/now").page
            #expect(preview.text.contains("It is not kept.") && preview.text.contains("Brannock"))
            #expect(try await app.library.digests.archive(for: app.reader).isEmpty)
            try await app.library.digests.makeDue { _ in nil }
            let text = try await browser.get("/mine/digest").page.text
            #expect(text.contains("Due at 10:00, made at 13:20"))
        }
    }

    @Test func `an issue stays as it was when its stories are gone`() async throws {
        let app = try await makeApp()
        try await makeIssue(app)
        try await app.withBrowser { browser async throws in
            let before = try await browser.get("/mine/digest").page.headings(2)
            _ = try await app.library.context.database.write { transaction in
                try transaction.run("delete from channel_story", [])
            }
            let page = try await browser.get("/mine/digest?again=1").page
            #expect(page.headings(2) == before && page.text.contains("no longer kept here"))
        }
    }

    @Test(arguments: [
        ("&lt;b&gt;x", "<b>x"), ("שלום עולם", "שלום עולם"), ("潮汐闸门今晚关闭", "潮汐闸门今晚关闭"),
    ]) func `titles of all scripts stand as text`(shown: String, title: String) async throws {
        let app = try await makeApp([(title, "\(title) text")])
        try await makeIssue(app)
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/mine/digest")
            #expect(answer.text.contains(shown))
        }
    }

    // MARK: - Settings

    @Test(.mission("BREAK-34")) func `hours, zone and ways are chosen and stay`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let offered = try await browser.get(Self.settings, ["Cookie": "zone=Asia%2FKolkata"]).page
            let form = try #require(offered.form("save-digest"))
            #expect(
                form.fields["zone"] == "Asia/Kolkata" && form.fields["hour"] == "7", "the browser's zone is offered")
            #expect(offered.hasButton("Turn on"))
            #expect(try await browser.post("/mine/act/save-digest", Self.form).status == .seeOther)
            let settings = try #require(try await app.library.digests.settings(for: app.reader))
            #expect(settings.isOn && settings.schedule.hours == [7, 18] && settings.ways.isEmpty)
            #expect(settings.schedule.zone.identifier == "Europe/Berlin")
            let again = try await browser.get(Self.settings, ["Cookie": "zone=Asia%2FKolkata"]).page
            let fields = try #require(again.form("save-digest")).fields
            #expect(fields["zone"] == "Europe/Berlin" && fields["hour"] == "7,18")
            _ = try await browser.post("/mine/act/save-digest", "hour=7&zone=Europe%2FBerlin")
            #expect(try await app.library.digests.settings(for: app.reader)?.isOn == false)
        }
    }

    @Test(arguments: [
        ("&hour=18", "&hour=24", "Choose at least one full hour"),
        ("&hour=18", "&hour=7:30", "Choose at least one full"),
        ("&hour=7&hour=18", "", "Choose at least one full hour"),
        ("Europe%2FBerlin", "Mars%2FOlympus", "Choose a time zone"),
        ("zone=Europe%2FBerlin", "zone=", "Choose a time zone"), ("&zone=Europe%2FBerlin", "", "Choose a time zone"),
        ("&hour=18", "&hour=18&way=99", "There is no such way"),
        ("&hour=18", "&hour=99999999999999999999", "Choose at least"),
    ]) func `a wrong field gets one sentence, and the setting stays`(part: String, other: String, words: String)
        async throws
    {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/mine/act/save-digest", Self.form)
            let answer = try await browser.post("/mine/act/save-digest", Self.form.replacing(part, with: other))
            #expect(answer.status == .unprocessableContent && answer.page.text.contains(words))
            #expect(try await app.library.digests.settings(for: app.reader)?.schedule.hours == [7, 18])
        }
    }

    @Test func `another reader's issues are not there`() async throws {
        let app = try await makeApp()
        try await makeIssue(app)
        try await app.withBrowser { browser async throws in
            let other = try await app.secondReader(browser)
            #expect(try await browser.get("/mine/digest/2026-11-21", other).status == .notFound)
            #expect(try await browser.get("/mine/digest", other).page.hasLink("Choose the hours"))
            #expect(!(try await browser.get("/mine/digest/all", other).text.contains("Brannock")))
        }
    }

    // MARK: - The feed

    /// Turns the feed on and returns its path.
    private func feedPath(_ browser: Browser) async throws -> String {
        _ = try await browser.post("/mine/act/make-digest-feed")
        let address = try await browser.get(Self.settings).page.part(".digest-address code").text
        return try #require(address.split(separator: "/digest/").last.map { "/digest/\($0)" })
    }

    @Test(.mission("BREAK-34")) func `the feed is valid Atom at a secret address that can be renewed`() async throws {
        let app = try await makeApp([("Ships & <boats>", "Tides \u{1} turn.")])
        try await app.withBrowser { browser async throws in
            let refused = try await browser.post("/mine/act/make-digest-feed")
            #expect(refused.status == .unprocessableContent && refused.page.text.contains("Save the hours"))
            try await makeIssue(app)
            let path = try await feedPath(browser)
            let answer = try await browser.get(path)
            #expect(answer.header("Content-Type") == "application/atom+xml; charset=utf-8")
            #expect(answer.header("Cache-Control") == "private, no-cache" && answer.header("X-Robots-Tag") == "noindex")
            let feed = try AtomOutline(answer.bytes)
            #expect(feed.texts["feed/title"] == ["Tidings: the digest"] && feed.texts["feed/entry/id"]?.count == 1)
            #expect(
                feed.texts["feed/id"]?.first?.hasPrefix("tag:") == true && feed.texts["feed/author/name"]?.count == 1)
            #expect(feed.links["self"]?.first?.hasSuffix(path) == true)
            #expect(feed.links["alternate"]?.last?.hasSuffix("/mine/digest/2026-11-21") == true)
            for date in ["feed/updated", "feed/entry/updated", "feed/entry/published"] {
                #expect(feed.texts[date]?.first == "2026-11-21T10:00:00Z")
            }
            let content = ShownPage(feed.texts["feed/entry/content"]?.first ?? "")
            #expect(content.text.contains("Ships & <boats>") && content.text.contains("That was the day."))
            let tag = try #require(answer.header("ETag"))
            #expect(try await browser.get(path, ["If-None-Match": tag]).status == .notModified)
            // A new secret ends the old one; the entries keep their IDs.
            let second = try await feedPath(browser)
            #expect(second != path)
            #expect(try await browser.get(path).status == .notFound)
            let renewed = try AtomOutline(try await browser.get(second).bytes)
            #expect(renewed.texts["feed/entry/id"] == feed.texts["feed/entry/id"])
            _ = try await browser.post("/mine/act/end-digest-feed")
            let gone = try await browser.get(second)
            #expect(gone.status == .notFound && gone.header("Content-Type")?.hasPrefix("text/plain") == true)
            #expect(!(try await browser.get(Self.settings).page.has(".digest-address")))
        }
    }
}

/// The texts and links of an Atom document by the path of their elements; parsing fails if it is not well-formed.
private struct AtomOutline {
    var texts: [String: [String]] = [:]
    var links: [String: [String]] = [:]

    init(_ bytes: [UInt8]) throws {
        let python = """
            sys, json = __import__("sys"), __import__("json")
            ET = __import__("xml.etree.ElementTree", fromlist=["ElementTree"])
            ns = '{http://www.w3.org/2005/Atom}'
            texts, links = {}, {}
            def walk(node, path):
                assert node.tag.startswith(ns), node.tag
                path = (path + '/' if path else '') + node.tag[len(ns):]
                if len(node) == 0: texts.setdefault(path, []).append(node.text or '')
                if path.endswith('link'): links.setdefault(node.get('rel'), []).append(node.get('href'))
                for child in node: walk(child, path)
            walk(ET.fromstring(sys.stdin.buffer.read()), '')
            print(json.dumps([texts, links]))
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", python]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let found = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let parts = try JSONDecoder().decode([[String: [String]]].self, from: found)
        (texts, links) = (parts[0], parts[1])
    }
}

import Foundation
import HTTPTypes
import Markup
import News
import Pictures
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library
@testable import Web

extension `No website makes the server do anything` {
    /// A house in which every address has something to do.
    struct Fixture {
        let app: WebTestApp
        let recording: AudioTests.FakeRecording
        let picture: Int64

        /// All that could be done: every row of the database, and every question that an origin was asked.
        func state() async throws -> [String] {
            let asked =
                app.source.requestedChannels + app.source.requestedPages + app.source.requestedThreads
                + app.source.searches
                + app.source.requestedProfiles + app.discoveryRequests + recording.state.withLock { $0.addresses }
            let rows = try await app.library.context.database.read { transaction in
                let tables = try transaction.texts(
                    "select name from sqlite_master where type = 'table' and sql not like 'create virtual%' order by 1")
                return try tables.flatMap { table in
                    let columns = try transaction.texts("select name from pragma_table_info('\(table)')")
                    let line = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
                    return try transaction.texts("select \(line) from \"\(table)\" order by 1").map { "\(table) \($0)" }
                }
            }
            return asked + rows
        }
    }

    func place() async throws -> Fixture {
        let recording = AudioTests.FakeRecording()
        let app = try WebTestApp(audioRelay: recording.relay)
        try await app.publish([
            "harbour.yaml":
                "title: Harbour Paper\nsections: [{ title: Ships, key: ships, feeds: [https://ships.example/feed] }]\n"
        ])
        // Not open to the fetcher, so that every attempt leaves a mark and none leaves this machine.
        let picture = PictureReference(address: try webAddress("http://127.0.0.1:9/a.jpg"))
        let story = FetchedStory(
            key: "1", title: "Story 1", link: try webAddress("https://loom.example/1"),
            body: HTMLSanitizer(base: try webAddress("https://loom.example/1")).sanitize(
                "<p>Read <a href=\"https://far.example/quay\">this</a> […]</p>"
            ).html,
            text: "Read this […]", original: "<p>Read this […]</p>", publishedAt: WebTestApp.start - 60,
            pictures: [picture],
            enclosures: [
                Enclosure(address: try webAddress("https://pod.example/1.mp3"), type: "audio/mpeg", seconds: 60)
            ],
            discussionLink: try webAddress("https://loom.example/item?id=1"), commentCount: 3)
        app.source.put(comments: .success(DiscussionResponse(comments: [])), under: "1")
        app.source.put(person: "ada", Profile(karma: 7))
        app.source.put(finds: .success([FetchedStory(key: "far", title: "Far")]))
        try app.source.put(linkedPageOfWords: 50, at: "https://far.example/quay")
        let channel = try await app.follow("https://loom.example/feed", title: "Loom", stories: [story])
        // Two hours later every stored copy is stale, and no visit is under way.
        try await app.library.digests.choose(
            DigestSettings(isOn: true, schedule: try #require(DigestSchedule(hours: [10], zone: .gmt))), for: app.reader
        )
        app.clock.advance(7200)
        try await app.library.digests.makeDue { _ in nil }
        app.source.put([story], at: "https://loom.example/feed")
        #expect(channel.rawValue == 2)
        let number = try await app.library.context.database.read { try $0.number("select id from picture") }
        return Fixture(app: app, recording: recording, picture: try #require(number))
    }

    /// Returns the paths to request for each route, with real values for its parameters.
    func addresses(_ place: Fixture, _ browser: Browser) async throws -> [String: [String]] {
        let story = try await place.app.row("Story 1").id.rawValue
        let page = try await browser.get("/mine/story/\(story)").text
        func link(_ part: String, in text: String) throws -> String {
            let found = text.matches(of: /(?:href|src)="([^"]+)"/).map { String($0.1) }.first { $0.contains(part) }
            return try #require(found, "\(part)").replacing("&amp;", with: "&")
        }
        let outside = try link("/linked/", in: page)
        let menu = outside.replacing("/linked/", with: "/share/")
        let key = PictureURLSigner(key: Array(repeating: 7, count: 32))
        let entry = try await place.app.library.sessions.makeLink(for: place.app.reader, lasting: 600)
        let icon = try link("/assets/", in: page)
        var table: [String: [String]] = [
            "/": ["/"],
            "/sign-in": ["/sign-in"],
            "/sign-in/passkey": ["/sign-in/passkey"],
            "/sign-in/openid": ["/sign-in/openid"],
            "/sign-in/openid/return": ["/sign-in/openid/return?state=x&code=x"],
            "/sw.js": ["/sw.js"],
            "/offline": ["/offline"],
            "/unsubscribe/{token}": ["/unsubscribe/x"],
            "/join/{invitation}": ["/join/x", "/join/\(entry.text)"],
            "/packs/{identity}/{file}": ["/packs/looms/pack.json"],
            "/packs/{identity}/media/{file}": ["/packs/looms/media/x.jpg"],
            "/digest/{token}": ["/digest/x", "/digest/\(entry.text)"],
            "/hub/{token}": [
                "/hub/\(entry.text)?hub.mode=subscribe&hub.topic=https://loom.example/feed&hub.challenge=x"
            ],
            "/enter/{link}": ["/enter/\(entry.text)", "/enter/x"],
            "/assets/{mark}/{name}": [icon, "/assets/x/edition-harbour-180.png"],
            "/picture/{id}/{width}/{mac}": [key.path(id: place.picture, width: 72, crop: .square)],
            "/pictures/{ids}/{mac}": [key.sheetPath(of: [place.picture, 4_711])],
            "/audio/{story}/{part}/{mac}": [try link("/audio/", in: page)],
            "/api/marks": ["/api/marks?stories=\(story),4711&story=\(story)&lists=all"],
            "/api/live": ["/api/live?edition=mine&appeared=c2&after=0", "/api/live?edition=harbour&appeared=all"],
        ]
        let within: [String: [String]] = [
            "": ["mine/", "harbour/"],
            "sign-in": ["mine/sign-in"], "sign-in/passkey": ["mine/sign-in/passkey"],
            "manifest.webmanifest": ["mine/manifest.webmanifest"],
            "unread": ["mine/unread", "harbour/unread"],
            "saved": ["mine/saved", "harbour/saved"],
            "ticked": ["mine/ticked", "harbour/ticked"],
            "all": ["mine/all", "harbour/all?depth=40"],
            "feeds": ["mine/feeds", "harbour/feeds"],
            "settings": ["mine/settings", "mine/settings?q=text"],
            "settings/reading": ["mine/settings/reading"],
            "settings/text": ["mine/settings/text", "mine/settings/text?back=/mine/story/\(story)"],
            "settings/feeds": ["mine/settings/feeds"],
            "settings/offline": ["mine/settings/offline"], "offline": ["mine/offline"],
            "settings/accounts": ["mine/settings/accounts"],
            "settings/access": ["mine/settings/access"], "settings/apps": ["mine/settings/apps"],
            "settings/passkeys": ["mine/settings/passkeys"],
            "settings/passkeys/options": ["mine/settings/passkeys/options"],
            "settings/export": ["mine/settings/export"],
            "settings/export/{file}": [
                "mine/settings/export/saved.html", "mine/settings/export/saved.json", "mine/settings/export/marks.json",
            ],
            "settings/people": ["mine/settings/people"],
            "settings/people/invitation": ["mine/settings/people/invitation"],
            "settings/access/phone": ["mine/settings/access/phone"],
            "settings/access/password": ["mine/settings/access/password"],
            "settings/devices": ["mine/settings/devices"],
            "settings/security": ["mine/settings/security"],
            "settings/notifications": ["mine/settings/notifications"],
            "settings/notifications/way": ["mine/settings/notifications/way?kind=mail"],
            "settings/digest": ["mine/settings/digest", "harbour/settings/digest"],
            "digest": ["mine/digest", "harbour/digest"], "digest/all": ["mine/digest/all"],
            "digest/now": ["mine/digest/now"], "digest/{slug}": ["mine/digest/2026-11-21", "mine/digest/x"],
            "alerts": ["mine/alerts"], "settings/alerts": ["mine/settings/alerts?publishers=3&minutes=60"],
            "settings/alerts/rule": ["mine/settings/alerts/rule?kind=site"],
            "settings/about": ["mine/settings/about"],
            "settings/editions": ["mine/settings/editions"],
            "settings/mutes": ["mine/settings/mutes"], "settings/kept-back": ["mine/settings/kept-back"],
            "settings/tone": ["mine/settings/tone"],
            "settings/suggestions": ["mine/settings/suggestions"],
            "kept-back": ["mine/kept-back", "harbour/kept-back?in=all@harbour"],
            "newsstand": ["mine/newsstand"],
            "sections": ["mine/sections", "harbour/sections"],
            "topics": ["mine/topics", "harbour/topics"],
            "topics/places": ["mine/topics/places?q=York", "harbour/topics/places"],
            "keyboard-shortcuts": ["mine/keyboard-shortcuts"],
            "page/{slug}": ["mine/page/a", "harbour/page/a?in=saved"],
            "map": ["mine/map"], "map/base.json": ["harbour/map/base.json"],
            "map/tiles/{zoom}/{column}/{row}": ["harbour/map/tiles/3/4/2"],
            "photographs": ["mine/photographs"],
            "photographs/from/{number}": ["mine/photographs/from/241"],
            "photographs/{name}": ["harbour/photographs/a"],
            "edit": ["mine/edit", "harbour/edit"], "edit/new": ["mine/edit/new"],
            "edit/page/{slug}": ["harbour/edit/page/a"],
            "edit/page/{slug}/others": ["harbour/edit/page/a/others"], "edit/towns": ["harbour/edit/towns?q=York"],
            "edit/map.json": ["harbour/edit/map.json"],
            "edit/photographs": ["harbour/edit/photographs"], "edit/settings": ["harbour/edit/settings"],
            "edit/history": ["harbour/edit/history?page=a"],
            "edit/history/{number}": ["harbour/edit/history/1?page=a"],
            "edit/remove": ["harbour/edit/remove?page=a"], "edit/delete": ["harbour/edit/delete"],
            "edit/publish": ["harbour/edit/publish"], "edit/preview": ["harbour/edit/preview"],
            "media/{sha}": ["harbour/media/\(String(repeating: "0", count: 64))"],
            "search": ["mine/search?q=story", "harbour/search?q=ship&everywhere=1", "mine/search?q=a&local=1"],
            "add": ["mine/add?address=a.example"],
            "feeds.opml": ["mine/feeds.opml"],
            "import": ["mine/import?id=none"], "import/saved": ["mine/import/saved?id=none"],
            "save": [
                "mine/save", "mine/save?url=https://far.example/quay&title=x", "harbour/save?text=https://far.example/",
            ],
            "section/{id}": ["mine/section/0", "harbour/section/1"],
            "feed/{id}": ["mine/feed/2"],
            "feed/{id}/details": ["mine/feed/2/details"],
            "story/{id}": ["mine/story/\(story)", "mine/story/\(story)?in=unread", "mine/story/\(story)?text=given"],
            "story/{id}/menu": ["mine/story/\(story)/menu"], "topic/{id}": ["mine/topic/\(story)"],
            "story/{id}/pictures": ["mine/story/\(story)/pictures"],
            "story/{id}/comments": ["mine/story/\(story)/comments", "mine/story/\(story)/comments?wait=1"],
            "story/{id}/comments/{comment}/menu": ["mine/story/\(story)/comments/1/menu"],
            "story/{id}/reply": ["mine/story/\(story)/reply", "mine/story/\(story)/reply?to=1"],
            "story/{id}/comments/{comment}/edit": ["mine/story/\(story)/comments/1/edit"],
            "story/{id}/flag": ["mine/story/\(story)/flag"], "story/{id}/delete": ["mine/story/\(story)/delete"],
            "submit": ["harbour/submit", "mine/submit?source=2"],
            "outbox": ["mine/outbox"], "outbox/{id}": ["mine/outbox/1"],
            "account": ["mine/account"], "account/{id}": ["mine/account/2"],
            "account/{id}/profile": ["mine/account/2/profile"],
            "account/{id}/list/{list}": ["mine/account/2/list/favourites", "mine/account/2/list/hidden?after=x"],
            "replies": ["mine/replies", "harbour/replies"],
            "settings/read-later": ["mine/settings/read-later"],
            "linked/{mark}": [outside, outside + "&wait=1", outside + "&row=1"].map { String($0.dropFirst()) },
            "share/{mark}": [String(menu.dropFirst())],
            "external/{mark}": [String(menu.replacing("/share/", with: "/external/").dropFirst())],
            "mute": ["mine/mute?kind=word&words=story"],
            "topics/key": ["harbour/topics/key"],
            "profile/{id}": ["stories", "comments", "about"].map { "mine/profile/2?name=ada&show=\($0)" },
            "front.json": ["mine/front.json"],
            "offline.json": ["mine/offline.json", "harbour/offline.json?part=summary"],
            "favourites.json": ["mine/favourites.json", "harbour/favourites.json"],
            "counts": ["mine/counts?stories=\(story)"],
        ]
        for (path, all) in within { table["/{edition}\(path.isEmpty ? "" : "/\(path)")"] = all.map { "/\($0)" } }
        return table
    }
}

import Foundation
import HTTPTypes
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library
@testable import Web

/// Walks every address and every action as another reader of the house.
extension `No website makes the server do anything` {
    /// A second reader's browser in a house where the first one has something of each kind.
    private struct House {
        let place: Fixture
        /// The browsers of the first reader and of the other one.
        let first, browser: Browser

        /// Returns every row that names the first reader, and the origins' requests for them.
        func firstReadersRows() async throws -> [String] {
            try await place.app.library.context.database.read { transaction in
                let tables = try transaction.texts(
                    """
                    select m.name from sqlite_master m where m.type = 'table'
                      and exists (select 1 from pragma_table_info(m.name) c where c.name = 'reader_id') order by 1
                    """)
                return try tables.flatMap { table in
                    let columns = try transaction.texts("select name from pragma_table_info('\(table)')")
                    let line = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
                    return try transaction.texts("select \(line) from \"\(table)\" where reader_id = 1 order by 1")
                        .map { "\(table) \($0)" }
                }
            }
        }
    }

    private func withHouse(_ work: @escaping @Sendable (House) async throws -> Void) async throws {
        let place = try await place()
        let library = place.app.library
        try await library.people.rename(.first, to: "Ada")
        try await library.sessions.setPassword(
            "tide barrier", cost: PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1), for: .first)
        let story = try #require(
            try await library.stories.list(.everything, for: .first, depth: 10).rows.first
        ).id
        _ = try await library.marks.mark([story], as: .saved, true, for: .first)
        try await library.mutes.mute(MuteRule(kind: .words, words: "Adas zebra"), for: .first)
        _ = try await library.sessions.makeLink(for: .first, lasting: 600)
        let invitation = try await library.people.invite(as: .reader, by: .first)
        try await place.app.withBrowser { browser async throws in
            let entered = try await browser.post("/sign-in", "name=ada&password=tide%20barrier")
            #expect(entered.status == .seeOther, "\(entered.text)")
            let joined = try await browser.post(
                "/join/\(invitation.text)", "name=Bo&password=four%20quiet%20words")
            #expect(joined.status == .seeOther, "\(joined.text)")
            func cookie(_ response: Browser.Response) -> [String: String] {
                let cookies = response.headers[values: .setCookie].map { String($0.prefix { $0 != ";" }) }
                return ["Cookie": cookies.joined(separator: "; ")]
            }
            try await work(
                House(place: place, first: browser.with(cookie(entered)), browser: browser.with(cookie(joined))))
        }
    }

    @Test func `another reader's visits show and change nothing of the first reader's`() async throws {
        try await withHouse { house in
            // Signed addresses are taken from a page that the first reader sees.
            let table = try await addresses(house.place, house.first)
            let before = try await house.firstReadersRows()
            for (route, addresses) in table {
                for address in addresses {
                    let answer = try await house.browser.get(address, Browser.navigation)
                    #expect(answer.status.code < 500, "\(address)")
                    #expect(!answer.text.contains("Adas zebra"), "\(address)")
                }
                #expect(try await house.firstReadersRows() == before, "\(route)")
            }
            #expect(before.count > 8)
            for path in ["/mine/settings/people", "/mine/settings/people/invitation", "/mine/edit/new"] {
                #expect(try await house.browser.get(path).status == .forbidden, "\(path)")
            }
        }
    }

    @Test func `another reader's stories and saved pages are not there, also for who guesses their numbers`()
        async throws
    {
        try await withHouse { house in
            let app = house.place.app
            let bo = ReaderID(rawValue: 2)
            try await app.follow(
                "https://ada.example/feed",
                stories: [
                    FetchedStory(
                        key: "diary", title: "Adas diary", body: SafeHTML(restoring: "<p>Secret</p>"), text: "Secret")
                ])
            let page = try await app.library.savedPages.save(
                SavedPageDraft(address: try webAddress("https://ada.example/saved"), title: "Adas page"), for: .first)
            let diary = try await app.rowInAnyEdition("Adas diary").id
            for story in [diary, page.story] {
                let path = "/mine/story/\(story.rawValue)"
                #expect(try await house.first.get(path, Browser.navigation).status == .ok)
                for part in ["", "/menu", "/comments", "/pictures", "/reply", "/flag", "/delete"] {
                    let answer = try await house.browser.get(path + part, Browser.navigation)
                    #expect(answer.status == .notFound && !answer.text.contains("Ada"), "\(part)")
                }
                let counts = try await house.browser.get("/mine/counts?stories=\(story.rawValue)")
                #expect(counts.status == .notFound)
                for form in ["kind=saved&value=1", "kind=read&value=1", "opened=1", "part=text&at=1&whole=2"] {
                    for act in ["set-mark", "open-story", "full-text", "reading-progress", "refresh-comments"] {
                        let answer = try await house.browser.post(
                            "/mine/act/\(act)", "story=\(story.rawValue)&\(form)", ["Accept": "application/json"])
                        #expect(answer.text.contains("\"failed\":true"), "\(act)")
                    }
                }
                #expect(try await house.browser.get(path, Browser.navigation).status == .notFound)
            }
            // A story becomes one's own by following its feed.
            let found = DiscoveredChannel(
                kind: .feed, address: try webAddress("https://ada.example/feed"), metadata: ChannelMetadata())
            _ = try await app.library.subscriptions.follow(found, folder: nil, for: bo)
            #expect(try await house.browser.get("/mine/story/\(diary.rawValue)", Browser.navigation).status == .ok)
            // The pages of who leaves go with them.
            let left = try await app.library.savedPages.save(
                SavedPageDraft(address: try webAddress("https://bo.example/saved"), title: "Bos page"), for: bo)
            #expect(try await house.browser.post("/mine/act/leave-house").status == .seeOther)
            let title = try await app.library.context.database.read {
                try $0.text("select title from story where id = ?", [.number(left.story.rawValue)])
            }
            #expect(title == "")
        }
    }

    @Test func `another reader's actions change nothing of the first reader's, whatever they name`() async throws {
        try await withHouse { house in
            let before = try await house.firstReadersRows()
            // Every row of the first reader has a small number.
            let names = [
                "story", "channel", "folder", "rule", "session", "way", "topic", "alert", "ticket", "person", "above",
                "through", "last", "after", "list", "key", "site", "value", "revision", "number", "draft", "id",
                "source", "account", "comment", "entry", "outbox", "identity", "passkey", "password",
            ]
            for act in ActionName.allCases where act != .leaveHouse {
                // An action that names the first reader's story goes no further; without it others are reached.
                for (number, names) in [1, 2, 3].flatMap({ [($0, names), ($0, names.filter { $0 != "story" })] }) {
                    // The other reader's own session is the second one.
                    let form = names.map { "\($0)=\($0 == "session" ? 1 : number)" }.joined(separator: "&")
                    let answer = try await house.browser.post(
                        "/mine/act/\(act.rawValue)", form + "&kind=saved&value=1&name=x&title=x&words=x&role=owner")
                    #expect(answer.status.code < 500, "\(act)")
                }
                #expect(try await house.firstReadersRows() == before, "\(act)")
            }
            let people = try await house.place.app.library.people.all()
            #expect(people.map(\.role) == [.owner, .reader] && people.count == 2)
            _ = try await house.browser.post("/mine/act/leave-house")
            #expect(try await house.place.app.library.people.all().map(\.name) == ["Ada"])
            let gone = try await house.browser.get("/mine/")
            #expect(gone.status == .seeOther && gone.header("Location")?.contains("sign-in") == true)
            #expect(try await house.firstReadersRows() == before)
        }
    }
}

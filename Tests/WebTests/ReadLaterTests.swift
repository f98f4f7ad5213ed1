import Foundation
import HTTPTypes
import Library
import News
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Web

/// Where stories are kept to read later: here, and at a service that the reader chose.
@Suite struct ReadLaterTests {
    private struct Result {
        var menu = ShownPage("")
        var settings = ShownPage("")
        var error: String?
    }

    private func save(_ form: String) async throws -> Result {
        let app = try WebTestApp()
        try await app.follow(
            "https://harbour.example/feed",
            stories: [
                FetchedStory(
                    key: "1", title: "Tide & time", link: try webAddress("https://harbour.example/tide?a=1&b=2"),
                    publishedAt: WebTestApp.start - 60)
            ])
        let id = try await app.row("Tide & time").id.rawValue
        let result = Mutex(Result())
        try await app.withBrowser { browser async throws in
            let answer = try await browser.post("/mine/act/preferences", form)
            let menu = try await browser.get("/mine/story/\(id)/menu").page
            let settings = try await browser.get("/mine/settings/reading").page
            result.withLock {
                $0 = Result(menu: menu, settings: settings, error: answer.status == .seeOther ? nil : answer.text)
            }
        }
        return result.withLock { $0 }
    }

    @Test(.mission("HN-92"))
    func `a story's menu hands its link to the chosen read-later service, beside copying`() async throws {
        let saved = try await save("part=read-later&service=instapaper&server=")
        let link = try #require(saved.menu.link("Save to Instapaper"))
        #expect(
            link.path
                == "https://www.instapaper.com/hello2?url=https%3A%2F%2Fharbour.example%2Ftide%3Fa%3D1%26b%3D2&title=Tide%20%26%20time"
        )
        #expect(link["rel"] == "noopener noreferrer" && saved.menu.has("button[data-copy]"))
        #expect(saved.settings.texts("small").contains("Instapaper"))
    }

    @Test(.mission("HN-92")) func `a read-later service of one's own has its server's address`() async throws {
        let saved = try await save(
            "part=read-later&service=linkding&server=https%3A%2F%2Flinks.example%2Fmine%2F")
        #expect(
            saved.menu.has("a[href^=https://links.example/mine/bookmarks/new?url=https%3A%2F%2Fharbour.example]"))
    }

    @Test(arguments: ["", "javascript%3Aalert(1)", "https%3A%2F%2Flinks.example%2F%3Fkey%3D1", "nowhere%20at%20all"])
    func `a server that is none is refused in a sentence, and nothing is kept`(server: String) async throws {
        let saved = try await save("part=read-later&service=wallabag&server=\(server)")
        #expect(saved.error?.contains("please give its address") == true)
        #expect(!saved.menu.has("a[href*=wallabag]") && !saved.menu.text.contains("wallabag"))
    }

    @Test func `without a choice there is no service in the menu`() async throws {
        let saved = try await save("part=read-later&service=none")
        #expect(!saved.menu.text.contains("Save to "))
        #expect(saved.settings.hasLink(to: "/mine/settings/read-later"))
    }

    @Test func `a choice that a later version made is passed over`() throws {
        let stored = try JSONDecoder().decode(
            Preferences.self, from: Data("{\"readLater\":{\"service\":\"newer\",\"server\":\"\"}}".utf8))
        #expect(stored.readLater?.service == "newer")
        #expect(ReadLaterProvider.named("newer") == nil)
    }
}

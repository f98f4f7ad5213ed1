import Foundation
import HTTPTypes
import Library
import News
import SampleOrigins
import TestSupport
import Testing

@testable import Web

/// The key of a service, from its page to the service and back.
@Suite struct ServiceKeyPageTests {
    @Test(.mission("BREAK-02"))
    func `a key that is entered on the page is tried with one request, in whose header alone it is`() async throws {
        try await KeyedServiceFixture.open { fixture, browser in
            let key = fixture.service.key
            let answer = try await browser.get(KeyedServiceFixture.page)
            let empty = answer.page
            #expect(empty.headings(1).contains("Key for 127.0.0.1") && empty.hasLink(to: fixture.service.baseURL))
            #expect(empty.text.contains("within a plan of 100 requests in 24 hours and 50 requests in 12 hours."))
            #expect(empty.hasButton("Save and try") && empty.text.contains("costs one request"))
            #expect(!answer.text.contains("Remove"))
            let page = try await fixture.enter("  \(key)\n", browser)
            #expect(page.contains(/The key works: \d+ new stories came from 127\.0\.0\.1\./))
            #expect(page.contains("99 of 100 requests left today, 49 of 50 in these 12 hours."))
            #expect(page.contains("Entered ") && page.contains("Replace and try"))
            let request = try #require(fixture.service.origin.requests.first)
            #expect(fixture.targets == ["/v2/top-headlines?country=us&pageSize=100"])
            #expect(request.headers.filter { $0.value.contains(key) }.map(\.name) == ["x-api-key"])
            for path in [KeyedServiceFixture.page, "/hour/", "/hour/settings/accounts", "/hour/feeds"] {
                #expect(!(try await browser.get(path).text.contains(key)), "\(path)")
            }
            #expect(KeyedServiceFixture.rowCount(try await browser.get("/hour/all").text) > 10)
        }
    }

    @Test func `a refused key says so with the way to another, which is tried at once`() async throws {
        try await KeyedServiceFixture.open { fixture, browser in
            let refused = try await fixture.enter("not-the-key", browser)
            let sentence = "The key is stored, but did not work. 127.0.0.1 does not accept the key."
            #expect(ShownPage(refused).alerts.contains { $0.contains(sentence) } && !refused.contains("not-the-key"))
            for path in ["/hour/", try await fixture.section(browser)] {
                let page = try await browser.get(path).page
                #expect(page.text.contains("does not accept the key"), "\(path)")
                #expect(page.hasLink("Enter another key", to: KeyedServiceFixture.page), "\(path)")
            }
            #expect(try await fixture.enter(fixture.service.key, browser).contains("The key works"))
            #expect(!(try await browser.get("/hour/").text.contains("does not accept the key")))
            #expect(fixture.targets.count == 2)
        }
    }

    @Test func `without a key the pages lead to where one is entered`() async throws {
        try await KeyedServiceFixture.open { fixture, browser in
            _ = try await browser.get("/hour/", Browser.navigation)
            await fixture.app.refresh()
            for path in ["/hour/", try await fixture.section(browser)] {
                let page = try await browser.get(path).page
                #expect(page.texts("p").contains("127.0.0.1 needs a key of yours."), "\(path)")
                let button = try page.part("a.button.primary")
                #expect(button.text == "Enter a key" && button.path == KeyedServiceFixture.page, "\(path)")
            }
            let editions = try await browser.get("/hour/settings/editions").page
            #expect(editions.hasLink("Enter a key", to: KeyedServiceFixture.page))
            #expect(fixture.targets.isEmpty)
        }
    }

    @Test(arguments: [
        "", "   ", "two words", "tab\tin it", "line\nin it", String(repeating: "k", count: 201), "schlüssel",
    ])
    func `what cannot be a key gets one sentence, and is neither stored nor sent nor shown`(key: String) async throws {
        try await KeyedServiceFixture.open { fixture, browser in
            let page = try await fixture.enter(key, browser)
            let alerts = ShownPage(page).alerts
            #expect(alerts.contains("A key is one word of at most 200 plain letters, digits and signs."))
            #expect(key.isEmpty || key == "   " || !page.contains(key))
            #expect(try await fixture.app.library.apiKeys.all().isEmpty && fixture.targets.isEmpty)
        }
    }

    @Test func `without a file for the master key the page says what to do`() async throws {
        try await KeyedServiceFixture.open(hasMasterKey: false) { fixture, browser in
            let page = try await fixture.enter(fixture.service.key, browser)
            #expect(page.contains("The key was not stored. No secrets can be stored here: no key file is configured."))
            #expect(!page.contains("docs/") && fixture.targets.isEmpty)
        }
    }

    @Test func `a key is removed in a second step, and nothing is fetched after it`() async throws {
        try await KeyedServiceFixture.open { fixture, browser in
            let page = try await fixture.enter(fixture.service.key, browser)
            let question = try ShownPage(page).part("details.confirmation")
            #expect(question.text.contains("Forget the key?") && question.has("form[data-action=remove-api-key]"))
            let removed = try await fixture.send("remove-api-key", browser)
            #expect(removed.contains("The key is removed.") && removed.contains("Save and try"))
            fixture.app.clock.advance(3 * 3600)
            await fixture.app.refresh()
            #expect(fixture.targets.count == 1)
            let front = try await browser.get("/hour/").text
            #expect(KeyedServiceFixture.notice(front)?.contains("127.0.0.1 needs a key of yours.") == true)
            #expect(KeyedServiceFixture.rowCount(front) == 3, "stored stories stay")
            _ = try await fixture.send("remove-api-key", browser)
        }
    }

    @Test func `another site can neither set, try nor remove a key, and other services have no form`() async throws {
        try await KeyedServiceFixture.open { fixture, browser in
            _ = try await fixture.enter(fixture.service.key, browser)
            for action in ["set-api-key", "try-api-key", "remove-api-key"] {
                let path = "/hour/act/\(action)"
                let reply = try await browser.post(
                    path, "key=other&" + fixture.fields,
                    ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"])
                #expect(reply.status == .forbidden, "\(action)")
                let unknown = try await browser.post(path, "key=other&site=https://evil.example")
                #expect(unknown.status == .unprocessableContent, "\(action)")
            }
            #expect(await fixture.app.library.apiKeys.key(for: fixture.site) == fixture.service.key)
            #expect(try await browser.get("/mine/topics/key").status == .notFound)
        }
    }

    @Test func `Settings show what is left of each service's plan, and lead to the page of its key`() async throws {
        try await KeyedServiceFixture.open { fixture, browser in
            let before = try await browser.get("/hour/settings/accounts").page.text
            #expect(before.contains("127.0.0.1, for The Hour") && before.contains("No key. Enter one."))
            _ = try await fixture.enter(fixture.service.key, browser)
            let after = try await browser.get("/hour/settings/accounts").page
            #expect(after.text.contains("99 of 100 requests left today, 49 of 50 in these 12 hours."))
            #expect(after.hasLink(to: KeyedServiceFixture.page) && after.text.contains("Entered "))
            let found = try await browser.get("/hour/settings?q=requests%20left").page
            #expect(found.hasLink(to: "/hour/settings/accounts#services"))
        }
    }
}

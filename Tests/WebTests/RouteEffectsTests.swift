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

/// Walks every address that answers a GET: none of them fetches, remembers or changes anything for another site, for what
/// is fetched ahead, or for HEAD. An address that is registered without a place here fails the first test.
@Suite struct `No website makes the server do anything` {
    /// Routes are told apart, not how their parameters are written.
    private func plain(_ route: String) -> String {
        route.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part)
        }.joined(separator: "/")
    }

    /// Those that act for a person who goes there.
    private static let actionRoutes = [
        "/{edition}", "/{edition}/all", "/{edition}/search", "/{edition}/add", "/{edition}/feed/{id}",
        "/{edition}/story/{id}", "/{edition}/story/{id}/comments", "/{edition}/linked/{mark}",
        "/{edition}/profile/{id}",
        "/api/live", "/audio/{story}/{part}/{mac}", "/picture/{id}/{width}/{mac}",
    ]

    @Test func `every address that answers a GET is walked below`() async throws {
        let place = try await place()
        try await place.app.withBrowser { browser async throws in
            let walked = Set(try await addresses(place, browser).keys)
            let known = Set(place.app.pages.map(plain))
            #expect(known.subtracting(walked) == [], "new: say what a GET of it must not do for another site")
            #expect(walked.subtracting(known) == [], "gone")
        }
    }

    @Test(arguments: `What a request may cause`.crossSite + `What a request may cause`.prefetches + [[:]])
    func `a GET that no person here wants fetches, remembers and changes nothing`(headers: [String: String])
        async throws
    {
        let place = try await place()
        try await place.app.withBrowser { browser async throws in
            let isSilent = headers.isEmpty
            let table = try await addresses(place, browser)
            let before = try await place.state()
            for (route, addresses) in table {
                // A signed address that says nothing of where it is asked from is a player's.
                if isSilent, ["/audio", "/pictu", "/{edition}/linked"].contains(where: route.hasPrefix) { continue }
                for address in addresses {
                    let own = headers.keys.contains { $0.hasPrefix("Sec-Fetch") } || isSilent ? [:] : Browser.navigation
                    let isOld = headers["Referer"] != nil || headers["Origin"] != nil
                    let sent = isOld ? headers : own.merging(headers) { $1 }
                    let answer = try await browser.get(address, sent)
                    #expect(answer.status.code < 500 && answer.header("Set-Cookie") == nil, "\(address)")
                }
                let after = try await place.state()
                #expect(after == before, "\(route)\n\(Set(after).symmetricDifference(before).sorted())")
            }
        }
    }

    @Test func `nor does HEAD, not even a person's own`() async throws {
        let place = try await place()
        try await place.app.withBrowser { browser async throws in
            let table = try await addresses(place, browser)
            let before = try await place.state()
            for (route, addresses) in table {
                for address in addresses {
                    let answer = try await browser.get(address, Browser.navigation, method: .head)
                    #expect(answer.status.code < 500 && answer.bytes.isEmpty, "\(address)")
                }
                let after = try await place.state()
                #expect(after == before, "\(route)\n\(Set(after).symmetricDifference(before).sorted())")
            }
        }
    }

    @Test(arguments: actionRoutes) func `for a person who goes there it does`(route: String) async throws {
        let place = try await place()
        try await place.app.withBrowser { browser async throws in
            let address = try #require(try await addresses(place, browser)[route]?.first)
            let before = try await place.state()
            _ = try await browser.get(address, Browser.navigation)
            let after = try await place.state()
            #expect(after != before, "\(address)")
        }
    }

    @Test func `another site's link does not renew the session that it finds`() async throws {
        let place = try await place()
        let library = place.app.library
        try await library.sessions.setPassword("tide barrier", for: place.app.reader)
        let link = try await library.sessions.makeLink(for: place.app.reader, lasting: 600)
        try await place.app.withBrowser { browser async throws in
            let entered = try await browser.post("/enter/\(link.text)")
            let cookie = try #require(entered.header("Set-Cookie")?.split(separator: ";").first)
            place.app.clock.advance(7200)
            let before = try await place.state()
            let strange = ["Cookie": String(cookie), "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
            let shown = try await browser.get("/mine/keyboard-shortcuts", strange)
            #expect(shown.status == .ok && shown.header("Set-Cookie") == nil)
            let after = try await place.state()
            #expect(after == before)
            let known = ["Cookie": String(cookie)]
            let own = try await browser.get("/mine/keyboard-shortcuts", Browser.navigation.merging(known) { $1 })
            #expect(own.header("Set-Cookie") != nil)
        }
    }
}

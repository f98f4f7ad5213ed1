import Fetching
import Foundation
import HTTPTypes
import Library
import News
import Origins
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Web

/// An edition of the sample news service, over the real source and real HTTP, and a page of the app for it.
struct KeyedServiceFixture: Sendable {
    let app: WebTestApp
    let service: SampleNewsAPI
    let site: WebAddress

    static let page = "/hour/topics/key"
    static let headlines = "v2/top-headlines?country=us"
    static let everything = "v2/everything?q=the&language=en"

    /// - Parameters:
    ///   - channel: of its only section.
    ///   - hasMasterKey: whether keys can be stored.
    static func open(
        channel: String = headlines, plan: RequestQuota = .standard, hasMasterKey: Bool = true,
        _ body: @escaping @Sendable (KeyedServiceFixture, Browser) async throws -> Void
    ) async throws {
        let (clock, place) = (TestClock(WebTestApp.start), temporaryFolder("tidings-key"))
        defer { removeFolder(place) }
        try await SampleNewsAPI.open(startAt: WebTestApp.start, now: { clock.now }) { service in
            let site = try webAddress(service.baseURL)
            let section = EditionSection(
                key: "headlines", title: "Headlines",
                channels: [
                    ChannelAddress(kind: .newsAPI, site: site, address: try webAddress(service.baseURL + channel))
                ])
            let edition = Edition(
                id: EditionID(rawValue: "hour"), title: "The Hour", sections: .listed([section]))
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: AllowedAddress(service.origin.host).map { [$0] } ?? []),
                userAgent: "Tidings tests", now: { clock.now })
            let app = try WebTestApp(
                editions: [edition], clock: clock, requestPlan: plan,
                masterKeyFile: hasMasterKey ? MasterKeyFile(url: place.appending(path: "config/secrets.key")) : nil,
                sources: { library, clock in
                    BuiltInSources.catalog(
                        fetcher: fetcher, now: { clock.now }, keyedAPIAccess: { library.keyedAPIAccess(for: $0) })
                })
            try await app.library.editions.synchronize([edition])
            let fixture = KeyedServiceFixture(app: app, service: service, site: site)
            do {
                try await app.withBrowser { try await body(fixture, $0) }
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    var fields: String { "site=\(QueryParameters.encoded(site.origin))&back=\(Self.page)" }

    /// What the page's form sends.
    /// - Returns: the page that it leads to.
    func enter(_ key: String, _ browser: Browser) async throws -> String {
        try await send("set-api-key", browser, "key=\(QueryParameters.encoded(key))&")
    }

    func send(_ action: String, _ browser: Browser, _ more: String = "") async throws -> String {
        let reply = try await browser.post("/hour/act/\(action)", more + fields)
        #expect(reply.status == .seeOther && reply.header("Location") == Self.page)
        return try await browser.get(Self.page).text
    }

    /// The addresses of the requests for lists, with query.
    var targets: [String] { service.origin.requests.map(\.target).filter { $0.hasPrefix("/v2/") } }

    func section(_ browser: Browser) async throws -> String {
        String(try #require(try await browser.get("/hour/").text.firstMatch(of: /href="(\/hour\/section\/\d+)"/)?.1))
    }

    /// The notice of a page, without markup.
    static func notice(_ page: String) -> String? {
        page.firstMatch(of: /service-notice">(.*?)<\/div>/).map {
            String($0.1).replacing(/<[^>]*>/, with: "").replacing(/&#(39|x27);/, with: "'")
        }
    }

    static func rowCount(_ page: String) -> Int { page.components(separatedBy: "<article").count - 1 }
}

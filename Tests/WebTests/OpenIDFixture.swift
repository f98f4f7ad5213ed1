import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import News
import OpenID
import SampleOrigins
import TestSupport
import Testing

@testable import Library
@testable import Web

/// A house with an identity provider, asked over real HTTP.
final class OpenIDFixture: Sendable {
    let app: WebTestApp
    let provider: SampleIdentityProvider
    let log: CapturedLog
    let browser: Browser

    private init(_ app: WebTestApp, _ provider: SampleIdentityProvider, _ log: CapturedLog, _ browser: Browser) {
        (self.app, self.provider, self.log, self.browser) = (app, provider, log, browser)
    }

    /// A browser on its way to the provider.
    struct Departure {
        /// The address that it is sent to.
        let address: String
        /// The cookie of the attempt.
        let cookie: String
    }

    /// Opens a house whose first reader is called Ada.
    /// - Parameters:
    ///   - secret: the client's secret; nil for a public client.
    ///   - timeout: the time that a request to the provider may take.
    ///   - isAllowed: false to keep the provider's address out of `network.allow`.
    static func open(
        secret: String? = "quiet & sealed+1", admitsUnknown: Bool = false, isAllowed: Bool = true,
        timeout: Duration = .seconds(60),
        issuer: @Sendable (String) -> String = { $0 },
        _ work: @escaping @Sendable (OpenIDFixture) async throws -> Void
    ) async throws {
        let (clock, log) = (TestClock(WebTestApp.start), CapturedLog())
        try await SampleIdentityProvider.open(
            client: .init(id: "tidings 1", secret: secret), now: clock.read
        ) { provider in
            let allowed = isAllowed ? [AllowedAddress(provider.origin.host)].compactMap(\.self) : []
            let settings = try #require(
                OpenIDSettings(issuer: issuer(provider.issuer), clientID: "tidings 1", clientSecret: secret))
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: allowed), userAgent: "Tidings/test",
                limits: FetchLimits(timeout: timeout))
            let app = try WebTestApp(
                accessPolicy: AccessPolicy(anonymousAccess: .never), logger: log.logger, clock: clock,
                openID: OpenIDSignIn(
                    client: OpenIDClient(settings: settings, fetcher: fetcher, now: clock.read),
                    label: "Sample Identity",
                    admitsUnknown: admitsUnknown))
            try await app.library.people.rename(.first, to: "Ada")
            try await app.withBrowser { browser async throws in
                try await work(OpenIDFixture(app, provider, log, browser))
            }
        }
    }

    // MARK: - The parts of the way

    /// Follows the link to the provider.
    func depart(_ query: String = "", _ headers: [String: String] = [:]) async throws -> Departure {
        let response = try await browser.get("/sign-in/openid\(query)", Browser.navigation.merging(headers) { $1 })
        guard response.status == .seeOther, let address = response.header("Location") else {
            throw MissingValue(what: "the way to the provider: \(response.status) \(response.text)")
        }
        let cookies = response.headers[values: .setCookie]
        #expect(cookies.count == 1)
        let attributes = Set(cookies[0].components(separatedBy: "; ").dropFirst())
        #expect(attributes == ["Max-Age=600", "Path=/", "HttpOnly", "SameSite=Lax"])
        return Departure(address: address, cookie: String(cookies[0].prefix { $0 != ";" }))
    }

    /// Lets the provider answer, as the browser would ask it.
    /// - Returns: the path and query to which it sends the browser.
    func authorize(_ address: String) async throws -> String {
        var request = FetchRequest(address: address)
        request.changesState = true
        let asks = Fetcher(
            policy: AddressPolicy(allowing: [AllowedAddress(provider.origin.host)].compactMap(\.self)),
            userAgent: "Browser/test")
        let response = try await asks.fetch(request)
        await asks.shutdown()
        guard let location = response.header("Location"), location.hasPrefix("http://localhost/") else {
            throw MissingValue(what: "the way back: \(response.status)")
        }
        return String(location.dropFirst("http://localhost".count))
    }

    /// Comes back from the provider, as browsers do: a navigation from another site.
    func arrive(_ path: String, _ cookies: String...) async throws -> Browser.Response {
        try await browser.get(
            path,
            ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site", "Cookie": cookies.joined(separator: "; ")])
    }

    /// Goes the whole way.
    func signIn(_ query: String = "", _ cookies: String...) async throws -> Browser.Response {
        let departure = try await depart(query, ["Cookie": cookies.joined(separator: "; ")])
        return try await arrive(
            try await authorize(departure.address), ([departure.cookie] + cookies).joined(separator: "; "))
    }

    // MARK: - Readers

    /// Signs a reader in by a one-time link.
    /// - Returns: the session's cookie.
    func session(of reader: ReaderID = .first) async throws -> String {
        let link = try await app.library.sessions.makeLink(for: reader, lasting: 600)
        guard let cookie = try await browser.post("/enter/\(link.text)").openedSession else {
            throw MissingValue(what: "a session")
        }
        return cookie
    }

    /// Follows the link of the settings page that links an account.
    func linkQuery(_ session: String) async throws -> String {
        let page = try await browser.get(
            "/mine/settings/access", Browser.navigation.merging(["Cookie": session]) { $1 })
        guard let found = page.text.firstMatch(of: /href="\/sign-in\/openid(\?link=[^"]+)"/) else {
            throw MissingValue(what: "the link: \(page.status)")
        }
        return String(found.1).replacing("&amp;", with: "&")
    }

    func linkFirstReader() async throws {
        let session = try await session()
        let linked = try await signIn(try await linkQuery(session), session)
        #expect(linked.status == .seeOther && linked.header("Location") == "/mine/settings/access")
    }

    func sessionCount() async throws -> Int {
        try await app.library.context.database.read { try $0.count("select count(*) from reader_session") }
    }

    func identityCount() async throws -> Int {
        try await app.library.context.database.read { try $0.count("select count(*) from outside_identity") }
    }

    /// Checks that a response signs nobody in and says why.
    func expectRefusal(
        _ response: Browser.Response, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(response.status.code >= 400, sourceLocation: sourceLocation)
        #expect(response.text.contains(words), "\(response.text.suffix(1_500))", sourceLocation: sourceLocation)
        #expect(response.openedSession == nil, sourceLocation: sourceLocation)
        #expect(try await sessionCount() == 0, sourceLocation: sourceLocation)
        #expect(try await app.library.people.all().count == 1, sourceLocation: sourceLocation)
    }
}

extension Browser.Response {
    /// The session cookie, as it is sent back.
    var openedSession: String? {
        headers[values: .setCookie].first { $0.contains("tidings=") && !$0.contains("Max-Age=0") }
            .map { String($0.prefix { $0 != ";" }) }
    }
}

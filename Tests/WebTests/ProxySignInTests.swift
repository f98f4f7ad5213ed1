import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import News
import Testing

@testable import Library
@testable import Web

/// A house of two behind a proxy at 127.0.0.1, which names the reader in a header.
private struct ProxyFixture {
    let app: WebTestApp

    init(trusting proxies: [String] = ["127.0.0.1"], admitsUnknown: Bool = false) async throws {
        app = try WebTestApp(
            accessPolicy: AccessPolicy(
                anonymousAccess: .never, trustedProxies: proxies.compactMap { CIDRBlock($0) },
                proxySignIn: ProxySignIn(header: "Remote-User", admitsUnknown: admitsUnknown)))
        try await app.library.people.rename(.first, to: "Ada")
        _ = try await app.library.people.person(named: "Zoë", joins: true)
    }

    func readers() async throws -> [String] { try await app.library.people.all().map(\.name) }

    func sessionCount() async throws -> Int {
        try await app.library.context.database.read { try $0.count("select count(*) from reader_session") }
    }
}

extension Browser {
    /// Opens the page of the settings as the reader of a header.
    fileprivate func settings(as name: String?, _ more: [String: String] = [:]) async throws -> Response {
        let header = name.map { ["Remote-User": $0] } ?? [:]
        return try await get(
            "/mine/settings/access", Self.navigation.merging(header) { $1 }.merging(more) { $1 })
    }
}

@Suite struct `A proxy that signs in` {
    @Test func `names the reader of each request, without a session`() async throws {
        let house = try await ProxyFixture()
        try await house.app.withLiveServer { browser async throws in
            for name in ["Ada", "ADA", " ada ", "Zoë", "Zoe\u{308}"] {
                let page = try await browser.settings(as: name)
                #expect(page.status == .ok, "\(name)")
                #expect(page.text.contains(SignInStrings.proxySignsIn))
                #expect(page.text.contains(name.lowercased().contains("ada") ? "value=\"Ada\"" : "value=\"Zoë\""))
            }
            // The first reader runs the house, the other one does not.
            #expect(try await browser.get("/mine/settings/people", ["REMOTE-USER": "ada"]).status == .ok)
            #expect(try await browser.get("/mine/settings/people", ["Remote-User": "zoë"]).status == .forbidden)
            #expect(try await browser.get("/sign-in", ["Remote-User": "ada"]).status == .seeOther)
        }
        #expect(try await house.sessionCount() == 0)
    }

    @Test func `is ignored unless it is the proxy of the settings`() async throws {
        let house = try await ProxyFixture(trusting: ["192.0.2.1"])
        try await house.app.withLiveServer { browser async throws in
            for name in ["Remote-User", "remote-user", "REMOTE-USER"] {
                let page = try await browser.get(
                    "/mine/", [name: "Ada", "X-Forwarded-For": "192.0.2.1", "Forwarded": "for=192.0.2.1"])
                #expect(page.status == .seeOther && page.header("Location")?.contains("/sign-in") == true)
            }
        }
    }

    @Test func `who names nobody leaves the choice to the sign-in page`() async throws {
        let house = try await ProxyFixture()
        try await house.app.withLiveServer { browser async throws in
            for name in [nil, "", "  "] {
                #expect(try await browser.settings(as: name).status == .seeOther)
            }
            let link = try await house.app.library.sessions.makeLink(for: .first, lasting: 600)
            let entered = try await browser.post("/enter/\(link.text)")
            let cookie = try #require(entered.header("Set-Cookie")).prefix { $0 != ";" }
            #expect(try await browser.settings(as: nil, ["Cookie": String(cookie)]).text.contains("value=\"Ada\""))
            // The proxy's word counts more than a session of somebody else, which is left alone.
            let other = try await browser.settings(as: "Zoë", ["Cookie": String(cookie)])
            #expect(other.text.contains("value=\"Zoë\"") && !other.text.contains("value=\"Ada\""))
            #expect(try await browser.settings(as: "Nobody", ["Cookie": String(cookie)]).status == .forbidden)
        }
        #expect(try await house.sessionCount() == 1)
    }

    @Test func `who names a stranger, or nobody for certain, is told so on every page`() async throws {
        let house = try await ProxyFixture()
        try await house.app.withLiveServer { browser async throws in
            for name in [
                "Mallory", "Ada, Zoë", String(repeating: "a", count: 401), "Ada\u{200B}", "A\u{200B}da", "Ad\u{FFFD}",
            ] {
                for path in ["/mine/", "/mine/settings/access", "/sign-in"] {
                    let page = try await browser.get(path, ["Remote-User": name])
                    #expect(page.status == .forbidden, "\(name) at \(path)")
                    #expect(page.text.contains(SignInStrings.proxyRefusalTitle))
                }
            }
            let data = try await browser.get("/mine/now", ["Remote-User": "Mallory", "Accept": "application/json"])
            #expect(data.status == .forbidden && data.text.contains("\"failed\":true"))
        }
        #expect(try await house.readers() == ["Ada", "Zoë"])
    }

    @Test func `makes readers where the settings say so`() async throws {
        let house = try await ProxyFixture(admitsUnknown: true)
        try await house.app.withLiveServer { browser async throws in
            #expect(try await browser.settings(as: "Grace Hopper").text.contains("value=\"Grace Hopper\""))
            #expect(try await browser.settings(as: "grace hopper").status == .ok)
            #expect(
                try await browser.get("/mine/settings/people", ["Remote-User": "Grace Hopper"]).status == .forbidden)
        }
        #expect(try await house.readers() == ["Ada", "Zoë", "Grace Hopper"])
        #expect(try await house.app.library.people.person(named: "grace hopper")?.role == .reader)
    }

    @Test func `cannot be used by a form of another site, and says that it signs out`() async throws {
        let house = try await ProxyFixture()
        try await house.app.withLiveServer { browser async throws in
            let foreign = ["Remote-User": "Ada", "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"]
            #expect(try await browser.post("/mine/act/rename-own-person", "name=Eve", foreign).status == .forbidden)
            #expect(
                try await browser.post("/mine/act/rename-own-person", "name=Eve", ["Remote-User": "Ada"]).status
                    != .forbidden)
            let out = try await browser.post("/sign-out", "", ["Remote-User": "Eve"])
            #expect(out.status == .ok && out.text.contains(SignInStrings.proxySignOut))
        }
        #expect(try await house.readers() == ["Eve", "Zoë"])
    }

    @Test func `its header counts once, and under a name of its own`() throws {
        let signIn = try #require(ProxySignIn(header: "remote-USER", admitsUnknown: false))
        let proxy = try #require(CIDRBlock("10.0.0.0/8"))
        func claim(_ values: [String], from remote: String?) throws -> ProxySignIn.Claim? {
            var fields = HTTPFields()
            let name = try #require(HTTPField.Name("Remote-User"))
            for value in values { fields.append(HTTPField(name: name, value: value)) }
            let head = HTTPRequest(
                method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: fields)
            return signIn.claim(
                Request(head: head, body: RequestBody(buffer: ByteBuffer())), remote: remote, trusted: [proxy])
        }
        #expect(try claim(["Ada"], from: "10.1.2.3") == .name("Ada"))
        #expect(try claim(["Ada", "Zoë"], from: "10.1.2.3") == .unusable)
        #expect(try claim(["Ada", "Ada"], from: "10.1.2.3") == .unusable)
        #expect(try claim(["", "Ada"], from: "10.1.2.3") == .unusable)
        #expect(try claim(["Ada"], from: "11.1.2.3") == nil && claim(["Ada"], from: nil) == nil)
        for name in ["", "Remote User", ":path", "Cookie", "x-forwarded-FOR", "Authorization", "naïve"] {
            #expect(ProxySignIn(header: name, admitsUnknown: false) == nil, "\(name)")
        }
    }
}

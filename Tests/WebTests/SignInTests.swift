import Foundation
import HTTPTypes
import News
import TestSupport
import Testing

@testable import Library
@testable import Web

/// A server behind a proxy at 127.0.0.1, asked over real connections; every request says which address it comes from.
private struct ProxiedSignInFixture {
    let app: WebTestApp
    let log = CapturedLog()

    init(password: String? = "tide barrier", host: String = "localhost") async throws {
        app = try WebTestApp(
            hosts: [host],
            accessPolicy: AccessPolicy(
                anonymousAccess: .never, trustedProxies: ["127.0.0.1"].compactMap { CIDRBlock($0) }),
            logger: log.logger)
        guard let password else { return }
        try await app.library.sessions.setPassword(
            password, cost: PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1), for: app.reader)
    }

    static func from(_ address: String, _ cookie: String? = nil, https: Bool = false) -> [String: String] {
        var headers = ["X-Forwarded-For": address, "X-Forwarded-Proto": https ? "https" : "http"]
        if https { headers["Origin"] = "https://localhost" }
        if let cookie { headers["Cookie"] = cookie }
        return headers
    }
}

extension Browser {
    fileprivate func signIn(_ password: String, from address: String, _ cookie: String? = nil) async throws -> Response
    {
        try await post(
            "/sign-in", "password=\(QueryParameters.encoded(password))", ProxiedSignInFixture.from(address, cookie))
    }
}

extension Browser.Response {
    fileprivate var cookies: [String] { headers[values: .setCookie] }
    /// The device's, as it is sent back.
    fileprivate var device: String? {
        cookies.first { $0.contains("tidings-device") }.map { String($0.prefix { $0 != ";" }) }
    }
    /// Their order means nothing.
    fileprivate var deviceAttributes: Set<String> {
        let cookie = cookies.first { $0.contains("tidings-device") }
        return Set(cookie?.components(separatedBy: "; ").dropFirst() ?? [])
    }
    fileprivate var session: String? {
        cookies.first { !$0.contains("tidings-device") }.map { String($0.prefix { $0 != ";" }) }
    }
}

@Suite struct `The device cookie` {
    @Test func `signing in gives a cookie as bound as the session's, for 400 days`() async throws {
        let door = try await ProxiedSignInFixture()
        try await door.app.withLiveServer { browser async throws in
            let plain = try await browser.signIn("tide barrier", from: "203.0.113.7")
            #expect(plain.status == .seeOther && plain.cookies.count == 2)
            let bound: Set = ["Max-Age=34560000", "Path=/", "HttpOnly", "SameSite=Lax"]
            #expect(plain.device?.wholeMatch(of: /tidings-device=[\w-]{43}/) != nil)
            #expect(plain.deviceAttributes == bound)
            let secure = try await browser.post(
                "/sign-in", "password=tide%20barrier", ProxiedSignInFixture.from("203.0.113.7", https: true))
            #expect(secure.device?.wholeMatch(of: /__Host-tidings-device=[\w-]{43}/) != nil)
            #expect(secure.deviceAttributes == bound.union(["Secure"]))
            #expect(try await browser.signIn("wrong", from: "203.0.113.8").cookies.isEmpty)
        }
    }

    @Test func `who shows it signs in while strangers keep each other waiting`() async throws {
        let door = try await ProxiedSignInFixture()
        try await door.app.withLiveServer { browser async throws in
            let device = try #require(try await browser.signIn("tide barrier", from: "203.0.113.7").device)
            for number in 0..<40 { _ = try await browser.signIn("wrong", from: "198.18.0.\(number)") }
            #expect(try await browser.signIn("tide barrier", from: "192.0.2.1").status == .tooManyRequests)
            let name = device.prefix { $0 != "=" }
            for forged in ["\(name)=\(String(repeating: "A", count: 43))", "\(name)=x", "\(name)=", "__Host-\(device)"]
            {
                let answer = try await browser.signIn("tide barrier", from: "192.0.2.1", forged)
                #expect(answer.status == .tooManyRequests && answer.cookies.isEmpty, "\(forged)")
            }
            let known = try await browser.signIn("tide barrier", from: "192.0.2.1", device)
            #expect(known.status == .seeOther)
            // The one that was shown is worth nothing any more; the new one is.
            #expect(try await browser.signIn("tide barrier", from: "192.0.2.1", device).status == .tooManyRequests)
            #expect(try await browser.signIn("tide barrier", from: "192.0.2.1", known.device).status == .seeOther)
        }
    }

    @Test func `it opens nothing by itself`() async throws {
        let door = try await ProxiedSignInFixture()
        try await door.app.withLiveServer { browser async throws in
            let device = try #require(try await browser.signIn("tide barrier", from: "203.0.113.7").device)
            let value = device.drop { $0 != "=" }
            for cookie in [device, "tidings\(value)", "\(device); tidings\(value)"] {
                let answer = try await browser.get("/mine/", ProxiedSignInFixture.from("203.0.113.7", cookie))
                #expect(answer.status == .seeOther && answer.header("Location")?.contains("sign-in") == true)
            }
        }
    }

    @Test func `one /64 of IPv6 counts as one address, and the next does not`() async throws {
        let door = try await ProxiedSignInFixture()
        try await door.app.withLiveServer { browser async throws in
            for number in 1...5 {
                #expect(try await browser.signIn("wrong", from: "2001:db8:1:2::\(number)").status == .forbidden)
            }
            #expect(try await browser.signIn("wrong", from: "2001:db8:1:2:ffff::9").status == .tooManyRequests)
            #expect(try await browser.signIn("wrong", from: "[2001:db8:1:2:a::9]:4711").status == .tooManyRequests)
            #expect(try await browser.signIn("wrong", from: "2001:db8:1:3::1").status == .forbidden)
        }
    }

    @Test func `a link gives one too, and a session from before gets one when it is renewed`() async throws {
        let door = try await ProxiedSignInFixture()
        let sessions = door.app.library.sessions
        let link = try await sessions.makeLink(for: door.app.reader, lasting: 600)
        let old = try await sessions.signIn(
            "tide barrier", from: LoginClient(address: "", isLocal: true), for: door.app.reader)
        try await door.app.library.context.database.write { _ = try $0.run("delete from known_device") }
        try await door.app.withLiveServer { browser async throws in
            let entered = try await browser.post("/enter/\(link.text)", "", ProxiedSignInFixture.from("203.0.113.7"))
            #expect(entered.status == .seeOther && entered.device != nil)
            let cookie = "tidings=\(old.token.text)"
            #expect(try await browser.get("/mine/", ProxiedSignInFixture.from("203.0.113.7", cookie)).cookies.isEmpty)
            door.app.clock.advance(3601)
            let renewed = try await browser.get("/mine/", ProxiedSignInFixture.from("203.0.113.7", cookie))
            let device = try #require(renewed.device)
            door.app.clock.advance(3601)
            let again = try await browser.get(
                "/mine/", ProxiedSignInFixture.from("203.0.113.7", "\(cookie); \(device)"))
            #expect(again.device == device)
        }
    }

    @Test func `signing out keeps it, and the one signed out comes in again while strangers wait`() async throws {
        let door = try await ProxiedSignInFixture()
        try await door.app.withLiveServer { browser async throws in
            let answer = try await browser.signIn("tide barrier", from: "203.0.113.7")
            let (session, device) = (try #require(answer.session), try #require(answer.device))
            let out = try await browser.post(
                "/sign-out", "", ProxiedSignInFixture.from("203.0.113.7", "\(session); \(device)"))
            #expect(out.device == nil)
            for number in 0..<40 { _ = try await browser.signIn("wrong", from: "198.18.0.\(number)") }
            #expect(try await browser.signIn("tide barrier", from: "203.0.113.7", device).status == .seeOther)
        }
    }
}

@Suite struct `What the server logs` {
    @Test func `a failed sign-in is one line with the full address and the reason`() async throws {
        let door = try await ProxiedSignInFixture()
        try await door.app.withLiveServer { browser async throws in
            for _ in 0..<6 { _ = try await browser.signIn("herring", from: "2001:db8:1:2:3:4:5:6") }
            _ = try await browser.post("/enter/\(SecretToken().text)", "", ProxiedSignInFixture.from("203.0.113.9"))
            _ = try await browser.get("/enter/\(SecretToken().text)", ProxiedSignInFixture.from("203.0.113.9"))
            _ = try await browser.signIn("tide barrier", from: "203.0.113.10")
        }
        let wrong = "warning sign-in failed: address=2001:db8:1:2:3:4:5:6 reason=wrong-password"
        #expect(
            door.log.messages == Array(repeating: wrong, count: 5) + [
                "warning sign-in failed: address=2001:db8:1:2:3:4:5:6 reason=throttled",
                "warning sign-in failed: address=203.0.113.9 reason=bad-link",
                "warning sign-in failed: address=203.0.113.9 reason=dead-link",
            ])
    }

    @Test func `a failed page is one line with its route, and nothing secret of its address`() async throws {
        let door = try await ProxiedSignInFixture()
        let token = try await door.app.library.sessions.signIn(
            "tide barrier", from: LoginClient(address: "", isLocal: true), for: door.app.reader
        ).token
        let link = SecretToken().text
        try await door.app.withLiveServer { browser async throws in
            let headers = ProxiedSignInFixture.from("203.0.113.7", "tidings=\(token.text)")
            #expect(try await browser.get("/mine/", headers).status == .ok)
            door.app.library.close()
            #expect(try await browser.get("/mine/story/1?secret=herring", headers).status == .internalServerError)
            #expect(try await browser.get("/enter/\(link)", headers).status == .internalServerError)
            let script = headers.merging(["Accept": "application/json"]) { $1 }
            _ = try await browser.post("/mine/act/mark-read", "list=all&through=9", script)
        }
        #expect(door.log.messages.count == 3)
        let all = door.log.messages.joined(separator: "\n")
        #expect(
            all.contains(
                "error page failed: method=GET route=/{edition}/story/{id} status=500 address=203.0.113.7 error=LibraryError."
            ))
        #expect(all.contains("method=GET route=/enter/{link} status=500"))
        #expect(all.contains("method=POST route=/{edition}/act/{act} status=500"))
        for secret in [link, token.text, "herring"] { #expect(!all.contains(secret)) }
    }

    @Test func `what is not there, and what only the asker did wrong, is not logged`() async throws {
        let door = try await ProxiedSignInFixture()
        let token = try await door.app.library.sessions.signIn(
            "tide barrier", from: LoginClient(address: "", isLocal: true), for: door.app.reader
        ).token
        try await door.app.withLiveServer { browser async throws in
            let headers = ProxiedSignInFixture.from("203.0.113.7", "tidings=\(token.text)")
            #expect(try await browser.get("/mine/story/999", headers).status == .notFound)
            #expect(try await browser.get("/nowhere/at/all", headers).status == .notFound)
            #expect(try await browser.get("/mine/", ProxiedSignInFixture.from("203.0.113.8")).status == .seeOther)
        }
        #expect(door.log.messages.isEmpty)
    }

    @Test func `another site's form cannot make the reader's own address look like a guesser's`() async throws {
        let door = try await ProxiedSignInFixture()
        try await door.app.withLiveServer { browser async throws in
            let elsewhere = ProxiedSignInFixture.from("203.0.113.7").merging(["Origin": "https://evil.example"]) { $1 }
            for path in ["/sign-in", "/mine/sign-in", "/enter/\(SecretToken().text)"] {
                #expect(try await browser.post(path, "password=wrong", elsewhere).status == .forbidden)
            }
        }
        #expect(door.log.messages.isEmpty)
    }

    @Test func `nothing that a request says gets into a line but its address`() async throws {
        let door = try await ProxiedSignInFixture()
        let forged = "sign-in failed: address=192.0.2.66 reason=wrong-password"
        try await door.app.withLiveServer { browser async throws in
            var headers = ProxiedSignInFixture.from("203.0.113.7, \(forged)")
            headers["User-Agent"] = forged
            _ = try await browser.post(
                "/sign-in?\(QueryParameters.encoded(forged))", "password=\(QueryParameters.encoded(forged))", headers)
            _ = try await browser.post("/enter/\(QueryParameters.encoded("x\n" + forged))", "", headers)
        }
        #expect(
            door.log.messages == [
                "warning sign-in failed: address=unknown reason=wrong-password",
                "warning sign-in failed: address=unknown reason=bad-link",
            ])
    }

    @Test func `a flood writes so many lines a minute, and says how many it left out`() async throws {
        let door = try await ProxiedSignInFixture()
        try await door.app.withLiveServer { browser async throws in
            for number in 0..<200 { _ = try await browser.signIn("wrong", from: "198.18.0.\(number % 50)") }
            #expect(door.log.messages.count { $0.contains("throttled") } == 30)
            #expect(door.log.messages.count { $0.contains("wrong-password") } == 25)
            door.app.clock.advance(60)
            for _ in 0..<40 { _ = try await browser.signIn("wrong", from: "198.18.0.0") }
        }
        #expect(door.log.messages.contains("warning log lines left out: count=145 about=guesses that had to wait"))
        // One address fills no more than a third of it.
        #expect(door.log.messages.count { $0.contains("throttled") } == 40)
    }
}

@Suite struct `Lines of a log` {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `one flood hides no line of another kind or another address`() {
        let limiter = LogRateLimiter(maxPerMinute: 4, maxPerAddress: 2)
        let judged = (0..<3).map { _ in limiter.record("a", address: "x", at: start).isWritten }
        #expect(judged == [true, true, false])
        #expect(limiter.record("a", address: "y", at: start).isWritten)
        #expect(limiter.record("a", address: "z", at: start).isWritten)
        #expect(!limiter.record("a", address: "w", at: start).isWritten)
        #expect(limiter.record("b", address: "x", at: start).isWritten)
        #expect(
            limiter.record("a", address: "x", at: start.addingTimeInterval(60))
                == .init(isWritten: true, suppressedCount: 2))
    }

    @Test func `a clock that is set back does not silence it`() {
        let limiter = LogRateLimiter(maxPerMinute: 1, maxPerAddress: 1)
        #expect(limiter.record("a", address: "x", at: start).isWritten)
        #expect(limiter.record("a", address: "x", at: start.addingTimeInterval(-86_400)).isWritten)
    }

    @Test func `control characters, line ends and turns of direction never get into one`() {
        let text = "a\nb\r\u{0}c\u{1B}[31m\u{7F}\u{9B}d\u{85}\u{2028}\u{2029}\u{202E}e\u{2066}\u{200F}\tf\u{FEFF}"
        #expect(LogSanitizer.sanitize(text) == "a?b??c?[31m??d????e???f?")
        #expect(LogSanitizer.sanitize("Größe 日本") == "Größe 日本")
        #expect(LogSanitizer.sanitize(String(repeating: "a", count: 400), limit: 10) == "aaaaaaaaaa…")
    }

    @Test(
        arguments: [
            ("203.0.113.7", "203.0.113.7"), ("::ffff:203.0.113.7", "203.0.113.7"), ("2001:DB8:0:0::1", "2001:db8::1"),
            ("fe80::1%eth0", "fe80::1"), ("localhost", nil), ("", nil), ("1.2.3.4 reason=x", nil), ("1.2.3.4\n", nil),
        ] as [(String, String?)]) func `an address is written in one way, and nothing else is taken for one`(
            given: String, written: String?
        )
    { #expect(CIDRBlock.canonical(given) == written) }

    @Test func `IPv4 behind a translator counts by its own address`() {
        #expect(CIDRBlock.rateLimitKey(of: "64:ff9b::203.0.113.7") == "203.0.113.7")
        #expect(CIDRBlock.rateLimitKey(of: "64:ff9b:1::1") == "64:ff9b:1:0::/64")
    }
}

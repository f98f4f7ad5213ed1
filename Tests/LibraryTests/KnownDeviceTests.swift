import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// A fixture for sign-in attempts, with little work for each password hash.
private struct SignInFixture {
    let base: LibraryFixture

    init() async throws {
        base = try LibraryFixture()
        try await setPassword()
    }

    func setPassword(_ text: String = "tide barrier") async throws {
        try await base.library.sessions.setPassword(
            text, cost: PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1), for: base.me)
    }

    /// Signs in, and returns the tokens of the session and the device.
    @discardableResult
    func signIn(_ text: String = "tide barrier", from address: String = "203.0.113.7", device: SecretToken? = nil)
        async throws(SignInError) -> (token: SecretToken, session: ReaderSession, device: SecretToken)
    {
        let caller = LoginClient(address: address, isLocal: false, agent: "Test", device: device)
        return try await base.library.sessions.signIn(text, from: caller, for: base.me)
    }

    /// Makes a wrong attempt to sign in.
    /// - Returns: The seconds to wait; nil if the attempt was checked.
    @discardableResult
    func guess(from address: String = "203.0.113.7", device: SecretToken? = nil) async throws -> Double? {
        do {
            try await signIn("wrong guess", from: address, device: device)
            return nil
        } catch {
            switch error {
            case .wrongPassword: return nil
            case .throttled(let until): return until.timeIntervalSince(base.clock.now)
            default: throw error
            }
        }
    }

    /// Makes wrong attempts from a thousand addresses, until all strangers have to wait.
    func triggerGlobalThrottle() async throws {
        for number in 0..<1000 { try await guess(from: "198.18.\(number / 250).\(number % 250)") }
        #expect(try await guess(from: "192.0.2.99") != nil, "strangers have to wait by now")
    }

    func rows(_ table: String) async throws -> Int {
        try await base.library.context.database.read { try $0.count("select count(*) from \(table)") }
    }
}

@Suite struct `Known devices` {
    @Test func `strangers from a thousand addresses do not make a known device wait`() async throws {
        let fixture = try await SignInFixture()
        let device = try await fixture.signIn().device
        try await fixture.triggerGlobalThrottle()
        // The device can sign in even from an address that strangers have used up.
        for _ in 0..<6 { try await fixture.guess(from: "203.0.113.7") }
        let next = try await fixture.signIn(from: "203.0.113.7", device: device)
        // A wrong attempt of the device itself does not prevent its next sign-in.
        let again = try await fixture.signIn(from: "198.18.0.1", device: next.device)
        #expect(try await fixture.guess(from: "198.18.0.1", device: again.device) == nil)
        try await fixture.signIn(from: "198.18.0.1", device: again.device)
    }

    @Test func `an unknown device waits with the strangers, and a link signs it in all the same`() async throws {
        let fixture = try await SignInFixture()
        try await fixture.signIn()
        try await fixture.triggerGlobalThrottle()
        await #expect(throws: SignInError.self) { try await fixture.signIn(from: "192.0.2.1") }
        let sessions = fixture.base.library.sessions
        let link = try await sessions.makeLink(for: fixture.base.me, lasting: 600)
        let caller = LoginClient(address: "192.0.2.1", isLocal: false)
        let device = try await sessions.open(link: link, from: caller).device
        // The device is known from now on.
        try await fixture.signIn(from: "192.0.2.1", device: device)
    }

    @Test func `a forged cookie is a stranger's, and makes no row`() async throws {
        let fixture = try await SignInFixture()
        try await fixture.triggerGlobalThrottle()
        let before = try await fixture.rows("sign_in_attempt")
        for _ in 0..<20 { #expect(try await fixture.guess(from: "192.0.2.1", device: SecretToken()) != nil) }
        #expect(try await fixture.rows("sign_in_attempt") == before)
        #expect(try await fixture.rows("known_device") == 0)
    }

    @Test func `a stolen cookie gives no more guesses than an address does`() async throws {
        let fixture = try await SignInFixture()
        let device = try await fixture.signIn().device
        for number in 0..<5 { #expect(try await fixture.guess(from: "198.18.0.\(number)", device: device) == nil) }
        var waits: [Double] = []
        for number in 0..<7 {
            let wait = try #require(try await fixture.guess(from: "198.18.1.\(number)", device: device))
            waits.append(wait)
            fixture.base.clock.advance(wait)
            #expect(try await fixture.guess(from: "198.18.1.\(number)", device: device) == nil)
        }
        #expect(waits == [30, 60, 120, 240, 480, 900, 900])
        // The thief's attempts count against the cookie alone: strangers and other devices do not wait for them.
        #expect(try await fixture.guess(from: "192.0.2.1") == nil)
    }

    @Test func `the cookie is new after each time, and the one before is a stranger's`() async throws {
        let fixture = try await SignInFixture()
        let first = try await fixture.signIn().device
        let second = try await fixture.signIn(device: first).device
        #expect(first != second)
        #expect(try await fixture.rows("known_device") == 1)
        try await fixture.triggerGlobalThrottle()
        #expect(try await fixture.guess(device: first) != nil)
        try await fixture.signIn(device: second)
    }

    @Test func `only the hash of a cookie is kept`() async throws {
        let fixture = try await SignInFixture()
        let device = try await fixture.signIn().device
        let kept = try await fixture.base.library.context.database.read { transaction in
            try transaction.texts("select token_hash from known_device")
        }
        #expect(kept == [device.hash] && kept != [device.text])
    }

    @Test func `there are at most a hundred; the one unused for longest gives way`() async throws {
        let fixture = try await SignInFixture()
        let first = try await fixture.signIn().device
        var last = first
        for _ in 0..<100 {
            fixture.base.clock.advance(1)
            last = try await fixture.signIn().device
        }
        #expect(try await fixture.rows("known_device") == 100)
        try await fixture.triggerGlobalThrottle()
        #expect(try await fixture.guess(device: first) != nil)
        try await fixture.signIn(device: last)
    }

    @Test func `another password, or none, makes every device a stranger`() async throws {
        let fixture = try await SignInFixture()
        let device = try await fixture.signIn().device
        try await fixture.setPassword("herring season")
        #expect(try await fixture.rows("known_device") == 0)
        try await fixture.triggerGlobalThrottle()
        await #expect(throws: SignInError.self) { try await fixture.signIn("herring season", device: device) }
        try await fixture.base.library.sessions.removePassword(for: fixture.base.me)
        #expect(try await fixture.rows("known_device") == 0)
    }

    @Test func `a device that signs out stays known; one that is put out does not`() async throws {
        let fixture = try await SignInFixture()
        let (_, own, device) = try await fixture.signIn()
        let (_, lost, stolen) = try await fixture.signIn()
        let (_, kept, third) = try await fixture.signIn()
        let sessions = fixture.base.library.sessions
        try await sessions.end(own.id, for: fixture.base.me, keepsDevice: true)
        try await sessions.end(lost.id, for: fixture.base.me)
        try await fixture.triggerGlobalThrottle()
        let again = try await fixture.signIn(device: device)
        #expect(try await fixture.guess(device: stolen) != nil)
        _ = try await sessions.endAll(for: fixture.base.me, but: kept.id)
        #expect(try await fixture.guess(device: again.device) != nil)
        try await fixture.signIn(device: third)
    }

    @Test func `a device is known for 400 days after its last use, and while its session lives`() async throws {
        let fixture = try await SignInFixture()
        let (_, session, device) = try await fixture.signIn()
        let sessions = fixture.base.library.sessions
        fixture.base.clock.advance(399 * 86_400)
        #expect(try await sessions.refreshDevice(of: session, cookie: device) == device)
        fixture.base.clock.advance(399 * 86_400)
        try await fixture.triggerGlobalThrottle()
        let renewed = try await fixture.signIn(device: device).device
        fixture.base.clock.advance(400 * 86_400)
        try await fixture.triggerGlobalThrottle()
        #expect(try await fixture.guess(device: renewed) != nil)
    }

    @Test func `a session from before gets a device, and a program that keeps no cookie gets one only`() async throws {
        let fixture = try await SignInFixture()
        let session = try await fixture.signIn().session
        try await fixture.base.library.context.database.write { _ = try $0.run("delete from known_device") }
        let sessions = fixture.base.library.sessions
        let given = try #require(try await sessions.refreshDevice(of: session, cookie: nil))
        for _ in 0..<5 { #expect(try await sessions.refreshDevice(of: session, cookie: nil) == nil) }
        #expect(try await fixture.rows("known_device") == 1)
        try await fixture.triggerGlobalThrottle()
        try await fixture.signIn(device: given)
    }

    @Test func `a clock that is set back, or was far ahead, keeps nobody out`() async throws {
        let fixture = try await SignInFixture()
        let device = try await fixture.signIn().device
        for _ in 0..<5 { try await fixture.guess(device: device) }
        try await fixture.triggerGlobalThrottle()
        fixture.base.clock.advance(-3 * 365 * 86_400)
        let again = try await fixture.signIn(device: device).device
        #expect(try await fixture.guess() == nil, "strangers' guesses of later years count no more")
        fixture.base.clock.advance(3 * 365 * 86_400)
        #expect(try await fixture.guess(device: again) == nil)
    }

    @Test func `strangers who have to wait cost no write`() async throws {
        let fixture = try await SignInFixture()
        try await fixture.triggerGlobalThrottle()
        let changes = try await fixture.changes()
        for number in 0..<50 { try await fixture.guess(from: "192.0.2.\(number)") }
        #expect(try await fixture.changes() == changes)
    }
}

extension SignInFixture {
    /// Returns the number of rows that the writing connection has changed so far.
    fileprivate func changes() async throws -> Int64? {
        try await base.library.context.database.write { try $0.number("select total_changes()") }
    }
}

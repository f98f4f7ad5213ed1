import Foundation
import News
import Testing

@testable import Library

/// What becomes of guesses, with little work for each.
private struct Door {
    let house: TestHouse

    init() async throws {
        house = try TestHouse()
        try await setPassword()
    }

    func setPassword(_ text: String = "tide barrier") async throws {
        try await house.library.sessions.setPassword(
            text, cost: Password.Cost(exponent: 4, size: 1, lanes: 1), for: house.me)
    }

    /// Signs in, and gives what the device is known by.
    @discardableResult
    func signIn(_ text: String = "tide barrier", from address: String = "203.0.113.7", device: Token? = nil)
        async throws(SignInError) -> (token: Token, session: ReaderSession, device: Token)
    {
        let caller = GuessCaller(address: address, isHere: false, agent: "Test", device: device)
        return try await house.library.sessions.signIn(text, from: caller, for: house.me)
    }

    /// Guesses wrongly.
    /// - Returns: how many seconds there are to wait; nil when the guess was looked at.
    @discardableResult
    func guess(from address: String = "203.0.113.7", device: Token? = nil) async throws -> Double? {
        do {
            try await signIn("wrong guess", from: address, device: device)
            return nil
        } catch {
            switch error {
            case .wrong: return nil
            case .wait(let until): return until.timeIntervalSince(house.clock.now)
            default: throw error
            }
        }
    }

    /// Strangers guess from a thousand addresses, until all of them have to wait.
    func storm() async throws {
        for number in 0..<1000 { try await guess(from: "198.18.\(number / 250).\(number % 250)") }
        #expect(try await guess(from: "192.0.2.99") != nil, "strangers have to wait by now")
    }

    func rows(_ table: String) async throws -> Int {
        try await house.library.house.store.read { try $0.count("select count(*) from \(table)") }
    }
}

@Suite struct `Known devices` {
    @Test func `strangers from a thousand addresses do not make a known device wait`() async throws {
        let door = try await Door()
        let device = try await door.signIn().device
        try await door.storm()
        // Not even from an address that strangers have used up.
        for _ in 0..<6 { try await door.guess(from: "203.0.113.7") }
        let next = try await door.signIn(from: "203.0.113.7", device: device)
        // A wrong guess of its own first.
        let again = try await door.signIn(from: "198.18.0.1", device: next.device)
        #expect(try await door.guess(from: "198.18.0.1", device: again.device) == nil)
        try await door.signIn(from: "198.18.0.1", device: again.device)
    }

    @Test func `an unknown device waits with the strangers, and a link signs it in all the same`() async throws {
        let door = try await Door()
        try await door.signIn()
        try await door.storm()
        await #expect(throws: SignInError.self) { try await door.signIn(from: "192.0.2.1") }
        let sessions = door.house.library.sessions
        let link = try await sessions.makeLink(for: door.house.me, lasting: 600)
        let caller = GuessCaller(address: "192.0.2.1", isHere: false)
        let device = try await sessions.open(link: link, from: caller).device
        // From now on it is known.
        try await door.signIn(from: "192.0.2.1", device: device)
    }

    @Test func `a forged cookie is a stranger's, and makes no row`() async throws {
        let door = try await Door()
        try await door.storm()
        let before = try await door.rows("guess")
        for _ in 0..<20 { #expect(try await door.guess(from: "192.0.2.1", device: Token()) != nil) }
        #expect(try await door.rows("guess") == before)
        #expect(try await door.rows("sign_in_device") == 0)
    }

    @Test func `a stolen cookie gives no more guesses than an address does`() async throws {
        let door = try await Door()
        let device = try await door.signIn().device
        for number in 0..<5 { #expect(try await door.guess(from: "198.18.0.\(number)", device: device) == nil) }
        var waits: [Double] = []
        for number in 0..<7 {
            let wait = try #require(try await door.guess(from: "198.18.1.\(number)", device: device))
            waits.append(wait)
            door.house.clock.advance(wait)
            #expect(try await door.guess(from: "198.18.1.\(number)", device: device) == nil)
        }
        #expect(waits == [30, 60, 120, 240, 480, 900, 900])
        // The thief's guesses count against the cookie alone: strangers and other devices do not wait for them.
        #expect(try await door.guess(from: "192.0.2.1") == nil)
    }

    @Test func `the cookie is new after each time, and the one before is a stranger's`() async throws {
        let door = try await Door()
        let first = try await door.signIn().device
        let second = try await door.signIn(device: first).device
        #expect(first != second)
        #expect(try await door.rows("sign_in_device") == 1)
        try await door.storm()
        #expect(try await door.guess(device: first) != nil)
        try await door.signIn(device: second)
    }

    @Test func `only the hash of a cookie is kept`() async throws {
        let door = try await Door()
        let device = try await door.signIn().device
        let kept = try await door.house.library.house.store.read { session in
            try session.all("select hash from sign_in_device", []) { $0.words() }
        }
        #expect(kept == [device.hash] && kept != [device.text])
    }

    @Test func `there are at most a hundred; the one unused for longest gives way`() async throws {
        let door = try await Door()
        let first = try await door.signIn().device
        var last = first
        for _ in 0..<100 {
            door.house.clock.advance(1)
            last = try await door.signIn().device
        }
        #expect(try await door.rows("sign_in_device") == 100)
        try await door.storm()
        #expect(try await door.guess(device: first) != nil)
        try await door.signIn(device: last)
    }

    @Test func `another password, or none, makes every device a stranger`() async throws {
        let door = try await Door()
        let device = try await door.signIn().device
        try await door.setPassword("herring season")
        #expect(try await door.rows("sign_in_device") == 0)
        try await door.storm()
        await #expect(throws: SignInError.self) { try await door.signIn("herring season", device: device) }
        try await door.house.library.sessions.removePassword(for: door.house.me)
        #expect(try await door.rows("sign_in_device") == 0)
    }

    @Test func `a device that signs out stays known; one that is put out does not`() async throws {
        let door = try await Door()
        let (_, own, device) = try await door.signIn()
        let (_, lost, stolen) = try await door.signIn()
        let (_, kept, third) = try await door.signIn()
        let sessions = door.house.library.sessions
        try await sessions.end(own.id, for: door.house.me, keepsDevice: true)
        try await sessions.end(lost.id, for: door.house.me)
        try await door.storm()
        let again = try await door.signIn(device: device)
        #expect(try await door.guess(device: stolen) != nil)
        _ = try await sessions.endAll(for: door.house.me, but: kept.id)
        #expect(try await door.guess(device: again.device) != nil)
        try await door.signIn(device: third)
    }

    @Test func `a device is known for 400 days after its last use, and while its session lives`() async throws {
        let door = try await Door()
        let (_, session, device) = try await door.signIn()
        let sessions = door.house.library.sessions
        door.house.clock.advance(399 * 86_400)
        #expect(try await sessions.keepDevice(of: session, shown: device) == device)
        door.house.clock.advance(399 * 86_400)
        try await door.storm()
        let renewed = try await door.signIn(device: device).device
        door.house.clock.advance(400 * 86_400)
        try await door.storm()
        #expect(try await door.guess(device: renewed) != nil)
    }

    @Test func `a session from before gets a device, and a program that keeps no cookie gets one only`() async throws {
        let door = try await Door()
        let session = try await door.signIn().session
        try await door.house.library.house.store.write { _ = try $0.run("delete from sign_in_device") }
        let sessions = door.house.library.sessions
        let given = try #require(try await sessions.keepDevice(of: session, shown: nil))
        for _ in 0..<5 { #expect(try await sessions.keepDevice(of: session, shown: nil) == nil) }
        #expect(try await door.rows("sign_in_device") == 1)
        try await door.storm()
        try await door.signIn(device: given)
    }

    @Test func `a clock that is set back, or was far ahead, keeps nobody out`() async throws {
        let door = try await Door()
        let device = try await door.signIn().device
        for _ in 0..<5 { try await door.guess(device: device) }
        try await door.storm()
        door.house.clock.advance(-3 * 365 * 86_400)
        let again = try await door.signIn(device: device).device
        #expect(try await door.guess() == nil, "strangers' guesses of later years count no more")
        door.house.clock.advance(3 * 365 * 86_400)
        #expect(try await door.guess(device: again) == nil)
    }

    @Test func `strangers who have to wait cost no write`() async throws {
        let door = try await Door()
        try await door.storm()
        let changes = try await door.changes()
        for number in 0..<50 { try await door.guess(from: "192.0.2.\(number)") }
        #expect(try await door.changes() == changes)
    }
}

extension Door {
    /// Rows that the writing connection has changed so far.
    fileprivate func changes() async throws -> Int64? {
        try await house.library.house.store.write { try $0.number("select total_changes()") }
    }
}

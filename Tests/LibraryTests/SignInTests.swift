import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// A low cost, so that a hundred attempts take no time; the format and the rules are the same.
private let cheapCost = PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1)

extension LibraryFixture {
    fileprivate func setPassword(_ text: String = "tide barrier") async throws {
        try await library.sessions.setPassword(text, cost: cheapCost, for: me)
    }

    fileprivate func guess(
        _ text: String, from address: String = "203.0.113.7", isLocal: Bool = false
    ) async throws(SignInError) -> SecretToken {
        let caller = LoginClient(address: address, isLocal: isLocal, agent: "Test")
        return try await library.sessions.signIn(text, from: caller, for: me).token
    }
}

@Suite struct `Passwords` {
    /// The expected key is the third vector of RFC 7914 §12, cut to our key length: the first 32 bytes are the same.
    @Test func `scrypt is the standard's`() throws {
        let stored =
            "scrypt$ln=10,r=8,p=16$TmFDbA==$"
        #expect(PasswordHash(stored: stored + "AAAA") == nil)
        let key: [UInt8] = [
            0xfd, 0xba, 0xbe, 0x1c, 0x9d, 0x34, 0x72, 0x00, 0x78, 0x56, 0xe7, 0x19, 0x0d, 0x01, 0xe9, 0xfe,
            0x7c, 0x6a, 0xd7, 0xcb, 0xc8, 0x23, 0x78, 0x30, 0xe7, 0x73, 0x76, 0x63, 0x4b, 0x37, 0x31, 0x62,
        ]
        // The vector's salt "NaCl" is shorter, and its p larger, than a stored row may have, so the test calls the
        // function itself.
        #expect(
            try PasswordHash.derive(
                "password", Array("NaCl".utf8), PasswordHash.Cost(exponent: 10, blockSize: 8, parallelism: 16)) == key)
    }

    @Test func `what is kept comes back and holds no password`() throws {
        let password = try PasswordHash(new: "tide barrier", cost: cheapCost)
        let again = try #require(PasswordHash(stored: password.stored))
        #expect(again == password && !password.stored.contains("tide"))
        #expect(try again.matches("tide barrier") && !again.matches("tide barrie") && !again.matches(""))
        #expect(try PasswordHash(new: "tide barrier", cost: cheapCost).key != password.key)
    }

    @Test func `the same letters in other code points are the same password`() throws {
        let password = try PasswordHash(new: "Ca\u{66}e\u{301} f\u{FB01}ve", cost: cheapCost)
        #expect(try password.matches("Caf\u{E9} ffive"))
        #expect(try !password.matches("Cafe ffive"))
    }

    @Test(arguments: [
        "", "scrypt", "scrypt$$$",
        "scrypt$ln=40,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$\(String(repeating: "A", count: 43))=",
        "bcrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAA", "scrypt$ln=4,r=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAA",
    ]) func `a strange row is no password`(stored: String) { #expect(PasswordHash(stored: stored) == nil) }

    @Test func `too short and too long are refused in a sentence`() async throws {
        let fixture = try LibraryFixture()
        await #expect(throws: LibraryError.invalid(why: "A password has at least 8 characters.")) {
            try await fixture.setPassword("1234567")
        }
        await #expect(throws: LibraryError.invalid(why: "A password has at most 1024 bytes.")) {
            try await fixture.setPassword(String(repeating: "a", count: 1025))
        }
        #expect(try await !fixture.library.sessions.hasPassword(for: fixture.me))
    }
}

@Suite struct `A password changed by a browser` {
    private func change(
        _ fixture: LibraryFixture, from current: String = "", to new: String?, in session: ReaderSession? = nil
    ) async throws(SignInError) -> SecretToken? {
        try await fixture.library.sessions.changePassword(
            from: current, to: new, by: client, in: session, for: fixture.me)?.token
    }

    private let client = LoginClient(address: "203.0.113.7", isLocal: false, agent: "Test")

    @Test func `a forgotten one is replaced in the hour after a recovery link was opened`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        let sessions = fixture.library.sessions
        let own = try await sessions.open(
            link: try await sessions.makeLink(for: fixture.me, lasting: 600), from: client
        ).session
        await #expect(throws: SignInError.wrongPassword) { try await change(fixture, to: "herring season", in: own) }
        let link = try await sessions.makeLink(for: fixture.me, lasting: 600, isRecovery: true)
        let recovered = try await sessions.open(link: link, from: client).session
        #expect(recovered.method == .recovery && own.method == .link)
        #expect(!recovered.mayReplacePassword(at: recovered.madeAt.addingTimeInterval(3600)))
        #expect(try await change(fixture, to: "herring season", in: recovered) != nil)
        _ = try await fixture.guess("herring season")
        await #expect(throws: SignInError.wrongPassword) { try await fixture.guess("tide barrier") }
    }

    @Test func `the first one needs none before, and the browser gets the only session`() async throws {
        let fixture = try LibraryFixture()
        let token = try #require(try await change(fixture, to: "tide barrier"))
        let session = try #require(try await fixture.library.sessions.session(of: token))
        #expect(session.method == .password)
        try await fixture.library.sessions.rename(session.id, to: "Desk", for: fixture.me)
        let named = try await fixture.library.sessions.session(of: token)
        let next = try #require(try await change(fixture, from: "tide barrier", to: "spring tide", in: named))
        #expect(try await fixture.library.sessions.session(of: next)?.name == "Desk")
        #expect(try await fixture.library.sessions.all(for: fixture.me).count == 1)
        await #expect(throws: SignInError.wrongPassword) { try await change(fixture, to: "herring season") }
    }

    @Test func `of two at a time the first one stands`() async throws {
        let fixture = try LibraryFixture()
        async let one = change(fixture, to: "tide barrier")
        async let other = change(fixture, to: "herring season")
        var tokens: [SecretToken] = []
        do { if let token = try await one { tokens.append(token) } } catch SignInError.wrongPassword {}
        do { if let token = try await other { tokens.append(token) } } catch SignInError.wrongPassword {}
        #expect(tokens.count == 1)
        #expect(try await fixture.library.sessions.all(for: fixture.me).count == 1)
    }

    @Test func `wrong ones count with those of signing in`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        for _ in 0..<5 {
            await #expect(throws: SignInError.wrongPassword) {
                try await change(fixture, from: "no idea", to: "herring season")
            }
        }
        await #expect(throws: SignInError.throttled(until: fixture.clock.now.addingTimeInterval(30))) {
            try await fixture.guess("tide barrier")
        }
        fixture.clock.advance(31)
        let token = try await fixture.guess("tide barrier")
        #expect(try await change(fixture, from: "tide barrier", to: nil) == nil)
        #expect(try await !fixture.library.sessions.hasPassword(for: fixture.me))
        #expect(try await fixture.library.sessions.session(of: token) == nil)
    }

    @Test func `a device is renamed, and gets its own name back`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        let token = try await fixture.guess("tide barrier")
        let sessions = fixture.library.sessions
        let id = try #require(try await sessions.session(of: token)).id
        try await sessions.rename(id, to: " Kitchen ", for: fixture.me)
        #expect(try await sessions.session(of: token)?.name == "Kitchen")
        await #expect(throws: LibraryError.invalid(why: "A device’s name has at most 40 characters.")) {
            try await sessions.rename(id, to: String(repeating: "x", count: 41), for: fixture.me)
        }
        await #expect(throws: LibraryError.notThere) {
            try await sessions.rename(id, to: "Mine", for: ReaderID(rawValue: 2))
        }
        try await sessions.rename(id, to: "", for: fixture.me)
        #expect(try await sessions.session(of: token)?.name == nil)
    }
}

@Suite struct `Signing in` {
    @Test func `the password opens a session, whose token is kept as a hash only`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        let token = try await fixture.guess("tide barrier")
        let session = try #require(try await fixture.library.sessions.session(of: token))
        #expect(session.reader == fixture.me && session.agent == "Test" && session.method == .password)
        #expect(session.expiresAt == fixture.clock.now.addingTimeInterval(30 * 86_400))
        let kept = try await fixture.library.context.database.read { transaction in
            try transaction.texts("select token_hash from reader_session")
        }
        #expect(kept == [token.hash] && token.hash.count == 64 && token.text.count == 43)
    }

    @Test func `every token is another`() { #expect(Set((0..<1000).map { _ in SecretToken() }).count == 1000) }

    @Test(arguments: [
        "", "a", String(repeating: "a", count: 42), String(repeating: "é", count: 43),
        String(repeating: "+", count: 43),
    ])
    func `what no token can be is none`(text: String) { #expect(SecretToken(text) == nil) }

    @Test func `a session slides while it is used and ends after thirty days without`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        let token = try await fixture.guess("tide barrier")
        for _ in 0..<3 {
            fixture.clock.advance(29 * 86_400)
            let session = try #require(try await fixture.library.sessions.session(of: token))
            _ = try await fixture.library.sessions.renew(session)
        }
        fixture.clock.advance(30 * 86_400)
        #expect(try await fixture.library.sessions.session(of: token) == nil)
        #expect(try await fixture.library.sessions.all(for: fixture.me).isEmpty)
    }

    @Test func `another password ends every session and every link`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        let token = try await fixture.guess("tide barrier")
        let link = try await fixture.library.sessions.makeLink(for: fixture.me, lasting: 600)
        try await fixture.setPassword("herring season")
        #expect(try await fixture.library.sessions.session(of: token) == nil)
        await #expect(throws: SignInError.linkExpired) { try await fixture.library.sessions.check(link: link) }
        await #expect(throws: SignInError.wrongPassword) { _ = try await fixture.guess("tide barrier") }
        _ = try await fixture.guess("herring season")
    }

    @Test func `one session ends alone, all others together`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        var tokens: [SecretToken] = []
        for _ in 0..<4 { tokens.append(try await fixture.guess("tide barrier")) }
        let sessions = fixture.library.sessions
        let own = try #require(try await sessions.session(of: tokens[3]))
        let first = try #require(try await sessions.session(of: tokens[0]))
        try await sessions.end(first.id, for: fixture.me)
        #expect(try await sessions.session(of: tokens[0]) == nil)
        await #expect(throws: LibraryError.notThere) { try await sessions.end(first.id, for: fixture.me) }
        await #expect(throws: LibraryError.notThere) {
            try await sessions.end(own.id, for: ReaderID(rawValue: 2))
        }
        #expect(try await sessions.endAll(for: fixture.me, but: own.id) == 2)
        #expect(try await sessions.all(for: fixture.me).map(\.id) == [own.id])
    }

    @Test func `there are at most a hundred sessions; the one unused for longest gives way`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        let first = try await fixture.guess("tide barrier")
        for _ in 0..<100 {
            fixture.clock.advance(1)
            _ = try await fixture.guess("tide barrier")
        }
        #expect(try await fixture.library.sessions.all(for: fixture.me).count == 100)
        #expect(try await fixture.library.sessions.session(of: first) == nil)
    }

    @Test func `without a password nobody comes in`() async throws {
        let fixture = try LibraryFixture()
        await #expect(throws: SignInError.noPassword) { _ = try await fixture.guess("") }
        try await fixture.setPassword()
        try await fixture.library.sessions.removePassword(for: fixture.me)
        await #expect(throws: SignInError.noPassword) { _ = try await fixture.guess("tide barrier") }
    }
}

@Suite struct `Guessing` {
    private func waits(_ fixture: LibraryFixture, _ address: String = "203.0.113.7", isLocal: Bool = false) async throws
        -> Double?
    {
        do {
            _ = try await fixture.guess("wrong guess", from: address, isLocal: isLocal)
            return nil
        } catch {
            switch error {
            case .wrongPassword: return nil
            case .throttled(let until): return until.timeIntervalSince(fixture.clock.now)
            default: throw error
            }
        }
    }

    @Test func `after five wrong guesses the wait grows, and says until when`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        for _ in 0..<5 { #expect(try await waits(fixture) == nil) }
        var told: [Double] = []
        for _ in 0..<8 {
            let wait = try #require(try await waits(fixture))
            told.append(wait)
            fixture.clock.advance(wait)
            #expect(try await waits(fixture) == nil)
        }
        #expect(told == [30, 60, 120, 240, 480, 900, 900, 900])
    }

    @Test func `the right password does not pass while a wait lasts, and passes after it`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        for _ in 0..<5 { _ = try await waits(fixture) }
        await #expect(throws: SignInError.throttled(until: fixture.clock.now.addingTimeInterval(30))) {
            _ = try await fixture.guess("tide barrier")
        }
        fixture.clock.advance(30)
        _ = try await fixture.guess("tide barrier")
        // A correct password also resets the count of wrong ones.
        for _ in 0..<5 { #expect(try await waits(fixture) == nil) }
    }

    @Test func `guesses made at the same time cannot slip past together`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    do throws(SignInError) { _ = try await fixture.guess("wrong guess") } catch {
                        if case .throttled = error { return true }
                    }
                    return false
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 35)
    }

    @Test func `many addresses together have to wait too, but not who sits at the machine`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        for number in 0..<25 { #expect(try await waits(fixture, "203.0.113.\(number)") == nil) }
        #expect(try await waits(fixture, "198.51.100.1") == 5)
        _ = try await fixture.guess("tide barrier", from: "127.0.0.1", isLocal: true)
    }

    @Test func `at the machine nobody waits longer than a minute`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        for _ in 0..<60 {
            if let wait = try await waits(fixture, "", isLocal: true) {
                #expect(wait <= 60)
                fixture.clock.advance(wait)
            }
        }
        fixture.clock.advance(60)
        _ = try await fixture.guess("tide barrier", from: "", isLocal: true)
    }

    @Test func `a guess that comes late does not make earlier ones forgotten`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        for _ in 0..<4 { #expect(try await waits(fixture) == nil) }
        fixture.clock.advance(-2)
        #expect(try await waits(fixture) == nil)
        #expect(try await waits(fixture) != nil)
    }

    @Test func `wrong guesses are forgotten after a day, and a clock set back makes no wait of years`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        for _ in 0..<5 { _ = try await waits(fixture) }
        fixture.clock.advance(-3 * 365 * 86_400)
        #expect(try await waits(fixture) == nil)
        fixture.clock.advance(3 * 365 * 86_400)
        for _ in 0..<4 { _ = try await waits(fixture) }
        fixture.clock.advance(86_401)
        for _ in 0..<5 { #expect(try await waits(fixture) == nil) }
    }

    @Test func `forged addresses cannot fill the table`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.setPassword()
        for number in 0..<300 { _ = try await waits(fixture, String(repeating: "x", count: 500) + "\(number)") }
        for number in 0..<300 { _ = try await waits(fixture, "h\(number)") }
        let rows = try await fixture.library.context.database.read {
            try $0.count("select count(*) from sign_in_attempt")
        }
        #expect(rows <= 30)
    }
}

@Suite struct `Links that work once` {
    private let caller = LoginClient(address: "192.168.1.9", isLocal: false, agent: "Phone")

    @Test func `the first opening gets a session, the second is told`() async throws {
        let fixture = try LibraryFixture()
        let sessions = fixture.library.sessions
        let link = try await sessions.makeLink(for: fixture.me, lasting: 600)
        try await sessions.check(link: link)
        let opened = try await sessions.open(link: link, from: caller)
        #expect(opened.session.method == .link && opened.token != link)
        #expect(try await sessions.session(of: opened.token) != nil)
        #expect(try await sessions.session(of: link) == nil)
        await #expect(throws: SignInError.linkUsed) { try await sessions.check(link: link) }
        await #expect(throws: SignInError.linkUsed) { _ = try await sessions.open(link: link, from: caller) }
    }

    @Test func `of many who open it at the same time one comes in`() async throws {
        let fixture = try LibraryFixture()
        let link = try await fixture.library.sessions.makeLink(for: fixture.me, lasting: 600)
        let count = await withTaskGroup(of: Int.self) { [caller] group in
            for _ in 0..<20 {
                group.addTask {
                    do throws(SignInError) {
                        _ = try await fixture.library.sessions.open(link: link, from: caller)
                    } catch { return 0 }
                    return 1
                }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 1)
        #expect(try await fixture.library.sessions.all(for: fixture.me).count == 1)
    }

    @Test func `it ends with its time, and one that never was is as old`() async throws {
        let fixture = try LibraryFixture()
        let link = try await fixture.library.sessions.makeLink(for: fixture.me, lasting: 600)
        fixture.clock.advance(600)
        await #expect(throws: SignInError.linkExpired) {
            _ = try await fixture.library.sessions.open(link: link, from: caller)
        }
        await #expect(throws: SignInError.linkExpired) { try await fixture.library.sessions.check(link: SecretToken()) }
    }
}

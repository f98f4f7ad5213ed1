import Foundation
import News
import Testing

@testable import Library

/// Little work, so that a hundred guesses take no time; the format and the rules are the same.
private let cheap = Password.Cost(exponent: 4, size: 1, lanes: 1)

extension TestHouse {
    fileprivate func setPassword(_ text: String = "tide barrier") async throws {
        try await library.sessions.setPassword(text, cost: cheap, for: me)
    }

    fileprivate func guess(
        _ text: String, from address: String = "203.0.113.7", isHere: Bool = false
    ) async throws(SignInError) -> Token {
        let caller = GuessCaller(address: address, isHere: isHere, agent: "Test")
        return try await library.sessions.signIn(text, from: caller, for: me).token
    }
}

@Suite struct `Passwords` {
    /// RFC 7914 §12, the third vector but with our length of key: the first 32 bytes are the same.
    @Test func `scrypt is the standard's`() throws {
        let stored =
            "scrypt$ln=10,r=8,p=16$TmFDbA==$"
        #expect(Password(stored: stored + "AAAA") == nil)
        let key: [UInt8] = [
            0xfd, 0xba, 0xbe, 0x1c, 0x9d, 0x34, 0x72, 0x00, 0x78, 0x56, 0xe7, 0x19, 0x0d, 0x01, 0xe9, 0xfe,
            0x7c, 0x6a, 0xd7, 0xcb, 0xc8, 0x23, 0x78, 0x30, 0xe7, 0x73, 0x76, 0x63, 0x4b, 0x37, 0x31, 0x62,
        ]
        // The salt "NaCl" is shorter, and p larger, than what we accept from a row; so it is asked of the function itself.
        #expect(
            try Password.derive("password", Array("NaCl".utf8), Password.Cost(exponent: 10, size: 8, lanes: 16)) == key)
    }

    @Test func `what is kept comes back and holds no password`() throws {
        let password = try Password(new: "tide barrier", cost: cheap)
        let again = try #require(Password(stored: password.stored))
        #expect(again == password && !password.stored.contains("tide"))
        #expect(try again.matches("tide barrier") && !again.matches("tide barrie") && !again.matches(""))
        #expect(try Password(new: "tide barrier", cost: cheap).key != password.key)
    }

    @Test func `the same letters in other code points are the same password`() throws {
        let password = try Password(new: "Ca\u{66}e\u{301} f\u{FB01}ve", cost: cheap)
        #expect(try password.matches("Caf\u{E9} ffive"))
        #expect(try !password.matches("Cafe ffive"))
    }

    @Test(arguments: [
        "", "scrypt", "scrypt$$$",
        "scrypt$ln=40,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$\(String(repeating: "A", count: 43))=",
        "bcrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAA", "scrypt$ln=4,r=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAA",
    ]) func `a strange row is no password`(stored: String) { #expect(Password(stored: stored) == nil) }

    @Test func `too short and too long are refused in a sentence`() async throws {
        let house = try TestHouse()
        await #expect(throws: LibraryError.invalid(why: "A password has at least 8 characters.")) {
            try await house.setPassword("1234567")
        }
        await #expect(throws: LibraryError.invalid(why: "A password has at most 1024 bytes.")) {
            try await house.setPassword(String(repeating: "a", count: 1025))
        }
        #expect(try await !house.library.sessions.hasPassword(for: house.me))
    }
}

@Suite struct `Signing in` {
    @Test func `the password opens a session, whose token is kept as a hash only`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        let token = try await house.guess("tide barrier")
        let session = try #require(try await house.library.sessions.session(of: token))
        #expect(session.reader == house.me && session.agent == "Test" && session.way == .password)
        #expect(session.expiresAt == house.clock.now.addingTimeInterval(30 * 86_400))
        let kept = try await house.library.house.store.read { session in
            try session.all("select hash from reader_session", []) { $0.words() }
        }
        #expect(kept == [token.hash] && token.hash.count == 64 && token.text.count == 43)
    }

    @Test func `every token is another`() { #expect(Set((0..<1000).map { _ in Token() }).count == 1000) }

    @Test(arguments: [
        "", "a", String(repeating: "a", count: 42), String(repeating: "é", count: 43),
        String(repeating: "+", count: 43),
    ])
    func `what no token can be is none`(text: String) { #expect(Token(text) == nil) }

    @Test func `a session slides while it is used and ends after thirty days without`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        let token = try await house.guess("tide barrier")
        for _ in 0..<3 {
            house.clock.advance(29 * 86_400)
            let session = try #require(try await house.library.sessions.session(of: token))
            _ = try await house.library.sessions.renew(session)
        }
        house.clock.advance(30 * 86_400)
        #expect(try await house.library.sessions.session(of: token) == nil)
        #expect(try await house.library.sessions.all(for: house.me).isEmpty)
    }

    @Test func `another password ends every session and every link`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        let token = try await house.guess("tide barrier")
        let link = try await house.library.sessions.makeLink(for: house.me, lasting: 600)
        try await house.setPassword("herring season")
        #expect(try await house.library.sessions.session(of: token) == nil)
        await #expect(throws: SignInError.expired) { try await house.library.sessions.check(link: link) }
        await #expect(throws: SignInError.wrong) { _ = try await house.guess("tide barrier") }
        _ = try await house.guess("herring season")
    }

    @Test func `one session ends alone, all others together`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        var tokens: [Token] = []
        for _ in 0..<4 { tokens.append(try await house.guess("tide barrier")) }
        let sessions = house.library.sessions
        let own = try #require(try await sessions.session(of: tokens[3]))
        let first = try #require(try await sessions.session(of: tokens[0]))
        try await sessions.end(first.id, for: house.me)
        #expect(try await sessions.session(of: tokens[0]) == nil)
        await #expect(throws: LibraryError.notThere) { try await sessions.end(first.id, for: house.me) }
        await #expect(throws: LibraryError.notThere) {
            try await sessions.end(own.id, for: ReaderID(rawValue: 2))
        }
        #expect(try await sessions.endAll(for: house.me, but: own.id) == 2)
        #expect(try await sessions.all(for: house.me).map(\.id) == [own.id])
    }

    @Test func `there are at most a hundred sessions; the one unused for longest gives way`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        let first = try await house.guess("tide barrier")
        for _ in 0..<100 {
            house.clock.advance(1)
            _ = try await house.guess("tide barrier")
        }
        #expect(try await house.library.sessions.all(for: house.me).count == 100)
        #expect(try await house.library.sessions.session(of: first) == nil)
    }

    @Test func `without a password nobody comes in`() async throws {
        let house = try TestHouse()
        await #expect(throws: SignInError.noPassword) { _ = try await house.guess("") }
        try await house.setPassword()
        try await house.library.sessions.removePassword(for: house.me)
        await #expect(throws: SignInError.noPassword) { _ = try await house.guess("tide barrier") }
    }
}

@Suite struct `Guessing` {
    private func waits(_ house: TestHouse, _ address: String = "203.0.113.7", isHere: Bool = false) async throws
        -> Double?
    {
        do {
            _ = try await house.guess("wrong guess", from: address, isHere: isHere)
            return nil
        } catch {
            switch error {
            case .wrong: return nil
            case .wait(let until): return until.timeIntervalSince(house.clock.now)
            default: throw error
            }
        }
    }

    @Test func `after five wrong guesses the wait grows, and says until when`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        for _ in 0..<5 { #expect(try await waits(house) == nil) }
        var told: [Double] = []
        for _ in 0..<8 {
            let wait = try #require(try await waits(house))
            told.append(wait)
            house.clock.advance(wait)
            #expect(try await waits(house) == nil)
        }
        #expect(told == [30, 60, 120, 240, 480, 900, 900, 900])
    }

    @Test func `the right password does not pass while a wait lasts, and passes after it`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        for _ in 0..<5 { _ = try await waits(house) }
        await #expect(throws: SignInError.wait(until: house.clock.now.addingTimeInterval(30))) {
            _ = try await house.guess("tide barrier")
        }
        house.clock.advance(30)
        _ = try await house.guess("tide barrier")
        // A right one takes the wrong ones with it.
        for _ in 0..<5 { #expect(try await waits(house) == nil) }
    }

    @Test func `guesses made at the same time cannot slip past together`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    do throws(SignInError) { _ = try await house.guess("wrong guess") } catch {
                        if case .wait = error { return true }
                    }
                    return false
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 35)
    }

    @Test func `many addresses together have to wait too, but not who sits at the machine`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        for number in 0..<25 { #expect(try await waits(house, "203.0.113.\(number)") == nil) }
        #expect(try await waits(house, "198.51.100.1") == 5)
        _ = try await house.guess("tide barrier", from: "127.0.0.1", isHere: true)
    }

    @Test func `at the machine nobody waits longer than a minute`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        for _ in 0..<60 {
            if let wait = try await waits(house, "", isHere: true) {
                #expect(wait <= 60)
                house.clock.advance(wait)
            }
        }
        house.clock.advance(60)
        _ = try await house.guess("tide barrier", from: "", isHere: true)
    }

    @Test func `a guess that comes late does not make earlier ones forgotten`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        for _ in 0..<4 { #expect(try await waits(house) == nil) }
        house.clock.advance(-2)
        #expect(try await waits(house) == nil)
        #expect(try await waits(house) != nil)
    }

    @Test func `wrong guesses are forgotten after a day, and a clock set back makes no wait of years`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        for _ in 0..<5 { _ = try await waits(house) }
        house.clock.advance(-3 * 365 * 86_400)
        #expect(try await waits(house) == nil)
        house.clock.advance(3 * 365 * 86_400)
        for _ in 0..<4 { _ = try await waits(house) }
        house.clock.advance(86_401)
        for _ in 0..<5 { #expect(try await waits(house) == nil) }
    }

    @Test func `forged addresses cannot fill the table`() async throws {
        let house = try TestHouse()
        try await house.setPassword()
        for number in 0..<300 { _ = try await waits(house, String(repeating: "x", count: 500) + "\(number)") }
        for number in 0..<300 { _ = try await waits(house, "h\(number)") }
        let rows = try await house.library.house.store.read { try $0.count("select count(*) from guess") }
        #expect(rows <= 30)
    }
}

@Suite struct `Links that work once` {
    private let caller = GuessCaller(address: "192.168.1.9", isHere: false, agent: "Phone")

    @Test func `the first opening gets a session, the second is told`() async throws {
        let house = try TestHouse()
        let sessions = house.library.sessions
        let link = try await sessions.makeLink(for: house.me, lasting: 600)
        try await sessions.check(link: link)
        let opened = try await sessions.open(link: link, from: caller)
        #expect(opened.session.way == .link && opened.token != link)
        #expect(try await sessions.session(of: opened.token) != nil)
        #expect(try await sessions.session(of: link) == nil)
        await #expect(throws: SignInError.spent) { try await sessions.check(link: link) }
        await #expect(throws: SignInError.spent) { _ = try await sessions.open(link: link, from: caller) }
    }

    @Test func `of many who open it at the same time one comes in`() async throws {
        let house = try TestHouse()
        let link = try await house.library.sessions.makeLink(for: house.me, lasting: 600)
        let count = await withTaskGroup(of: Int.self) { [caller] group in
            for _ in 0..<20 {
                group.addTask {
                    do throws(SignInError) { _ = try await house.library.sessions.open(link: link, from: caller) } catch
                    { return 0 }
                    return 1
                }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 1)
        #expect(try await house.library.sessions.all(for: house.me).count == 1)
    }

    @Test func `it ends with its time, and one that never was is as old`() async throws {
        let house = try TestHouse()
        let link = try await house.library.sessions.makeLink(for: house.me, lasting: 600)
        house.clock.advance(600)
        await #expect(throws: SignInError.expired) {
            _ = try await house.library.sessions.open(link: link, from: caller)
        }
        await #expect(throws: SignInError.expired) { try await house.library.sessions.check(link: Token()) }
    }
}

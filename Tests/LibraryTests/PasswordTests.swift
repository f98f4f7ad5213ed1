import Foundation
import News
import TestSupport
import Testing

@testable import Library

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

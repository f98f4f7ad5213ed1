import Foundation
import News
import TestSupport
import Testing

@testable import Library

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

import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `People in a house` {
    private static let cost = PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1)
    private let client = LoginClient(address: "203.0.113.7", isLocal: false)

    /// A house whose owner, Ada, can invite.
    private func house() async throws -> LibraryFixture {
        let fixture = try LibraryFixture()
        try await fixture.library.people.rename(.first, to: "Ada")
        try await fixture.library.sessions.setPassword("tide barrier", cost: Self.cost, for: .first)
        return fixture
    }

    private func join(_ fixture: LibraryFixture, _ name: String, as role: ReaderRole = .reader) async throws -> ReaderID
    {
        let link = try await fixture.library.people.invite(as: role, by: .first)
        return try await fixture.library.people.join(link, name: name, password: "four quiet words", from: client)
            .session.reader
    }

    @Test func `an invitation works once, for an hour, and gives the role that it was made for`() async throws {
        let fixture = try await house()
        let people = fixture.library.people
        let link = try await people.invite(as: .editor, by: .first)
        #expect(try await people.check(link).inviterName == "Ada")
        let opened = try await people.join(link, name: " Bo  ", password: "four quiet words", from: client)
        #expect(opened.session.role == .editor && opened.session.reader != .first)
        #expect(try await people.all().map(\.name) == ["Ada", "Bo"])
        await #expect(throws: InvitationError.used) {
            _ = try await people.join(link, name: "Cy", password: "four quiet words", from: client)
        }
        let late = try await people.invite(as: .reader, by: .first)
        fixture.clock.advance(3601)
        await #expect(throws: InvitationError.expired) { _ = try await people.check(late) }
        await #expect(throws: InvitationError.expired) {
            _ = try await people.join(late, name: "Cy", password: "four quiet words", from: client)
        }
        await #expect(throws: InvitationError.expired) { _ = try await people.check(SecretToken()) }
        let withdrawn = try await people.invite(as: .reader, by: .first)
        #expect(try await people.withdrawInvitations() == 1)
        await #expect(throws: InvitationError.expired) { _ = try await people.check(withdrawn) }
        #expect(try await people.all().count == 2)
    }

    @Test(arguments: ["Zoë O'Neil", "zoë o’neil", "ZOE\u{308} O‘NEIL", " zoë oʼneil "])
    func `a name is found in any case, with any apostrophe`(typed: String) async throws {
        let fixture = try await house()
        try await fixture.library.people.rename(.first, to: "Zoë O’Neil")
        #expect(try await fixture.library.people.reader(named: typed) == .first)
        #expect(try await fixture.library.people.reader(named: "Zoe O'Neil") == nil)
        #expect(try await fixture.library.people.person(.first).name == "Zoë O’Neil")
    }

    @Test func `a name or password that cannot be used leaves the invitation as it was`() async throws {
        let fixture = try await house()
        let people = fixture.library.people
        let link = try await people.invite(as: .reader, by: .first)
        for (name, password) in [("", "four quiet words"), ("ADA", "four quiet words"), ("Bo", "short")] {
            await #expect("\(name)") {
                _ = try await people.join(link, name: name, password: password, from: client)
            } throws: { error in
                switch error {
                case InvitationError.name: password != "short"
                case InvitationError.library(.invalid): password == "short"
                default: false
                }
            }
        }
        #expect(try await people.all().count == 1)
        _ = try await people.join(link, name: "Bo", password: "four quiet words", from: client)
    }

    @Test func `only who has a name and a password can invite`() async throws {
        let fixture = try LibraryFixture()
        await #expect(throws: LibraryError.self) {
            _ = try await fixture.library.people.invite(as: .reader, by: .first)
        }
        try await fixture.library.people.rename(.first, to: "Ada")
        await #expect(throws: LibraryError.self) {
            _ = try await fixture.library.people.invite(as: .reader, by: .first)
        }
    }

    @Test func `each signs in by name and password, and an unknown name is told as a wrong password`() async throws {
        let fixture = try await house()
        let sessions = fixture.library.sessions
        let bo = try await join(fixture, "Bo")
        #expect(try await sessions.signIn("four quiet words", named: " bo ", from: client).session.reader == bo)
        #expect(try await sessions.signIn("tide barrier", named: "ada", from: client).session.reader == .first)
        #expect(try await sessions.signIn("tide barrier", named: "", from: client).session.reader == .first)
        for (name, password) in [("Bo", "tide barrier"), ("Ada", "four quiet words"), ("Nobody", "tide barrier")] {
            await #expect(throws: SignInError.wrongPassword, "\(name)") {
                _ = try await sessions.signIn(password, named: name, from: client)
            }
        }
        try await fixture.library.people.setRole(.editor, of: bo)
        #expect(try await sessions.signIn("four quiet words", named: "Bo", from: client).session.role == .editor)
        await #expect(throws: LibraryError.self) { try await fixture.library.people.setRole(.reader, of: .first) }
    }

    @Test func `who leaves takes everything along, and nothing of anybody else's`() async throws {
        let fixture = try await house()
        let library = fixture.library
        let (bo, cy) = (try await join(fixture, "Bo"), try await join(fixture, "Cy"))
        for reader in [ReaderID.first, bo, cy] {
            let channel = try await library.subscriptions.follow(
                .feed, at: try webAddress("https://a.example/feed"), folder: "Papers", for: reader
            ).id
            try await fixture.deliver(
                (1...3).map { FetchedStory(key: "\($0)", title: "Story \($0)", text: "T") }, in: channel,
                at: "https://a.example/feed")
            let rows = try await library.stories.list(.channel(channel), for: reader, depth: 10).rows
            _ = try await library.marks.mark(rows.map(\.id), as: .saved, true, for: reader)
            let newest = try #require(rows.map(\.id).max { $0.rawValue < $1.rawValue })
            _ = try await library.marks.markAllRead(.everything, through: newest, for: reader)
            try await library.mutes.mute(MuteRule(kind: .words, words: "zebra"), for: reader)
        }
        let before = try await rows(of: [.first, cy], fixture)
        #expect(!(try await rows(of: [bo], fixture)).isEmpty)
        try await library.people.remove(bo)
        #expect(try await rows(of: [bo], fixture) == [])
        #expect(try await rows(of: [.first, cy], fixture) == before)
        let orphans = try await library.context.database.read {
            try $0.count("select count(*) from pragma_foreign_key_check")
        }
        #expect(orphans == 0)
        #expect(try await library.people.all().map(\.name) == ["Ada", "Cy"])
        let stories = try await library.context.database.read { try $0.count("select count(*) from story") }
        #expect(stories == 3, "stories are the house's")
        await #expect(throws: LibraryError.self) { try await library.people.remove(.first) }
        await #expect(throws: LibraryError.notThere) { try await library.people.remove(bo) }
    }

    /// Returns every row that names one of some readers.
    private func rows(of readers: [ReaderID], _ fixture: LibraryFixture) async throws -> [String] {
        let list = readers.map { String($0.rawValue) }.joined(separator: ", ")
        return try await fixture.library.context.database.read { transaction in
            let tables = try transaction.texts(
                """
                select m.name from sqlite_master m where m.type = 'table'
                  and exists (select 1 from pragma_table_info(m.name) c where c.name = 'reader_id') order by 1
                """)
            return try tables.flatMap { table in
                let columns = try transaction.texts("select name from pragma_table_info('\(table)')")
                let line = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
                let found = try transaction.texts(
                    "select \(line) from \"\(table)\" where reader_id in (\(list)) order by 1")
                return found.map { "\(table) \($0)" }
            }
        }
    }
}

import Foundation
import HTTPTypes
import Logging
import News
import TestSupport
import Testing

@testable import Library

/// The passwords of other programs, and what attackers try.
@Suite struct AppPasswordTests {
    @Test func `a removed password ends its sign-ins, and no others`() async throws {
        let app = try await SyncTestApp()
        try await app.withSignedIn { first async throws in
            try await app.withSignedIn { second async throws in
                let passwords = try await app.library.appPasswords.all(for: app.me)
                #expect(passwords.count == 2)
                try await app.library.appPasswords.revoke(passwords[0].id, for: app.me)
                #expect(try await first.call("user-info").status == .unauthorized)
                #expect(try await second.call("user-info").status == .ok)
            }
        }
    }

    @Test func `the database has neither secrets nor tokens`() async throws {
        let app = try await SyncTestApp()
        let made = try await app.library.appPasswords.create(named: "Phone", for: app.me)
        #expect(made.secret.count == 24 && made.secret.allSatisfy { $0.isLowercase && $0.isASCII })
        let token = try await app.library.appPasswords.signIn(
            userName: "reader", secret: made.secret, from: LoginClient(address: "192.0.2.1", isLocal: false)
        ).token
        for file in try FileManager.default.contentsOfDirectory(atPath: app.folder.path)
        where file.hasPrefix("tidings.") || file.contains("sqlite") || file.contains(".db") {
            let bytes = try Data(contentsOf: app.folder.appending(path: file))
            for secret in [made.secret, token] { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file)") }
        }
    }

    @Test func `the last use is written at most once an hour`() async throws {
        let app = try await SyncTestApp()
        try await app.withSignedIn { program async throws in
            func lastUse() async throws -> Date? {
                try await app.library.appPasswords.all(for: app.me).first?.lastUsedAt
            }
            let first = try await lastUse()
            #expect(first == app.clock.now)
            app.clock.advance(3000)
            _ = try await program.call("user-info")
            #expect(try await lastUse() == first)
            app.clock.advance(700)
            _ = try await program.call("user-info")
            #expect(try await lastUse() == app.clock.now)
        }
    }

    @Test func `guesses have to wait, and passwords in use do not`() async throws {
        let app = try await SyncTestApp()
        let unused = try await app.library.appPasswords.create(named: "Later", for: app.me)
        try await app.withSignedIn { program async throws in
            let used = try await app.library.appPasswords.create(named: "Now", for: app.me)
            let usedForm = "Email=reader&Passwd=\(used.secret)"
            #expect(try await program.post("/accounts/ClientLogin", usedForm).status == .ok)
            app.clock.advance(days: 2)
            for _ in 1...5 {
                let answer = try await program.post("/accounts/ClientLogin", "Email=reader&Passwd=wrong")
                #expect(answer.status == .unauthorized)
            }
            let throttled = try await program.post("/accounts/ClientLogin", "Email=reader&Passwd=wrong")
            #expect(throttled.status == .tooManyRequests)
            #expect(throttled.header("Retry-After").flatMap { Int($0) }.map { $0 > 0 } == true)
            let form = "Email=reader&Passwd=\(unused.secret)"
            #expect(try await program.post("/accounts/ClientLogin", form).status == .tooManyRequests)
            #expect(try await program.post("/accounts/ClientLogin", usedForm).status == .ok)
            #expect(try await program.call("user-info").status == .ok)
            app.clock.advance(3600)
            #expect(try await program.post("/accounts/ClientLogin", form).status == .ok)
        }
    }

    @Test func `another reader's ids do nothing in any parameter`() async throws {
        let app = try await SyncTestApp()
        let other = try await app.addReader("Ada")
        let feed = try await app.follow("https://a.test/feed", folder: "Birds", stories: app.stories(1...3))
        let before = try await app.library.context.database.read { try Self.rows(of: 1, $0) }
        let story = try await app.story("Story a1").id.rawValue
        try await app.withSignedIn(other) { program async throws in
            #expect(try await program.call("user-info").json()["userName"] as? String == "Ada")
            #expect(try await program.call("subscription/list").list("subscriptions").isEmpty)
            for query in ["s=feed/\(feed.rawValue)", "s=user/-/label/Birds", "s=user/1/label/Birds", "n=99"] {
                #expect(try await program.ids(query).isEmpty, "\(query)")
            }
            #expect(try await program.change("stream/items/contents", "i=\(story)").list("items").isEmpty)
            for form in ["a=\(Stream.starred)", "a=\(Stream.read)", "r=\(Stream.read)"] {
                #expect(try await program.change("edit-tag", "i=\(story)&\(form)").text == "OK")
            }
            #expect(try await program.ids("s=\(Stream.starred)&n=9").isEmpty)
            _ = try await program.change("mark-all-as-read", "s=feed/\(feed.rawValue)")
            _ = try await program.change("mark-all-as-read", "s=user/1/state/com.google/reading-list")
            for form in ["ac=unsubscribe&s=feed/\(feed.rawValue)", "ac=edit&s=feed/\(feed.rawValue)&t=Mine"] {
                #expect(try await program.change("subscription/edit", form).status == .badRequest)
            }
            #expect(try await program.change("disable-tag", "s=user/-/label/Birds").status == .badRequest)
            #expect(
                try await program.change("rename-tag", "s=user/-/label/Birds&dest=user/-/label/X").status == .badRequest
            )
        }
        #expect(try await app.library.context.database.read { try Self.rows(of: 1, $0) } == before)
        let marks = try await app.library.context.database.read {
            try $0.count("select count(*) from mark where reader_id = 2")
        }
        #expect(marks == 0)
    }

    /// A reader's marks and subscriptions, as rows to compare.
    private static func rows(of reader: Int64, _ transaction: Transaction) throws -> [String] {
        try ["mark": "story_id, kind, is_set", "subscription": "channel_id, read_through, title", "folder": "title"]
            .sorted { $0.key < $1.key }.flatMap { table, columns in
                let joined = columns.split(separator: ",").map { "coalesce(\($0), '')" }.joined(
                    separator: " || ' ' || ")
                return try transaction.texts(
                    "select '\(table) ' || \(joined) from \(table) where reader_id = ? order by 1", [.number(reader)])
            }
    }
}

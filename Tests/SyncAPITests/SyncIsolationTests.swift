import Foundation
import HTTPTypes
import News
import TestSupport
import Testing

@testable import Library

/// Tests that a reader's programs reach nothing of another reader's, whatever they name.
@Suite struct SyncIsolationTests {
    /// Names of the first reader's, by the parameters that take them.
    private struct Names {
        let streams, items: [String]
        let numbers: [String]
        let tokens: [String]

        /// The values to send as a parameter.
        func values(of parameter: String) -> [String] {
            switch parameter {
            case "i": items
            case "T": tokens
            case "c", "ts": numbers
            default: streams
            }
        }
    }

    private static let calls = [
        "token", "user-info", "subscription/list", "subscription/export", "tag/list", "unread-count",
        "stream/items/ids",
        "stream/items/count", "stream/items/contents", "stream/contents", "preference/list", "preference/stream/list",
        "friend/list", "subscription/edit", "subscription/quickadd", "rename-tag", "disable-tag", "edit-tag",
        "mark-all-as-read",
    ]
    private static let parameters = ["s", "i", "a", "r", "t", "xt", "it", "c", "ts", "dest", "quickadd", "T"]

    @Test func `no call shows or changes what is another reader's, whatever its parameters name`() async throws {
        let app = try await SyncTestApp()
        let ada = try await app.addReader("Ada")
        try await app.follow("https://own.test/feed", folder: "Own", stories: app.stories(1...2, "own"), for: ada)
        let names = try await furnish(app)
        let before = try await Self.rows(of: .first, app)
        #expect(before.count >= 8)
        try await app.withSignedIn(ada) { program async throws in
            for call in Self.calls {
                for parameter in Self.parameters {
                    for value in names.values(of: parameter) {
                        try await Self.send(call, parameter, value, names, program)
                    }
                }
                #expect(try await Self.rows(of: .first, app) == before, "\(call)")
            }
            for stream in names.streams {
                let path = stream.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                for root in ["/reader/api/0/stream/contents/", "/reader/atom/"] {
                    let answer = try await program.get(root + path + "?n=99")
                    #expect(!answer.text.contains("Story a"), "\(root)\(stream)")
                }
            }
        }
        #expect(try await Self.rows(of: .first, app) == before)
    }

    /// Sends a call with one parameter's value, and with others that make it complete.
    private static func send(
        _ call: String, _ parameter: String, _ value: String, _ names: Names, _ program: Program
    ) async throws {
        let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let complete: [String] =
            switch call {
            case "subscription/edit": ["ac=unsubscribe", "ac=edit&t=Mine", "ac=edit&a=user/-/label/Own"]
            case "edit-tag": names.items.prefix(1).map { "i=\($0)&a=\(Stream.starred)&r=\(Stream.read)" }
            case "rename-tag": ["dest=user/-/label/Taken", "s=user/-/label/Birds"]
            default: ["n=99"]
            }
        for rest in complete {
            let answer = try await program.change(call, "\(parameter)=\(escaped)&\(rest)")
            #expect(answer.status.code < 500, "\(call) \(parameter)=\(value)&\(rest): \(answer.text)")
            #expect(!answer.text.contains("Story a"), "\(call) \(parameter)=\(value)&\(rest)")
            let isListed = answer.text.contains("Birds") && !value.contains("Birds") && !rest.contains("Birds")
            #expect(!isListed, "\(call) \(parameter)=\(value)&\(rest): \(answer.text)")
        }
    }

    @Test func `no call of Fever shows or changes what is another reader's`() async throws {
        let app = try await SyncTestApp()
        let ada = try await app.addReader("Ada")
        try await app.follow("https://own.test/feed", folder: "Own", stories: app.stories(1...2, "own"), for: ada)
        _ = try await furnish(app)
        let before = try await Self.rows(of: .first, app)
        let made = try await app.library.appPasswords.create(named: "Fever", for: ada)
        let key = Fever.key("\(made.userName):\(made.secret)")
        let all = (1...9).map(String.init).joined(separator: ",")
        try await app.withProgram { program async throws in
            let fever = Fever(program: program, key: key)
            for query in [
                "groups&feeds&favicons&links", "items&with_ids=\(all)", "items&feed_ids=\(all)&group_ids=\(all)",
            ] {
                let text = String(describing: try await fever.call(query))
                #expect(!text.contains("Story a") && !text.contains("Birds") && !text.contains("a.test"), "\(query)")
            }
            for id in 1...9 {
                for value in ["read", "unread", "saved", "unsaved"] {
                    _ = try await fever.call("", "mark=item&as=\(value)&id=\(id)")
                }
                for kind in ["feed", "group"] { _ = try await fever.call("", "mark=\(kind)&as=read&id=\(id)") }
            }
            _ = try await fever.call("", "mark=group&as=read&id=0")
            _ = try await fever.call("", "unread_recently_read=1")
        }
        #expect(try await Self.rows(of: .first, app) == before)
    }

    @Test func `a token, key or password is its own reader's alone`() async throws {
        let app = try await SyncTestApp()
        let ada = try await app.addReader("Ada")
        let made = try await app.library.appPasswords.create(named: "Phone", for: app.me)
        try await app.follow("https://a.test/feed", stories: app.stories(1...1))
        try await app.withSignedIn { first async throws in
            let writeToken = try await first.call("token").text
            let id = try #require(try await first.ids("n=1").first)
            try await app.withSignedIn(ada) { program async throws in
                // The write token of another is as good as a stale one.
                let answer = try await program.change("edit-tag", "i=\(id)&a=\(Stream.read)&T=\(writeToken)")
                #expect(answer.status == .unauthorized)
                let login = "Email=Ada&Passwd=\(made.secret)"
                #expect(try await program.post("/accounts/ClientLogin", login).status == .unauthorized)
                let fever = Fever(program: program, key: Fever.key("Ada:\(made.secret)"))
                #expect(try await fever.call("")["auth"] as? Int == 0)
                for password in try await app.library.appPasswords.all(for: app.me) {
                    await #expect(throws: LibraryError.notThere) {
                        try await app.library.appPasswords.revoke(password.id, for: ada)
                    }
                }
            }
            #expect(try await first.ids("xt=\(Stream.read)&n=9") == [id])
        }
    }

    /// Gives the first reader something of each kind.
    private func furnish(_ app: SyncTestApp) async throws -> Names {
        let feed = try await app.follow("https://a.test/feed", folder: "Birds", stories: app.stories(1...3))
        let stories = try await app.library.stories.list(.everything, for: app.me, depth: 9).rows.map(\.id)
        _ = try await app.library.marks.mark([stories[0]], as: .saved, true, for: app.me)
        _ = try await app.library.marks.mark([stories[1]], as: .read, true, for: app.me)
        let made = try await app.library.appPasswords.create(named: "Phone", for: app.me)
        let token = try await app.library.appPasswords.signIn(
            userName: made.userName, secret: made.secret, from: LoginClient(address: "192.0.2.1", isLocal: false)
        ).token
        return Names(
            streams: [
                "feed/\(feed.rawValue)", "feed/https://a.test/feed", "user/-/label/Birds", "user/1/label/Birds",
                "user/1/state/com.google/reading-list", "user/1/state/com.google/starred", "Birds", "\(feed.rawValue)",
            ],
            items: stories.enumerated().map { SyncHouse.form($1.rawValue, $0) },
            numbers: stories.map { String($0.rawValue) } + ["9999999"],
            tokens: [token, app.library.appPasswords.writeToken(for: token)])
    }

    /// Returns every row that names a reader.
    private static func rows(of reader: ReaderID, _ app: SyncTestApp) async throws -> [String] {
        try await app.library.context.database.read { transaction in
            let tables = try transaction.texts(
                """
                select m.name from sqlite_master m where m.type = 'table'
                  and exists (select 1 from pragma_table_info(m.name) c where c.name = 'reader_id') order by 1
                """)
            return try tables.flatMap { table in
                let columns = try transaction.texts("select name from pragma_table_info('\(table)')")
                let line = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
                return try transaction.texts(
                    "select \(line) from \"\(table)\" where reader_id = ? order by 1", [.number(reader.rawValue)]
                ).map { "\(table) \($0)" }
            }
        }
    }
}

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
}

import Foundation
import News
import TestSupport
import Testing

@testable import Library

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

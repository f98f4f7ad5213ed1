import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// The ways out of the app and the queue of messages, as they are stored.
@Suite struct DeliveryQueueTests {
    private let fixture: SecretFixture
    private let me = ReaderID.first
    private let push = DeliveryAddress.push(
        PushAddress(endpoint: "https://push.example/secret-device", publicKey: "BCVx", secret: "BTBZ-secret"))

    init() throws { fixture = try SecretFixture() }

    private func message(_ id: String) -> OutgoingMessage {
        OutgoingMessage(id: id, title: "Low water", text: "At six.", path: "/mine/", createdAt: fixture.clock.now)
    }

    @Test func `a device that signs in again keeps its notifications, one that is signed out gets none`() async throws {
        let library = try fixture.open()
        defer { library.close() }
        func signIn(_ device: SecretToken? = nil) async throws -> (session: ReaderSession.ID, device: SecretToken) {
            let link = try await library.sessions.makeLink(for: me, lasting: 600)
            let client = LoginClient(address: "", isLocal: true, device: device)
            let opened = try await library.sessions.open(link: link, from: client)
            return (opened.session.id, opened.device)
        }
        let first = try await signIn()
        try await library.deliveries.save(push, named: "Phone", session: first.session, for: me)
        let second = try await signIn(first.device)
        #expect(try await library.deliveries.ways(for: me).map(\.session) == [second.session])
        try await library.deliveries.enqueue(message("1"), for: me)
        #expect(try await library.deliveries.claimDue(limit: 5).map(\.message.id) == ["1"])
        try await library.sessions.end(second.session, for: me)
        try await library.deliveries.enqueue(message("2"), for: me)
        fixture.clock.advance(600)
        #expect(try await library.deliveries.claimDue(limit: 5).isEmpty)
        let way = try #require(try await library.deliveries.ways(for: me).first)
        #expect(way.endedAt != nil && way.lastFailure?.code == .deviceSignedOut && way.waitingCount == 0)
        // The reader turns it on again.
        let third = try await signIn()
        try await library.deliveries.save(push, named: "Phone", session: third.session, for: me)
        try await library.deliveries.enqueue(message("3"), for: me)
        #expect(try await library.deliveries.claimDue(limit: 5).map(\.message.id) == ["3"])
    }

    @Test func `the database shows no address, and another key file opens none`() async throws {
        let library = try fixture.open()
        let way = try await library.deliveries.save(push, named: "Phone", for: me)
        try await library.deliveries.enqueue(message("1"), for: me)
        library.close()
        for name in ["tidings.sqlite", "tidings.sqlite-wal"] {
            guard let bytes = FileManager.default.contents(atPath: fixture.folder.appending(path: name).path) else {
                continue
            }
            for secret in ["secret-device", "BTBZ-secret"] {
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name) has \(secret)")
            }
        }
        try fixture.write(MasterKey.randomBytes(), mode: 0o600)
        let other = try fixture.open()
        defer { other.close() }
        await #expect(throws: LibraryError.notThere) { try await other.deliveries.address(of: way, for: me) }
        let claimed = try await other.deliveries.claimDue(limit: 5)
        #expect(claimed.count == 1 && claimed[0].address == nil)
    }

    @Test func `messages are removed a month after they were made, also those that were sent`() async throws {
        let library = try fixture.open()
        defer { library.close() }
        try await library.deliveries.save(push, named: "Phone", for: me)
        func rows() async throws -> [Int64] {
            try await library.context.database.read { transaction in
                try ["outgoing_message", "outgoing_delivery"].map {
                    try transaction.number("select count(*) from \($0)") ?? 0
                }
            }
        }
        for number in 0..<3 { try await library.deliveries.enqueue(message("\(number)"), for: me) }
        for delivery in try await library.deliveries.claimDue(limit: 2) {
            try await library.deliveries.record(.sent, of: delivery)
        }
        fixture.clock.advance(days: 31)
        #expect(try await library.deliveries.claimDue(limit: 5).isEmpty, "given up long ago")
        try await library.deliveries.enqueue(message("new"), for: me)
        #expect(try await rows() == [1, 1])
    }

    @Test func `a message is queued once for the ways that are chosen`() async throws {
        let library = try fixture.open()
        defer { library.close() }
        let phone = try await library.deliveries.save(push, named: "Phone", for: me)
        let hook = DeliveryAddress.webhook(WebhookAddress(address: "https://hook.example/", secret: ""))
        try await library.deliveries.save(hook, named: "Hook", for: me)
        #expect(try await library.deliveries.enqueue(message("1"), by: [phone], for: me) == 1)
        #expect(try await library.deliveries.enqueue(message("1"), for: me) == 0)
        #expect(try await library.deliveries.claimDue(limit: 5).map(\.address) == [push])
        await #expect(throws: LibraryError.notThere) {
            try await library.deliveries.remove(phone, for: ReaderID(rawValue: 2))
        }
    }
}

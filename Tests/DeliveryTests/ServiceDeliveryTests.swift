import Foundation
import Library
import SampleOrigins
import TestSupport
import Testing

@testable import Delivery

/// Messages to ntfy servers and webhooks.
@Suite struct ServiceDeliveryTests {
    private func fields(_ body: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    }

    @Test func `an ntfy topic gets the message as JSON at its server, with the token`() async throws {
        try await SampleOrigin.open(["/sub/": SampleResource("{}", contentType: "application/json")]) { origin in
            let fixture = try DeliveryFixture(ports: [origin.port])
            let address = DeliveryAddress.ntfy(NtfyAddress(address: origin.address("/sub/harbour"), token: "tk_1"))
            #expect(await fixture.ways.send(fixture.message("Zu – jetzt", id: "b1"), to: address) == .sent)
            let request = try #require(origin.requests(at: "/sub/").first)
            let content = try fields(request.body)
            #expect(content["topic"] as? String == "harbour" && content["title"] as? String == "Zu – jetzt")
            #expect(content["message"] as? String == "At nine." && content["priority"] as? Int == 4)
            #expect(content["click"] as? String == "https://news.test/mine/")
            let headers = Dictionary(request.headers.map { ($0.name, $0.value) }) { first, _ in first }
            #expect(headers["authorization"] == "Bearer tk_1" && headers["x-sequence-id"] == "b1")
        }
    }

    @Test func `a webhook gets signed JSON, whose signature the receiver can check`() async throws {
        try await SampleOrigin.open(["/hook": SampleResource("", contentType: "text/plain")]) { origin in
            let fixture = try DeliveryFixture(ports: [origin.port])
            let address = DeliveryAddress.webhook(WebhookAddress(address: origin.address("/hook?a=1"), secret: "tide"))
            #expect(await fixture.ways.send(fixture.message(id: "b1"), to: address) == .sent)
            let request = try #require(origin.requests(at: "/hook").first)
            let headers = Dictionary(request.headers.map { ($0.name, $0.value) }) { first, _ in first }
            let timestamp = try #require(headers["tidings-timestamp"].flatMap { Int($0) })
            #expect(timestamp == Int(fixture.clock.now.timeIntervalSince1970) && headers["idempotency-key"] == "b1")
            let expected = WebhookWay.signature(of: request.body, at: timestamp, secret: "tide")
            #expect(headers["tidings-signature"] == "sha256=\(expected)")
            let content = try fields(request.body)
            for name in ["text", "message", "body"] { #expect(content[name] as? String == "At nine.") }
            #expect(content["id"] as? String == "b1" && content["createdAt"] as? String == "2027-01-15T08:00:00Z")
        }
    }

    /// The value is from `printf '%s' '1.{}' | openssl dgst -sha256 -hmac key`.
    @Test func `the signature is the one that other programs compute`() {
        let signature = WebhookWay.signature(of: Array("{}".utf8), at: 1, secret: "key")
        #expect(signature == "1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224")
    }

    @Test func `no title and no text makes a header of a request`() async throws {
        try await SampleOrigin.open([
            "/": SampleResource("{}", contentType: "application/json"),
            "/hook": SampleResource("", contentType: "text/plain"),
        ]) { origin in
            let fixture = try DeliveryFixture(ports: [origin.port])
            let attack = fixture.message(
                "Hello\r\nAuthorization: x\r\n\r\nBody", text: "a\r\nX: y", id: "x\r\nX-Title: y")
            let ways: [DeliveryAddress] = [
                .ntfy(NtfyAddress(address: origin.address("/harbour"), token: "")),
                .webhook(WebhookAddress(address: origin.address("/hook"), secret: "")),
            ]
            for way in ways { #expect(await fixture.ways.send(attack, to: way) == .sent) }
            #expect(origin.requests.count == 2)
            for request in origin.requests {
                #expect(!request.headers.contains { ["authorization", "x-title", "x"].contains($0.name.lowercased()) })
                #expect(try fields(request.body)["title"] as? String == "Hello Authorization: x Body")
            }
        }
    }

    @Test func `a webhook that refuses, hides or asks to wait says so`() async throws {
        for (status, code) in [
            (401, DeliveryFailure.Code.keyRefused), (404, .notThere), (410, .ended), (413, .tooLarge),
            (429, .rateLimited),
            (503, .serverError), (422, .refused),
        ] {
            try await SampleOrigin.open { origin in
                let fixture = try DeliveryFixture(ports: [origin.port])
                await origin.simulate(.status(status))
                let address = DeliveryAddress.webhook(WebhookAddress(address: origin.address("/hook"), secret: ""))
                #expect(await fixture.ways.send(fixture.message(), to: address).failure?.code == code, "\(status)")
            }
        }
    }

    @Test func `addresses pass the rules for addresses, and need https unless the operator lists them`() throws {
        let fixture = try DeliveryFixture(ports: [8_090])
        func rejection(_ address: String) -> DeliveryFailure.Code? {
            fixture.ways.rejection(of: .webhook(WebhookAddress(address: address, secret: "")))?.code
        }
        #expect(rejection("https://hook.example/x") == nil && rejection("http://127.0.0.1:8090/x") == nil)
        #expect(rejection("http://hook.example/x") == .notSecure)
        #expect(rejection("https://127.0.0.1:8091/x") == .addressRefused)
        #expect(rejection("https://10.0.0.7/x") == .addressRefused)
        #expect(rejection("https://user:pass@hook.example/x") == .addressRefused)
        #expect(
            fixture.ways.rejection(of: .ntfy(NtfyAddress(address: "https://ntfy.example/", token: "")))?.code
                == .notThere)
        #expect(fixture.ways.rejection(of: .ntfy(NtfyAddress(address: "https://ntfy.example/a/b", token: ""))) == nil)
    }
}

import Foundation
import Testing

@testable import SampleOrigins

@Suite struct OriginControlTests {
    @Test func `a site of the control answers what it is told, and says what it was asked`() async throws {
        try await OriginControl.open { control in
            let site = try await ControlledSite(control)
            try await site.serve(
                [
                    ["pattern": ["path": "/v2/*"], "body": base64("refused"), "status": 401],
                    [
                        "pattern": ["path": "/v2/*", "header": "x-api-key: 123"], "body": base64("[]"),
                        "contentType": "application/json", "headers": ["X-Total": "0"],
                    ],
                ])
            #expect(try await RawHTTPResponse.fetch(site.port, "/v1").status == 404)
            let refused = try await RawHTTPResponse.fetch(site.port, "/v2/list?page=1", ["X-API-Key": "124"])
            #expect(refused.status == 401 && refused.text == "refused")
            let list = try await RawHTTPResponse.fetch(site.port, "/v2/list?page=1", ["X-API-Key": "123"])
            #expect(list.status == 200 && list.text == "[]")
            #expect(list.header("content-type") == "application/json" && list.header("x-total") == "0")
            let requests = try await site.requests()
            #expect(requests.map { $0["target"] as? String } == ["/v1", "/v2/list?page=1", "/v2/list?page=1"])
            #expect((requests.last?["headers"] as? [[String]])?.contains(["x-api-key", "123"]) == true)
        }
    }

    @Test func `a site holds requests until it is told otherwise, and its port closes and opens again`() async throws {
        try await OriginControl.open { control in
            let site = try await ControlledSite(control)
            try await site.serve([
                ["pattern": ["path": "/a"], "body": base64("early")], ["pattern": ["path": "/b.png"], "body": ""],
            ])
            try await site.behave([["kind": "held"], ["kind": "ordinary", "pattern": ["path": "*.png"]]])
            let port = site.port
            async let held = RawHTTPResponse.fetch(port, "/a")
            while try await site.requests().isEmpty {}
            #expect(try await RawHTTPResponse.fetch(port, "/b.png").status == 200)
            try await site.serve([["pattern": ["path": "/a"], "body": base64("late")]])
            try await site.behave([])
            #expect(try await held.text == "late")
            try await site.behave([["kind": "offline"]])
            await #expect(throws: (any Error).self) { try await RawHTTPResponse.fetch(port, "/a") }
            try await site.behave([])
            #expect(try await RawHTTPResponse.fetch(port, "/a").text == "late")
        }
    }

    @Test func `an order that is not understood is refused, and so is one for an unknown site`() async throws {
        try await OriginControl.open { control in
            let site = try await ControlledSite(control)
            #expect(try await site.ask("PUT", "/behaviours", [["kind": "x"]]).status == 400)
            #expect(try await RawHTTPResponse.fetch(site.control, "/other/requests").status == 404)
        }
    }

    private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}

/// A site that the control opens.
private struct ControlledSite {
    /// The port of the control.
    let control: Int
    let port: Int
    private let name: String

    init(_ address: String) async throws {
        control = try #require(URL(string: address)?.port)
        let reply = try await RawHTTPResponse.fetch(control, "/", method: "POST")
        let site = try JSONDecoder().decode([String: String].self, from: Data(reply.body))
        name = try #require(site["name"])
        port = try #require(site["address"].flatMap { URL(string: $0) }?.port)
    }

    func serve(_ orders: [[String: Any]]) async throws {
        #expect(try await ask("PUT", "/resources", orders).status == 200)
    }

    func behave(_ orders: [[String: Any]]) async throws {
        #expect(try await ask("PUT", "/behaviours", orders).status == 200)
    }

    func requests() async throws -> [[String: Any]] {
        let log = try JSONSerialization.jsonObject(with: Data(try await ask("GET", "/requests", nil).body))
        return try #require((log as? [String: Any])?["requests"] as? [[String: Any]])
    }

    func ask(_ method: String, _ path: String, _ orders: [[String: Any]]?) async throws -> RawHTTPResponse {
        let body = try orders.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
        return try await RawHTTPResponse.fetch(control, "/\(name)\(path)", method: method, body: body ?? "")
    }
}

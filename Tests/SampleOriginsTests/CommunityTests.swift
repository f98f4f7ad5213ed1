import Foundation
import SampleOrigins
import Testing

/// Event streams, which story readers do not use.
@Suite(.timeLimit(.minutes(1))) struct CommunityTests {
    @Test func `who asks for events is told everything at first, and again when it has changed`() async throws {
        let now = Date(timeIntervalSince1970: 1_795_000_000)
        try await SampleCommunity.open(startAt: now, now: { now }) { community in
            var isChanged = false
            let response = try await RawHTTPResponse.fetch(
                community.origin.port, "/v0/topstories.json", ["Accept": "text/event-stream"]
            ) { received in
                let puts = received.components(separatedBy: "event: put\ndata: {\"path\":\"/\",\"data\":[").count - 1
                if puts == 1, received.contains("]}\n\n"), !isChanged {
                    isChanged = true
                    community.configure { $0.listsUnknownIDs = true }
                }
                return puts == 2
            }
            #expect(response.status == 200)
            #expect(response.header("Content-Type") == "text/event-stream; charset=utf-8")
            #expect(isChanged && response.text.contains("999,"))
            // Without the Accept header, and outside the API, responses are ordinary.
            let plain = try await RawHTTPResponse.fetch(community.origin.port, "/v0/topstories.json")
            #expect(plain.header("Content-Type") == "application/json; charset=utf-8" && plain.text.hasPrefix("["))
            let page = try await RawHTTPResponse.fetch(community.origin.port, "/news", ["Accept": "text/event-stream"])
            #expect(page.header("Content-Type") == "text/html; charset=utf-8")
        }
    }
}

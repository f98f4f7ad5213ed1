import Fetching
import Foundation
import News
import Origins
import SampleOrigins
import TestSupport
import Testing
import URLs

/// The hubs that feeds name, and the requests to them.
@Suite struct FeedHubTests {
    private static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><link rel="hub" href="https://hub.test/a"/>\
        <link rel="self" href="https://feeds.test/atom?x=1"/><entry><id>1</id><title>1</title></entry></feed>
        """
    private static let rss = """
        <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>R</title>\
        <atom:link rel="hub" href="https://hub.test/r"/><atom:link rel="self" href="https://feeds.test/rss"/>\
        <item><guid>1</guid><title>1</title></item></channel></rss>
        """
    private static let json = """
        {"version":"https://jsonfeed.org/version/1.1","title":"J","feed_url":"https://feeds.test/json",\
        "hubs":[{"type":"WebSub","url":"https://hub.test/j"}],"items":[{"id":"1","title":"1"}]}
        """

    private func links(_ document: String, headers: [(name: String, value: String)] = []) async throws -> HubLinks? {
        let resource = SampleResource(
            Array(document.utf8), contentType: "application/octet-stream", headers: headers)
        let found = Found()
        try await SourceFixture.open(["/feed": resource]) { fixture in
            await found.set(try await fixture.fetch().metadata?.hub)
        }
        return await found.links
    }

    private actor Found {
        var links: HubLinks?
        func set(_ links: HubLinks?) { self.links = links }
    }

    @Test(arguments: [
        (atom, "https://hub.test/a", "https://feeds.test/atom?x=1"),
        (rss, "https://hub.test/r", "https://feeds.test/rss"),
        (json, "https://hub.test/j", "https://feeds.test/json"),
    ])
    func `a feed names its hub and its own address there`(
        _ document: String, _ hub: String, _ topic: String
    ) async throws {
        let found = try #require(try await links(document))
        #expect(found.hub.text == hub && found.topic == topic)
    }

    @Test func `headers come before the document, and no hub is none`() async throws {
        let headers = [
            (name: "Link", value: "<https://hub.test/h>; rel=\"hub\""),
            (name: "Link", value: "<https://feeds.test/h>; rel=\"self\""),
        ]
        let found = try #require(try await links(Self.atom, headers: headers))
        #expect(found.hub.text == "https://hub.test/h" && found.topic == "https://feeds.test/h")
        let none = try await links(Self.rss.replacing("rel=\"hub\"", with: "rel=\"next\""))
        #expect(none == nil)
    }

    @Test func `a request is a form, follows one 307, and goes to no private address`() async throws {
        let moved = SampleResource(
            [], contentType: "text/plain", status: 307, headers: [(name: "Location", value: "/new")])
        let taken = SampleResource([], contentType: "text/plain", status: 202)
        try await SourceFixture.open(["/hub": moved, "/new": taken]) { fixture in
            let source = SyndicationSource(fetcher: fixture.fetcher)
            var request = HubRequest(
                hub: try fixture.address("/hub"), mode: .subscribe, topic: "https://feeds.test/a?b=c&d",
                callback: "https://news.test/hub/x", secret: "tide", leaseSeconds: 60)
            try await source.send(request)
            let body = String(decoding: try #require(fixture.origin.requests(at: "/new").first).body, as: UTF8.self)
            #expect(body.contains("hub.topic=https%3A%2F%2Ffeeds.test%2Fa%3Fb%3Dc%26d&"))
            #expect(body.contains("hub.mode=subscribe&") && body.contains("&hub.lease_seconds=60"))
            request.hub = try webAddress("https://10.0.0.7/hub")
            await #expect(throws: SourceError.self) { try await source.send(request) }
            #expect(source.accepts(try webAddress("https://hub.test/")))
            let plain = try webAddress("http://hub.test/")
            #expect(!source.accepts(plain))
        }
    }
}

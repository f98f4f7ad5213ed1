import Fetching
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import News
import Origins
import SampleOrigins
import Synchronization
import TestSupport
import Testing

@testable import Library
@testable import Web

/// Feeds whose hubs tell of new stories, over real connections: a hub, a feed and this server.
@Suite struct HubTests {
    /// A server that follows one feed, which names a hub.
    struct Fixture {
        let app: WebTestApp
        let hub: SampleHub
        let feed: SampleOrigin
        let channel: ChannelID
        let browser: Browser
        let runner: HubRunner

        var topic: String { feed.address("/feed") }

        static func document(_ titles: [String], hub: String, topic: String) -> String {
            let entries = titles.map {
                "<entry><id>urn:\($0)</id><title>\($0)</title><updated>2026-11-20T10:00:00Z</updated></entry>"
            }
            return """
                <feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour</title><id>urn:harbour</id>\
                <link rel="hub" href="\(hub)"/><link rel="self" href="\(topic)"/>\(entries.joined())</feed>
                """
        }

        func document(_ titles: [String], topic: String? = nil) -> String {
            Self.document(titles, hub: hub.address, topic: topic ?? self.topic)
        }

        func subscription() async throws -> HubSubscription {
            try #require(try await app.library.hubs.subscription(of: channel))
        }

        func titles() async throws -> Set<String> {
            Set(try await app.library.stories.list(.channel(channel), for: .first, depth: 100).rows.map(\.title))
        }

        /// Subscribes, and has the hub confirm it.
        @discardableResult
        func subscribe(lease: String? = "864000") async throws -> SampleHub.Request {
            try await app.library.hubs.setChoice(.always, of: channel)
            try await runner.sendDue()
            let request = try #require(hub.requests.last)
            #expect(try await hub.verify(request, lease: lease) == SampleHub.Answer(status: 200, body: "c-1"))
            return request
        }

        /// Sends content and imports it.
        func tell(
            _ titles: [String], _ request: SampleHub.Request, signature: SampleHub.Signature = .sha256
        ) async throws {
            #expect(try await hub.send(document(titles), to: request, signature: signature).status == 202)
            await runner.importWaiting()
        }

        /// The time of the next fetch from now, in hours.
        func hoursToNextFetch() async throws -> Double {
            let health = try await app.library.subscriptions.one(channel, for: .first).health
            return try #require(health.dueAt).timeIntervalSince(app.clock.now) / 3_600
        }

        /// Has the feed fetched after its next due time, with these stories.
        func fetch(_ titles: [String]) async throws {
            feed.serve(SampleResource(document(titles), contentType: "application/atom+xml"), at: "/feed")
            app.clock.advance(max(0, try await hoursToNextFetch()) * 3_600 + 1)
            await app.refresh()
        }

        /// The words about the hub on the feed's own page.
        func words() async throws -> String {
            try await browser.get("/mine/feed/\(channel.rawValue)/details").page.text
        }
    }

    private func open(
        publicOrigin: String = "https://news.test", listsHub: Bool = true,
        _ body: @escaping @Sendable (Fixture) async throws -> Void
    ) async throws {
        let keys = temporaryFolder("tidings-keys")
        defer { removeFolder(keys) }
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        let server = Mutex<Browser?>(nil)
        let client: SampleHub.Client = { call in
            let browser = try #require(server.withLock { $0 })
            // The public address is that of a proxy in front.
            let path = call.address.replacing("https://news.test", with: "")
            let answer = try await browser.plain(path, call)
            return SampleHub.Answer(status: answer.status.code, body: answer.text)
        }
        try await SampleOrigin.open { feed in
            try await SampleHub.open(client: client) { hub in
                let text = Fixture.document(["First"], hub: hub.address, topic: feed.address("/feed"))
                feed.serve(SampleResource(text, contentType: "application/atom+xml"), at: "/feed")
                let ports = [feed.port] + (listsHub ? [hub.origin.port] : [])
                let policy = AddressPolicy(allowing: ports.compactMap { AllowedAddress("127.0.0.1:\($0)") })
                let app = try WebTestApp(
                    accessPolicy: AccessPolicy(publicOrigin: publicOrigin),
                    masterKeyFile: MasterKeyFile(url: keys.appending(path: "secrets.key")),
                    sources: { _, clock in
                        let fetcher = Fetcher(policy: policy, userAgent: "Tidings/test", now: clock.read)
                        return SourceCatalog([.feed: { _ in SyndicationSource(fetcher: fetcher, now: clock.read) }])
                    })
                let found = DiscoveredChannel(
                    kind: .feed, address: try webAddress(feed.address("/feed")),
                    metadata: ChannelMetadata(title: "Harbour"))
                let channel = try await app.library.subscriptions.follow(found, for: .first).id
                _ = await Refresher(library: app.library).runOnce(only: [channel])
                try await app.withLiveServer { browser async throws in
                    server.withLock { $0 = browser }
                    try await body(
                        Fixture(
                            app: app, hub: hub, feed: feed, channel: channel, browser: browser,
                            runner: HubRunner(library: app.library, origin: publicOrigin)))
                }
            }
        }
    }

    // MARK: - As it should be

    @Test func `a feed's hub is asked, verified, and tells of a story at once; the feed is then fetched once a day`()
        async throws
    {
        try await open { fixture in
            try await fixture.runner.sendDue()
            #expect(fixture.hub.requests.isEmpty, "nobody has asked for it")
            #expect(try await fixture.words().contains("can tell Tidings of new stories at once"))
            let request = try await fixture.subscribe()
            #expect(request.topic == fixture.topic && request.mode == "subscribe" && request.leaseSeconds == 864_000)
            #expect(request.callback.hasPrefix("https://news.test/hub/") && request.secret.count == 43)
            #expect(try await fixture.subscription().state == .active)
            #expect(try await fixture.words().contains("Until it has done so, the feed is fetched as usual"))
            let fetches = fixture.feed.requests.count
            try await fixture.tell(["Second"], request)
            #expect(try await fixture.titles() == ["First", "Second"] && fixture.feed.requests.count == fetches)
            #expect(try await fixture.words().contains("fetched once a day"))
            try await fixture.fetch(["First", "Second"])
            #expect(try await fixture.hoursToNextFetch() == 24)
            #expect(try await fixture.words().contains("Told by its hub: 1 new"))
        }
    }

    @Test(arguments: [SampleHub.Signature.sha1, .sha256, .sha384, .sha512])
    func `content is signed by any of the standard's hashes`(_ signature: SampleHub.Signature) async throws {
        try await open { fixture in
            try await fixture.tell(["Second"], try await fixture.subscribe(), signature: signature)
            #expect(try await fixture.titles() == ["First", "Second"])
        }
    }

    @Test func `a subscription is renewed before its end, with the same address, also after a downtime`() async throws {
        try await open { fixture in
            let first = try await fixture.subscribe(lease: "86400")
            fixture.app.clock.advance(17 * 3_600)
            try await fixture.runner.sendDue()
            #expect(fixture.hub.requests.count == 1)
            fixture.app.clock.advance(3_600 + 1)
            try await fixture.runner.sendDue()
            #expect(fixture.hub.requests.count == 2 && fixture.hub.requests.last?.callback == first.callback)
            #expect(fixture.hub.requests.last?.secret == first.secret)
            #expect(try await fixture.hub.verify(first, lease: "86400").status == 200)
            // The server was down for longer than the lease.
            fixture.app.clock.advance(days: 3)
            try await fixture.runner.start()
            try await fixture.runner.sendDue()
            #expect(fixture.hub.requests.count == 3)
            #expect(try await fixture.subscription().failure == .lapsed)
            #expect(try await fixture.hub.verify(first, lease: "86400").status == 200)
            #expect(try await fixture.subscription().state == .active)
        }
    }

    @Test(arguments: [nil, "99999999999999999999", "-5", "nonsense", "10"])
    func `leases that are missing or absurd are bounded`(_ lease: String?) async throws {
        try await open { fixture in
            try await fixture.subscribe(lease: lease)
            try await fixture.runner.sendDue()
            #expect(fixture.hub.requests.count == 1, "no hub is asked again within an hour")
            let end = try await fixture.subscription().leaseEndsAt ?? fixture.app.clock.now
            #expect(end.timeIntervalSince(fixture.app.clock.now) <= 30 * 86_400)
        }
    }

    @Test func `a reader who wants no more ends the subscription, and the hub is told so`() async throws {
        try await open { fixture in
            let request = try await fixture.subscribe()
            try await fixture.tell(["Second"], request)
            let form = "channel=\(fixture.channel.rawValue)&hub=never&title=Harbour"
            _ = try await fixture.browser.post("/mine/act/update-subscription", form)
            try await fixture.runner.sendDue()
            let end = try #require(fixture.hub.requests.last)
            #expect(end.mode == "unsubscribe" && end.callback == request.callback)
            #expect(try await fixture.hub.send(fixture.document(["Third"]), to: request).status == 410)
            #expect(try await fixture.hub.verify(request).status == 404, "a subscription is not wanted")
            #expect(try await fixture.hub.verify(end).status == 200)
            let state = try await fixture.subscription().state
            #expect(state == HubState.none)
            #expect(try await fixture.hub.verify(end).status == 404)
            #expect(try await fixture.hoursToNextFetch() <= 1)
        }
    }

    @Test func `a feed is told by its hub while an alert follows it`() async throws {
        try await open { fixture in
            let alerts = fixture.app.library.alerts
            let rule = try await alerts.save(.words("barrier closes"), for: .first)
            try await fixture.runner.sendDue()
            let request = try #require(fixture.hub.requests.last)
            #expect(request.mode == "subscribe" && request.topic == fixture.topic)
            #expect(try await fixture.hub.verify(request).status == 200)
            try await alerts.remove(rule.id, for: .first)
            try await fixture.runner.sendDue()
            #expect(fixture.hub.requests.last?.mode == "unsubscribe")
        }
    }

    // MARK: - Hubs that misbehave

    @Test func `nothing is confirmed that was not asked for`() async throws {
        try await open { fixture in
            try await fixture.app.library.hubs.setChoice(.always, of: fixture.channel)
            try await fixture.runner.sendDue()
            let request = try #require(fixture.hub.requests.last)
            var stranger = request
            stranger.callback = "https://news.test/hub/" + String(repeating: "A", count: 43)
            #expect(try await fixture.hub.verify(stranger).status == 404)
            #expect(try await fixture.hub.verify(request, topic: "https://other.test/feed").status == 404)
            #expect(try await fixture.hub.verify(request, mode: "unsubscribe").status == 404)
            #expect(try await fixture.hub.verify(request, mode: "subscribe", challenge: "").status == 404)
            #expect(try await fixture.hub.send(fixture.document(["X"]), to: stranger).status == 410)
            #expect(try await fixture.subscription().state == .requested)
            #expect(try await fixture.hub.verify(request).status == 200)
        }
    }

    @Test func `content that is not signed, or wrongly, is ignored in silence, and the feed fetched as usual`()
        async throws
    {
        try await open { fixture in
            let request = try await fixture.subscribe()
            try await fixture.tell(["Second"], request)
            try await fixture.fetch(["First", "Second"])
            #expect(try await fixture.hoursToNextFetch() == 24)
            for signature in [SampleHub.Signature.wrong, .none] {
                try await fixture.tell(["Forged"], request, signature: signature)
            }
            #expect(try await fixture.titles() == ["First", "Second"])
            #expect(try await fixture.hoursToNextFetch() <= 1)
            #expect(try await fixture.words().contains("whose signature is wrong. So the feed is fetched as usual."))
            try await fixture.tell(["Third"], request)
            #expect(try await fixture.titles() == ["First", "Second", "Third"])
            #expect(try await fixture.subscription().isTold)
        }
    }

    @Test func `stories of another feed are not taken, and a hub that goes on is left alone for a day`() async throws {
        try await open { fixture in
            let request = try await fixture.subscribe()
            let other = fixture.document(["Other"], topic: "https://other.test/feed")
            for _ in 0..<10 {
                let answer = try await fixture.hub.send(other, to: request, topic: "https://other.test/feed")
                #expect(answer.status == 202)
                await fixture.runner.importWaiting()
            }
            #expect(try await fixture.titles() == ["First"])
            #expect(try await fixture.hub.send(other, to: request).status == 410)
            #expect(try await fixture.subscription().state == .suspended)
            #expect(try await fixture.words().contains("sent the stories of another feed"))
            try await fixture.runner.sendDue()
            #expect(fixture.hub.requests.count == 1)
            fixture.app.clock.advance(days: 1)
            try await fixture.runner.sendDue()
            #expect(fixture.hub.requests.count == 2 && fixture.hub.requests[1].callback != request.callback)
        }
    }

    @Test func `a hub that floods is left alone, and the feed is fetched as usual`() async throws {
        try await open { fixture in
            let request = try await fixture.subscribe()
            var statuses: [Int] = []
            for number in 0..<125 {
                statuses.append(
                    try await fixture.hub.send(fixture.document(["S\(number % 3)"]), to: request).status)
                if number % 10 == 0 { await fixture.runner.importWaiting() }
            }
            #expect(statuses.filter { $0 == 202 }.count == 120 && statuses.suffix(5).allSatisfy { $0 == 410 })
            #expect(try await fixture.words().contains("nothing is taken from it for a day. So the feed is fetched"))
            #expect(try await fixture.hoursToNextFetch() <= 1)
        }
    }

    @Test func `content that is no feed, or too large, has the feed fetched`() async throws {
        try await open { fixture in
            let request = try await fixture.subscribe()
            #expect(try await fixture.hub.send("Not a feed", to: request, type: "text/plain").status == 202)
            await fixture.runner.importWaiting()
            #expect(try await fixture.subscription().failure == .unreadable)
            let large = String(repeating: "x", count: HubService.maxContentSize + 1)
            #expect(try await fixture.hub.send(large, to: request).status == 413)
            #expect(try await fixture.subscription().failure == .tooLarge)
            #expect(try await fixture.hoursToNextFetch() <= 1)
        }
    }

    @Test func `a hub that denies, refuses or never confirms is not asked again at once, and the page says why`()
        async throws
    {
        try await open { fixture in
            try await fixture.app.library.hubs.setChoice(.always, of: fixture.channel)
            try await fixture.runner.sendDue()
            let request = try #require(fixture.hub.requests.last)
            fixture.app.clock.advance(601)
            try await fixture.runner.sendDue()
            #expect(fixture.hub.requests.count == 2)
            #expect(try await fixture.words().contains("was asked, and never confirmed it"))
            #expect(try await fixture.hub.deny(request, reason: "Members only").status == 200)
            #expect(try await fixture.words().contains("does not tell of this feed: “Members only”"))
            #expect(try await fixture.hub.verify(request).status == 404)
            fixture.app.clock.advance(3_600)
            try await fixture.runner.sendDue()
            #expect(fixture.hub.requests.count == 2)
            await fixture.hub.origin.simulate(.status(403))
            fixture.app.clock.advance(days: 1)
            try await fixture.runner.sendDue()
            #expect(try await fixture.subscription().failure == .refused)
            await fixture.hub.origin.simulate(.offline)
            fixture.app.clock.advance(days: 1)
            try await fixture.runner.sendDue()
            #expect(try await fixture.subscription().failure == .unreachable)
        }
    }

    @Test func `a hub that says nothing of a story loses its trust until it tells again`() async throws {
        try await open { fixture in
            let request = try await fixture.subscribe()
            try await fixture.tell(["Second"], request)
            try await fixture.fetch(["First", "Second"])
            #expect(try await fixture.hoursToNextFetch() == 24)
            try await fixture.fetch(["First", "Second", "Third"])
            #expect(try await fixture.titles() == ["First", "Second", "Third"])
            #expect(try await fixture.hoursToNextFetch() < 24)
            #expect(try await !fixture.subscription().isTold)
            fixture.app.clock.advance(60)
            try await fixture.tell(["Fourth"], request)
            #expect(try await fixture.subscription().isTold)
        }
    }

    @Test func `content that was accepted before a crash is fetched after it`() async throws {
        try await open { fixture in
            let request = try await fixture.subscribe()
            try await fixture.tell(["Second"], request)
            try await fixture.fetch(["First", "Second"])
            fixture.app.clock.advance(2 * 3_600)
            #expect(try await fixture.hub.send(fixture.document(["Third"]), to: request).status == 202)
            // The process is killed before it imports.
            try await fixture.runner.start()
            #expect(try await fixture.hoursToNextFetch() == 0)
        }
    }

    @Test func `another public address ends what an old one had, and without one nothing is subscribed`() async throws {
        try await open { fixture in
            let request = try await fixture.subscribe()
            let moved = HubRunner(library: fixture.app.library, origin: "https://paper.test")
            try await moved.start()
            #expect(try await fixture.hub.send(fixture.document(["X"]), to: request).status == 410)
            try await moved.sendDue()
            #expect(fixture.hub.requests.last?.callback.hasPrefix("https://paper.test/hub/") == true)
            let none = HubRunner(library: fixture.app.library, origin: "http://news.test")
            try await none.start()
            try await none.sendDue()
            #expect(fixture.hub.requests.count == 2)
            let state = try await fixture.subscription().state
            #expect(state == HubState.none)
        }
    }

    @Test func `a hub without TLS, or in a private network, is not asked`() async throws {
        try await open(listsHub: false) { fixture in
            try await fixture.app.library.hubs.setChoice(.always, of: fixture.channel)
            try await fixture.runner.sendDue()
            #expect(fixture.hub.requests.isEmpty)
            #expect(try await fixture.words().contains("is not reached over https"))
        }
    }

    @Test func `callback addresses are known as hashes only, and secrets are sealed`() async throws {
        try await open { fixture in
            let request = try await fixture.subscribe()
            let token = String(request.callback.suffix(43))
            let found = try await fixture.app.library.context.database.read { transaction in
                try transaction.texts(
                    "select quote(token_hash) || quote(encrypted_key) || coalesce(failure_detail, '') from channel_hub")
            }
            #expect(found.count == 1 && !found[0].contains(token) && !found[0].contains(request.secret))
        }
    }
}

extension Browser {
    /// Sends a request without the headers of a browser.
    fileprivate func plain(_ path: String, _ call: SampleHub.Call) async throws -> Response {
        var headers = HTTPFields()
        for (name, value) in call.headers { if let name = HTTPField.Name(name) { headers[name] = value } }
        return try await client.execute(
            uri: path, method: call.method == "GET" ? .get : .post, headers: headers, body: .init(bytes: call.body)
        ) { Response(status: $0.status, headers: $0.headers, bytes: Array(buffer: $0.body)) }
    }
}

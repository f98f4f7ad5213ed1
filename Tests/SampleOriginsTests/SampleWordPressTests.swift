import Foundation
import SampleOrigins
import Synchronization
import Testing

/// The student paper takes comments as WordPress does.
@Suite struct SampleWordPressTests {
    private static let slug = "library-night-shift"
    private static let start = Date(timeIntervalSince1970: 1_790_000_000)

    /// The site, a story's number and path, and a clock that can be moved.
    private func open(
        _ change: (inout SampleWordPressBehaviour) -> Void = { _ in },
        _ body: (SampleWordPress, (id: Int, path: String), @escaping @Sendable (Double) -> Void) async throws -> Void
    ) async throws {
        let passed = Mutex(0.0)
        let now = { @Sendable in Self.start.addingTimeInterval(passed.withLock { $0 }) }
        try await SampleWordPress.open(startAt: Self.start, now: now) { site in
            site.configure(change)
            let story = try #require(site.story(Self.slug))
            let path = String(story.link.dropFirst(site.origin.site.count))
            try await body(site, (story.id, path)) { seconds in passed.withLock { $0 += seconds } }
        }
    }

    private func post(
        _ site: SampleWordPress, _ id: Int, text: String = "Words", name: String = "Ada", fields: String = ""
    ) async throws -> RawHTTPResponse {
        let body =
            "comment=\(text)&author=\(name)&email=ada%40example.org&url=&comment_post_ID=\(id)&comment_parent=0\(fields)"
        return try await RawHTTPResponse.fetch(
            site.origin.port, "/wp-comments-post.php", ["Content-Type": "application/x-www-form-urlencoded"],
            method: "POST", body: body)
    }

    @Test func `an accepted comment shows on the page, in the interface and in the feed`() async throws {
        try await open { site, story, _ in
            let answer = try await post(site, story.id, text: "Two+lamps+%3Cem%3Eburn%3C%2Fem%3E%3Cscript%3E")
            let id = try #require(site.visitorComments.first?.id)
            #expect(answer.status == 302)
            #expect(answer.header("location") == "\(site.origin.address(story.path))#comment-\(id)")
            for path in [story.path, "/wp-json/wp/v2/comments?post=\(story.id)", story.path + "feed/"] {
                let page = try await RawHTTPResponse.fetch(site.origin.port, path).text
                #expect(page.contains("Two lamps <em>burn") || page.contains("Two lamps <em>burn<\\/em>"), "\(path)")
                #expect(!page.contains("burn</em><script>"))
            }
        }
    }

    @Test func `what waits is shown to who was led to it for ten minutes, and to all when it is approved`() async throws
    {
        try await open({ $0.commenting.moderation = .everybodyWaits }) { site, story, advance in
            let location = try #require(try await post(site, story.id, text: "Lanterns").header("location"))
            #expect(location.contains("?unapproved=") && location.contains("&moderation-hash="))
            let seen = String(location.dropFirst(site.origin.site.count).prefix { $0 != "#" })
            #expect(try await RawHTTPResponse.fetch(site.origin.port, seen).text.contains("Lanterns"))
            #expect(try await !RawHTTPResponse.fetch(site.origin.port, story.path).text.contains("Lanterns"))
            #expect(try await !RawHTTPResponse.fetch(site.origin.port, seen + "0").text.contains("Lanterns"))
            advance(601)
            #expect(try await !RawHTTPResponse.fetch(site.origin.port, seen).text.contains("Lanterns"))
            site.approve(try #require(site.visitorComments.first).id)
            #expect(try await RawHTTPResponse.fetch(site.origin.port, story.path).text.contains("Lanterns"))
        }
    }

    @Test func `with consent the site sets its cookies and names no hash`() async throws {
        try await open({ $0.commenting.moderation = .everybodyWaits }) { site, story, _ in
            let answer = try await post(site, story.id, fields: "&wp-comment-cookies-consent=yes")
            #expect(answer.header("set-cookie")?.hasPrefix("comment_author_") == true)
            #expect(answer.header("location")?.contains("unapproved") == false)
        }
    }

    @Test func `the first comment of a name waits a minute, later ones appear at once`() async throws {
        try await open({
            $0.commenting.moderation = .newNamesWait
            $0.commenting.approvalDelay = 60
        }) { site, story, advance in
            #expect(try await post(site, story.id, text: "One").header("location")?.contains("unapproved") == true)
            advance(60)
            #expect(try await RawHTTPResponse.fetch(site.origin.port, story.path).text.contains("<p>One</p>"))
            #expect(try await post(site, story.id, text: "Two").header("location")?.contains("unapproved") == false)
            let other = try await post(site, story.id, text: "Three", name: "Bo")
            #expect(other.header("location")?.contains("unapproved") == true)
        }
    }

    @Test func `refusals have WordPress' statuses, and a trap leads back to the page`() async throws {
        try await open({ $0.commenting.pause = 15 }) { site, story, advance in
            #expect(try await post(site, story.id).status == 302)
            #expect(try await post(site, story.id).status == 409)
            #expect(try await post(site, story.id, text: "Two").status == 429)
            advance(15)
            let trapped = try await post(site, story.id, text: "Two", fields: "&ak_hp_textarea=x")
            #expect(trapped.status == 302 && trapped.header("location")?.contains("#") == false)
            #expect(try await post(site, story.id, text: "").text.contains("Please type your comment text."))
            let nothing = try await post(site, 1)
            #expect(nothing.status == 200 && nothing.body.isEmpty)
            let asked = try await RawHTTPResponse.fetch(site.origin.port, "/wp-comments-post.php")
            #expect(asked.status == 405 && asked.header("allow") == "POST")
            #expect(site.visitorComments.count == 1)
        }
    }

    @Test func `a proxy cuts where it is told to, and lets everything else pass`() async throws {
        try await SampleOrigin.open(["/a": SampleResource("0123456789", contentType: "text/plain")]) { origin in
            try await FaultInjectingProxy.open { proxy in
                proxy.forward(to: origin)
                let port = try #require(Int(proxy.host.split(separator: ":").last ?? ""))
                #expect(try await RawHTTPResponse.fetch(port, "/a").text == "0123456789")
                try await proxy.cut(.inResponseBody)
                #expect(try await RawHTTPResponse.fetch(port, "/a").text == "0")
                try await proxy.cut(.beforeResponse)
                #expect(try await RawHTTPResponse.fetch(port, "/a").status == 0)
                #expect(origin.requests.count == 3)
                try await proxy.cut(.atOnce)
                #expect(await Self.status(port) == 0)
                try await proxy.cut(.refused)
                #expect(await Self.status(port) == 0)
                #expect(origin.requests.count == 3)
                try await proxy.cut(nil)
                #expect(try await RawHTTPResponse.fetch(port, "/a").status == 200)
            }
        }
    }

    /// 0 for a connection that breaks.
    private static func status(_ port: Int) async -> Int {
        // However it breaks.
        do { return try await RawHTTPResponse.fetch(port, "/a").status } catch { return 0 }
    }
}

import Foundation
import JSON
import News
import SampleOrigins
import Testing
import URLs

@testable import Origins

/// Tests of unusual but valid responses of the REST API.
@Suite struct WordPressOddRESTTests {
    private static let comments = "/wp-json/wp/v2/comments"
    private static let empty = "spring-ball-theme"

    private func json(_ text: String, headers: [(name: String, value: String)] = []) -> SampleResource {
        SampleResource(Array(text.utf8), contentType: "application/json", headers: headers)
    }

    private func comment(_ id: Int, _ members: String = "") -> String {
        #"{"id":\#(id),"parent":0,"author_name":"Mara","content":{"rendered":"<p>Words</p>"}\#(members)}"#
    }

    @Test(arguments: [
        (#","date_gmt":"2026-04-02T09:15:00","date":"2026-04-02T11:15:00""#, "2026-04-02T09:15:00Z"),
        (#","date_gmt":"","date":"2026-04-02T11:15:00""#, "2026-04-02T11:15:00Z"),
        (#","date_gmt":"0000-00-00T00:00:00","date":"2026-04-02T11:15:00""#, "2026-04-02T11:15:00Z"),
        (#","date_gmt":null,"date":"2026-04-02T11:15:00""#, "2026-04-02T11:15:00Z"),
        (#","date_gmt":"2026-04-02T11:15:00+02:00""#, "2026-04-02T09:15:00Z"),
        (#","date_gmt":"2026-04-02T04:15:00-05:00""#, "2026-04-02T09:15:00Z"),
        (#","date_gmt":false,"date":"soon""#, ""),
    ])
    func `a comment's time is the first that can be read`(members: String, time: String) throws {
        let value = try JSONReader.value(of: Array(comment(7, members).utf8))
        #expect(WordPressDate.parse(value)?.formatted(.iso8601) == (time.isEmpty ? nil : time))
    }

    @Test func `a full page of a site that tells no number of pages is not the whole thread`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let page = (1...100).map { comment($0) }.joined(separator: ",")
            // The response is the same for every page.
            fixture.sample.origin.serve(json("[\(page)]"), at: Self.comments)
            let response = try await fixture.thread()
            #expect(response.comments?.count == 100 && !response.isComplete)
            #expect(fixture.sample.origin.requests(at: Self.comments).count == 2)
            fixture.sample.origin.serve(json("[\(comment(1))]"), at: Self.comments)
            let short = try await fixture.thread()
            #expect(short.comments?.count == 1 && short.isComplete)
        }
    }

    @Test func `a list of a hundred comments without a number of pages counts none`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let page = (1...100).map { #"{"id":\#($0),"post":1}"# }.joined(separator: ",")
            let counts = WordPressCommentCounts(api: JSONAPIClient(fetcher: fixture.fetcher))
            let address = try #require(WebAddress(fixture.sample.origin.address("/wp-json/")))
            let root = try #require(RESTRoot(linked: address))
            let post = try JSONReader.value(of: Array(#"{"id":1}"#.utf8))
            for (headers, requests) in [([], 3), ([("X-WP-TotalPages", "2")], 2)] as [([(String, String)], Int)] {
                fixture.sample.origin.clearRequests()
                fixture.sample.origin.serve(
                    json("[\(page)]", headers: headers.map { (name: $0.0, value: $0.1) }), at: Self.comments)
                let found = await counts.counts(of: [post], root)
                #expect(fixture.sample.origin.requests(at: Self.comments).count == requests)
                #expect(found["1"] == (headers.isEmpty ? nil : 200))
            }
        }
    }

    @Test(arguments: [
        #"{"code":"rest_cannot_access","message":"Members only"}"#, "[]", #"{"id":1,"comment_status":"open"}"#,
    ])
    func `an error with status 200 is no empty thread`(post: String) async throws {
        try await WordPressFixture.open {
            ($0.markup, $0.hasCommentFeeds) = (.unknown, false)
        } _: { fixture async throws in
            let number = try #require(fixture.sample.story(Self.empty)).id
            fixture.sample.origin.serve(json(post), at: "/wp-json/wp/v2/posts/\(number)")
            guard case .unreadable? = try await fixture.failure(Self.empty) else {
                Issue.record("it was read")
                return
            }
        }
    }

    @Test func `a comment that comes twice is one, and was read`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let total: [(name: String, value: String)] = [("X-WP-Total", "2"), ("X-WP-TotalPages", "1")]
            let list = [comment(1), comment(2), comment(2)].joined(separator: ",")
            fixture.sample.origin.serve(json("[\(list)]", headers: total), at: Self.comments)
            let twice = try await fixture.thread()
            #expect(twice.comments?.map(\.key) == ["1", "2"] && twice.isComplete && twice.diagnostics.isEmpty)
            let odd = #"{"id":"3","parent":"3","content":{"rendered":null}}"#
            fixture.sample.origin.serve(json("[\(comment(1)),\(odd)]", headers: total), at: Self.comments)
            let less = try await fixture.thread()
            #expect(less.comments?.map(\.key) == ["1"] && !less.isComplete)
            #expect(less.diagnostics == ["1 comments could not be read"])
        }
    }
}

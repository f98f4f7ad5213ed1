import Foundation
import News
import Origins
import SampleOrigins
import Testing

/// Tests that half a document does not replace a whole one.
@Suite struct CutFeedTests {
    @Test func `a story that is cut in the middle waits for the whole feed`() async throws {
        let whole = FeedFixture.rss(FeedFixture.item("one"), FeedFixture.item("two"))
        let text = String(decoding: whole.body, as: UTF8.self)
        let cut = try #require(text.firstRange(of: "About two"))
        let half = SampleResource(String(text[..<cut.upperBound]), contentType: whole.contentType)
        try await SourceFixture.open(["/feed": half]) { fixture async throws in
            let first = try await fixture.fetch()
            #expect(first.stories?.map(\.key) == ["one"])
            #expect(first.diagnostics.contains { $0.contains("is incomplete") })
            fixture.origin.serve(whole, at: "/feed")
            let second = try await fixture.fetch(previous: first.sourceState)
            // A 304 would hide the rest for ever.
            #expect(fixture.origin.requests.last?.header("if-none-match") == nil)
            #expect(second.stories?.map(\.key) == ["one", "two"])
        }
    }
}

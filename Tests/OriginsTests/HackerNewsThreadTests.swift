import Foundation
import JSON
import Markup
import News
import SampleOrigins
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of threads by the official API and the search API, together and alone.
@Suite struct HackerNewsThreadTests {
    @Test(.mission("HN-25")) func `the discussion keeps its contract`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.searchLag = 0 }
            let id = try #require(nested(fixture.community))
            fixture.serve(
                item: 5, #"{"id":5,"type":"story","title":"Quiet","by":"a","time":1789990000,"descendants":0}"#)
            fixture.serve(item: 6, "[1,2]")
            fixture.serve(tree: 6, "<p>Sorry.</p>", status: 500)
            fixture.serve(
                item: 8, #"{"id":8,"type":"story","title":"T","by":"a","time":1789990000,"descendants":1,"kids":[9]}"#)
            fixture.serve(
                item: 9,
                #"{"id":9,"type":"comment","by":"b","parent":8,"time":1789990001,"text":"One <script>alert(1)</script><a href=\"javascript:x()\" onclick=\"y()\">two</a><p><img src=x onerror=z()>three<iframe src=\"//e\"></iframe>"}"#
            )
            let capability = try #require(try fixture.source().discussion)
            let deleted = try #require(fixture.community.deleted(below: fixture.community.longThreadID).first)
            let thread = { (id: Int) in DiscussionContract.Thread(capability, DiscussionRequest(storyKey: "\(id)")) }
            let contract = DiscussionContract(
                nested: (thread(id), fixture.community.thread(below: id).map(String.init)),
                deleted: (thread(fixture.community.longThreadID), "\(deleted)"), empty: thread(5),
                unreadable: thread(6),
                failing: DiscussionContract.Thread(capability, DiscussionRequest(storyKey: "3")),
                long: (thread(fixture.community.longThreadID), 1_200), hostile: (thread(8), "9"))
            try await contract.verify()
        }
    }

    /// Returns the ID of a thread of medium length.
    private func nested(_ community: SampleCommunity) -> Int? {
        community.list("best").first { (20...120).contains(community.thread(below: $0).count) }
    }

    @Test(.mission("HN-06", "HN-12", "HN-15", "HN-26"))
    func `twelve hundred comments come whole, in the site's order, tree first`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let id = fixture.community.longThreadID
            let early = Mutex<[Int]>([])
            let tops = Mutex<[String]>([])
            let capability = try #require(try fixture.source().discussion)
            let response = try await capability.thread(for: DiscussionRequest(storyKey: "\(id)")) { response in
                early.withLock { $0.append(response.comments?.count ?? 0) }
                tops.withLock { tops in
                    if tops.isEmpty { tops = (response.comments ?? []).filter { $0.parentKey == nil }.map(\.key) }
                }
            }
            let wanted = fixture.community.thread(below: id).map(String.init)
            #expect(response.comments.map(DiscussionContract.readingOrder) == wanted && wanted.count == 1_200)
            #expect(response.missingCount == 0 && response.story?.commentCount ?? 0 > 1_180)
            let first = early.withLock { $0.first ?? 0 }
            #expect(first > 900 && first <= 1_200)
            // Top-level comments have the site's order at once.
            let wantedTops = response.comments?.filter { $0.parentKey == nil }.map(\.key) ?? []
            let shownTops = tops.withLock { $0 }
            #expect(shownTops == wantedTops.filter { shownTops.contains($0) } && shownTops.count > 100)
            #expect(fixture.hits("/v0/item/") < 700, "\(fixture.hits("/v0/item/")) items")
            #expect(fixture.community.origin.maxConcurrentRequests <= 6)
        }
    }

    @Test func `what the tree lacks is asked for at the site: new comments, and answers to what was taken back`()
        async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.searchLag = 7_200 }
            let id = try #require(
                fixture.community.list("top").first { fixture.community.thread(below: $0).count > 30 })
            let response = try await fixture.thread(id)
            #expect(
                response.comments.map(DiscussionContract.readingOrder)
                    == fixture.community.thread(below: id).map(String.init))
        }
    }

    @Test(.mission("HN-06"))
    func `without the search service the official interface gives the same thread`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let id = fixture.community.longThreadID
            await fixture.community.origin.simulate(.status(500), at: "/api/v1/items/\(id)")
            let steps = Mutex(0)
            let capability = try #require(try fixture.source().discussion)
            let response = try await capability.thread(for: DiscussionRequest(storyKey: "\(id)")) { _ in
                steps.withLock { $0 += 1 }
            }
            #expect(
                response.comments.map(DiscussionContract.readingOrder)
                    == fixture.community.thread(below: id).map(String.init))
            #expect(response.diagnostics.count == 1 && steps.withLock { $0 } >= 2)
            #expect(fixture.hits("/v0/item/") == 1_201)
        }
    }

    @Test func `without the official interface the tree is read as it is, with a complaint`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let id = fixture.community.longThreadID
            await fixture.community.origin.simulate(.status(500), at: "/v0/item/\(id).json")
            let response = try await fixture.thread(id)
            #expect(response.comments?.count ?? 0 > 1_000 && response.diagnostics.count == 1)
            DiscussionContract.expectWellFormed(response.comments ?? [])
        }
    }

    @Test func `a second visit of an unchanged thread asks once`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let id = fixture.community.longThreadID
            let first = try await fixture.thread(id)
            fixture.community.origin.clearRequests()
            let second = try await fixture.thread(id, previous: first.sourceState)
            #expect(second.comments == nil && fixture.community.origin.requests.count == 1)
            #expect(second.story?.points != nil)
            // A manual refresh checks everything, and fetches only comments whose order may differ.
            fixture.community.origin.clearRequests()
            let third = try await fixture.thread(id, previous: second.sourceState, reason: .manual)
            #expect(
                third.comments == nil && fixture.community.origin.requests.count < 100,
                "\(fixture.community.origin.requests.count)")
        }
    }

    @Test(.mission("HN-16")) func `a comment has its text, author, parent, time, link and standing`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let id = fixture.community.longThreadID
            let comments = try #require(try await fixture.thread(id).comments)
            let one = try #require(comments.first { $0.moderationState == .shown && $0.parentKey != nil })
            #expect(one.author != nil && one.publishedAt != nil && !one.text.isEmpty)
            #expect(one.link == (try fixture.address("/item?id=\(one.key)")))
            #expect(comments.contains { $0.isByAuthor })
            // The fields of a comment are compared one by one.
            fixture.serve(
                item: 8,
                #"{"id":8,"type":"story","title":"T","by":"ada","time":1789990000,"descendants":2,"kids":[9]}"#)
            fixture.serve(
                item: 9,
                #"{"id":9,"type":"comment","by":"bo","parent":8,"time":1789990060,"text":"<i>One</i>","kids":[10]}"#)
            fixture.serve(
                item: 10, #"{"id":10,"type":"comment","by":"ada","parent":9,"time":1789990120,"text":"Two"}"#)
            let both = try #require(try await fixture.thread(8).comments)
            try #require(both.map(\.key) == ["9", "10"])
            #expect(both.map(\.parentKey) == [nil, "9"] && both.map(\.author) == ["bo", "ada"])
            #expect(both.map(\.isByAuthor) == [false, true] && both.map(\.text) == ["One", "Two"])
            #expect(both.map(\.body.text) == ["<p><i>One</i></p>", "<p>Two</p>"])
            #expect(both.map { $0.publishedAt?.timeIntervalSince1970 } == [1_789_990_060, 1_789_990_120])
            #expect(both.allSatisfy { $0.kind == .comment && $0.moderationState == .shown && $0.fadePercent == 0 })
        }
    }

    @Test(.mission("HN-86"))
    func `what was taken back, is dead or was flagged away is told apart, and its answers stay`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let id = fixture.community.longThreadID
            let comments = try #require(try await fixture.thread(id).comments)
            for standing in [FetchedComment.ModerationState.deleted, .dead, .flagged] {
                let some = comments.filter { $0.moderationState == standing }
                #expect(some.count > 3, "\(standing)")
                #expect(some.allSatisfy { $0.body.isEmpty }, "\(standing)")
            }
            let gone = Set(fixture.community.deleted(below: id).map(String.init))
            #expect(gone == Set(comments.filter { $0.moderationState == .deleted }.map(\.key)))
            #expect(gone.allSatisfy { key in comments.contains { $0.parentKey == key } })
        }
    }

    @Test func `siblings are given as the site lists them, with orphans and circles`() throws {
        var builder = HackerNewsThreadBuilder(story: 100, author: nil)
        builder.setRanking([1, 2], below: 100)
        let items: [(id: Int, parent: Int, kids: String)] = [
            (4, 2, ""), (3, 1, ""), (2, 100, "5,4"), (9, 77, ""), (1, 100, "3"), (5, 2, ""), (11, 12, "12"),
            (12, 11, "11"),
        ]
        for item in items {
            let json = #"{"id":\#(item.id),"type":"comment","by":"a","parent":\#(item.parent),"kids":[\#(item.kids)]}"#
            let read = try #require(HackerNewsItem(try JSONReader.value(of: Array(json.utf8))))
            builder.merge(read, moderationState: .shown)
        }
        let comments = builder.comments { node, _ in FetchedComment(key: "\(node.id)", parentKey: "\(node.parent)") }
        #expect(comments.map(\.key) == ["1", "2", "9", "3", "5", "4", "11", "12"])
        #expect(comments.map(\.parentKey) == [nil, nil, "77", "1", "2", "2", "12", "11"])
    }

    @Test(.mission("HN-21", "HN-22", "HN-23", "HN-24"))
    func `text keeps emphasis, paragraphs, code with its spaces, and entities once`() throws {
        let endpoints = HackerNewsEndpoints(site: try #require(WebAddress("https://news.ycombinator.com/")))
        let text = HackerNewsMapper(endpoints: endpoints).text(
            "It&#x27;s <i>so</i> &amp;lt; x<p>Two<pre><code>  let a = 1\n      b &lt; c\n</code></pre><p>See <a href=\"https:&#x2F;&#x2F;loom.example&#x2F;a-very-long-address-that-is-cut-short-somewhere?x=1&amp;y=2\" rel=\"nofollow\">https:&#x2F;&#x2F;loom.example&#x2F;a-very-long-address-that-is-cut-sh...</a> and <a href=\"item?id=7\">item</a>"
        )
        #expect(
            text.body.text.hasPrefix(
                "<p>It's <i>so</i> &amp;lt; x</p><p>Two</p><pre><code>  let a = 1\n      b &lt; c\n</code></pre>"),
            "\(text.body.text)")
        #expect(text.plain.hasPrefix("It's so &lt; x\nTwo\n"))
        #expect(
            text.body.text.contains(
                ">https://loom.example/a-very-long-address-that-is-cut-short-somewhere?x=1&amp;y=2</a>"))
        #expect(text.body.text.contains("href=\"https://news.ycombinator.com/item?id=7\""))
    }

    @Test(.mission("HN-77")) func `a slow comment holds up neither the first screen nor the others`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let id = fixture.community.longThreadID
            _ = try await fixture.thread(id)
            let slow = try #require(fixture.community.origin.requests.last { $0.path.hasPrefix("/v0/item/") }?.path)
            await fixture.community.origin.simulate(.delayed(.seconds(2)), at: slow)
            let began = ContinuousClock.now
            let first = Mutex<Duration?>(nil)
            let capability = try #require(try fixture.source().discussion)
            let response = try await capability.thread(for: DiscussionRequest(storyKey: "\(id)")) { _ in
                first.withLock { $0 = $0 ?? ContinuousClock.now - began }
            }
            let whole = ContinuousClock.now - began
            #expect(try #require(first.withLock { $0 }) < whole - .seconds(1))
            #expect(response.comments?.count == 1_200)
        }
    }

    // MARK: What goes wrong

    @Test func `a reply that is not there, and a deleted one without a type, hold up no thread`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.serve(
                item: 8,
                #"{"id":8,"type":"story","title":"T","by":"a","time":1789990000,"descendants":2,"kids":[9,10,11]}"#)
            fixture.serve(item: 9, #"{"id":9,"type":"comment","by":"b","parent":8,"time":1789990001,"text":"One"}"#)
            fixture.serve(item: 10, #"{"id":10,"deleted":true,"parent":8,"time":1789990002,"kids":[12]}"#)
            fixture.community.origin.serve(JSON.page("null", status: 404), at: "/v0/item/11.json")
            fixture.serve(item: 12, #"{"id":12,"type":"comment","by":"c","parent":10,"time":1789990003,"text":"Two"}"#)
            fixture.serve(tree: 8, "<p>Sorry.</p>", status: 500)
            let response = try await fixture.thread(8)
            #expect(response.comments?.map(\.key) == ["9", "10", "12"])
            #expect(response.comments?.map(\.moderationState) == [.shown, .deleted, .shown])
            #expect(response.isComplete && response.missingCount == 0)
        }
    }

    /// The limits of `Int`, and a number beyond those exact in JSON.
    private static let ends = ["-9223372036854775808", "9223372036854775807", "-9007199254740993"]

    @Test(arguments: ends)
    func `a number from the ends of what there is stops nobody`(number: String) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.origin.serve(JSON.page("[8]"), at: "/v0/topstories.json")
            fixture.serve(
                item: 8,
                """
                {"id":8,"type":"story","title":"T","by":"a","time":\(number),"descendants":\(number),"score":\(number),
                "kids":[9]}
                """)
            fixture.serve(
                item: 9, #"{"id":9,"type":"comment","by":"b","parent":8,"time":\#(number),"text":"One"}"#)
            fixture.serve(
                tree: 8,
                """
                {"id":8,"author":"a","num_comments":\(number),"points":\(number),"children":[
                {"id":9,"author":"b","text":"One","created_at_i":\(number),"children":[]}]}
                """)
            let list = try await fixture.list()
            #expect(list.stories?.map(\.publishedAt) == [nil] && list.stories?.map(\.commentCount) == [nil])
            _ = try await fixture.list(previous: list.sourceState)
            let first = try await fixture.thread(8)
            #expect(first.comments?.map(\.key) == ["9"] && first.comments?[0].publishedAt == nil)
            #expect(first.missingCount == 0)
            let second = try await fixture.thread(8, previous: first.sourceState, reason: .manual)
            #expect(second.comments == nil)
            await fixture.community.origin.simulate(.status(500), at: "/v0/item/8.json")
            let capability = try #require(try fixture.source().discussion)
            let alone = try await capability.thread(for: DiscussionRequest(storyKey: "8", expectedCount: 0))
            #expect(alone.comments?.count == 1 && alone.missingCount == 0)
        }
    }

    @Test func `what is kept goes before the tree alone, which says what it lacks and counts nothing`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let id = fixture.community.longThreadID
            let whole = try await fixture.thread(id)
            await fixture.community.origin.simulate(.status(500), at: "/v0/item/\(id).json")
            let failure = await HackerNewsFixture.failure {
                _ = try await fixture.thread(id, previous: whole.sourceState, reason: .manual)
            }
            #expect(failure == .refused(status: 500))
            // The incomplete thread is returned, since nothing better is stored.
            let capability = try #require(try fixture.source().discussion)
            var request = DiscussionRequest(storyKey: "\(id)", expectedCount: 1_200)
            let alone = try await capability.thread(for: request)
            let count = try #require(alone.comments?.count)
            #expect(!alone.isComplete && count < 1_200 && alone.missingCount == 1_200 - count)
            #expect(alone.story != nil && alone.story?.commentCount == nil)
            // The thread may come incomplete again, and the whole one replaces it.
            request.sourceState = alone.sourceState
            #expect(try await capability.thread(for: request).comments != nil)
            await fixture.community.origin.resetBehaviour()
            let mended = try await capability.thread(for: request)
            #expect(mended.comments?.map(\.key) == whole.comments?.map(\.key) && mended.isComplete)
        }
    }

    @Test func `after a failure everything is given again, and what is shown is not called missing`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.searchLag = 0 }
            let id = fixture.community.longThreadID
            let whole = try await fixture.thread(id)
            let comments = try #require(whole.comments)
            // The comment has several replies and is in the tree, so that only their order is fetched.
            let parents = Dictionary(grouping: comments.compactMap(\.parentKey)) { $0 }
            let one = try #require(comments.first { $0.moderationState == .shown && parents[$0.key]?.count ?? 0 > 1 })
            await fixture.community.origin.simulate(.status(500), at: "/v0/item/\(one.key).json")
            fixture.clock.advance(days: 0.1)
            let partial = try await fixture.thread(id, previous: whole.sourceState, reason: .manual)
            #expect(partial.comments?.contains { $0.key == one.key } == true)
            #expect(partial.missingCount == 0 && !partial.isComplete && partial.diagnostics.count == 1)
            await fixture.community.origin.resetBehaviour()
            let mended = try await fixture.thread(id, previous: partial.sourceState)
            #expect(mended.comments != nil && mended.isComplete && mended.diagnostics.isEmpty)
            #expect(try await fixture.thread(id, previous: mended.sourceState).comments == nil)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `an item that calls itself another is not understood, and not asked for without end`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.serve(item: 5, #"{"id":6,"type":"story","title":"T","by":"a","time":1789990000,"descendants":0}"#)
            guard case .unreadable? = await HackerNewsFixture.failure({ _ = try await fixture.thread(5) }) else {
                Issue.record("it was read")
                return
            }
            fixture.serve(
                item: 8,
                #"{"id":8,"type":"story","title":"T","by":"a","time":1789990000,"descendants":2,"kids":[9,11]}"#)
            fixture.serve(item: 9, #"{"id":10,"type":"comment","by":"b","parent":8,"time":1789990001,"text":"One"}"#)
            fixture.serve(item: 11, #"{"id":11,"type":"comment","by":"b","parent":8,"time":1789990001,"text":"Two"}"#)
            let response = try await fixture.thread(8)
            #expect(response.comments?.map(\.key) == ["11"] && response.missingCount == 1 && !response.isComplete)
            #expect(fixture.hits("/v0/item/9.json") == 1)
        }
    }

    @Test func `comments that are counted and hidden are looked for once`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { ($0.countsHiddenComments, $0.searchLag) = (true, 0) }
            let id = fixture.community.longThreadID
            let first = try await fixture.thread(id)
            #expect(fixture.hits("/v0/item/") < 600, "\(fixture.hits("/v0/item/"))")
            fixture.community.origin.clearRequests()
            let second = try await fixture.thread(id, previous: first.sourceState, reason: .manual)
            #expect(second.comments == nil && second.missingCount == 0)
            #expect(fixture.hits("/v0/item/") < 100, "\(fixture.hits("/v0/item/"))")
        }
    }

    @Test func `orders that were taken over grow old all the same`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.searchLag = 0 }
            let id = fixture.community.longThreadID
            var response = try await fixture.thread(id)
            var asked: [Int] = []
            for _ in 0..<3 {
                fixture.clock.advance(days: 40 / 1_440)
                fixture.community.origin.clearRequests()
                response = try await fixture.thread(id, previous: response.sourceState, reason: .manual)
                asked.append(fixture.hits("/v0/item/"))
            }
            // The tree is reused after forty minutes, not after eighty.
            #expect(asked[0] < 100 && asked[1] > 200 && asked[2] < 100, "\(asked)")
        }
    }
}

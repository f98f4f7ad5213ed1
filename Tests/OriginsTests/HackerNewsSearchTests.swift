import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of searches for stories, comments, people and addresses.
@Suite struct HackerNewsSearchTests {
    @Test(.mission("HN-83")) func `words find stories, by tag, author, day and sort`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let search = try #require(try fixture.source().search)
            let found = try await search.stories(matching: "keyboard")
            #expect(!found.stories.isEmpty)
            #expect(found.stories.allSatisfy { "\($0.title) \($0.text)".lowercased().contains("keyboard") })
            #expect(found.stories.allSatisfy { $0.hasOldCounts }, "the service is late")
            #expect(fixture.community.origin.requests.last?.target.contains("tags=%28story%2Cpoll%2Cjob%29") == true)
            let shows = try await search.stories(matching: "keyboard type:show")
            #expect(!shows.stories.isEmpty && shows.stories.allSatisfy { $0.kind == .show })
            let name = try #require(found.stories.first?.byline)
            let own = try await search.stories(matching: "author:\(name)")
            #expect(!own.stories.isEmpty && own.stories.allSatisfy { $0.byline == name })
            _ = try await search.stories(matching: "tide since:2026-09-20 before:2027 sort:date")
            let hit = try #require(fixture.community.origin.requests.last)
            #expect(hit.path == "/api/v1/search_by_date")
            #expect(hit.target.contains("numericFilters=created_at_i%3E%3D1789862400%2Ccreated_at_i%3C1798761600"))
            #expect(hit.target.contains("query=tide&"))
        }
    }

    @Test(.mission("HN-83")) func `points are compared here when the service refuses to`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let search = try #require(try fixture.source().search)
            let found = try await search.stories(matching: "the points:50")
            #expect(!found.stories.isEmpty && found.stories.allSatisfy { $0.points ?? 0 >= 50 })
            #expect(fixture.community.origin.requests.map(\.path).filter { $0.hasSuffix("search") }.count >= 2)
            fixture.community.configure { $0.rejectsPointsFilter = false }
            fixture.community.origin.clearRequests()
            let again = try await search.stories(matching: "the points:50")
            #expect(fixture.community.origin.requests.count == 1)
            #expect(again.stories.map(\.key) == found.stories.prefix(again.stories.count).map(\.key))
            let talked = try await search.stories(matching: "comments:40 the")
            #expect(!talked.stories.isEmpty && talked.stories.allSatisfy { $0.commentCount ?? 0 >= 40 })
        }
    }

    @Test(.mission("HN-83")) func `comments are found too, and open at themselves`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let search = try #require(try fixture.source().search)
            let found = try await search.stories(matching: "type:comment checksum")
            let first = try #require(found.stories.first)
            #expect(found.stories.allSatisfy { $0.text.contains("checksum") || $0.title.contains("checksum") })
            #expect(first.title.hasPrefix("On “") && first.link == first.discussionLink)
            let more = try await search.stories(matching: "type:comment the", after: SourceCursor(rawValue: "p1"))
            #expect(more.stories.count == 30 && more.next?.rawValue == "p2")
            let none = try await search.stories(matching: "zzzzqqqq")
            #expect(none.stories.isEmpty && none.next == nil)
        }
    }

    @Test(arguments: ["a b:c", "type:nonsense", "author: x", "since:yesterday", "points:-3", "before:2024-13"])
    func `what is no filter is a word`(text: String) {
        #expect(HackerNewsSearchQuery(text).words == text)
    }

    @Test(.mission("HN-36")) func `a person has karma, age and what they say of themselves`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.origin.serve(
                JSON.page(
                    #"{"about":"I mend <i>things</i>.<p>Slowly.<script>x()</script>","created":1600000000,"id":"Mara","karma":77,"submitted":[1]}"#
                ), at: "/v0/user/Mara.json")
            let people = try #require(try fixture.source().profiles)
            let person = try await people.profile("Mara")
            #expect(person.karma == 77)
            #expect(person.joinedAt == Date(timeIntervalSince1970: 1_600_000_000))
            #expect(person.about.text.contains("things") && !person.about.text.contains("script"))
            #expect(person.page == (try fixture.address("/user?id=Mara")))
            // A user without public activity is known to the search API alone.
            fixture.community.origin.serve(JSON.page("null"), at: "/v0/user/ostler.json")
            #expect(try await people.profile("ostler").karma != nil)
            await #expect(throws: SourceError.notThere) { try await people.profile("nobody_at_all") }
        }
    }

    @Test(.mission("HN-40"))
    func `somebody's stories and comments, newest first, with and without the search service`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.searchLag = 0 }
            let people = try #require(try fixture.source().profiles)
            let name = "halyard"
            let said = try await people.comments(by: name)
            #expect(!said.comments.isEmpty && said.comments.allSatisfy { $0.comment.author == name })
            #expect(said.comments.allSatisfy { !$0.storyKey.isEmpty && $0.storyTitle != nil })
            let stories = try await people.stories(by: name)
            #expect(stories.stories.allSatisfy { $0.byline == name })
            let keys = said.comments.compactMap { Int($0.comment.key) }
            #expect(keys == keys.sorted(by: >))
            await fixture.community.origin.simulate(.status(500), at: "/api/v1/search_by_date")
            var alone = try await people.comments(by: name)
            var found = alone.comments.map(\.comment.key)
            while found.count < min(20, keys.count), let next = alone.next {
                alone = try await people.comments(by: name, after: next)
                found += alone.comments.map(\.comment.key)
            }
            #expect(found.prefix(20) == said.comments.map(\.comment.key).prefix(found.count).prefix(20))
        }
    }

    @Test func `where a page is discussed is found by its address, however it is written`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let mentions = try #require(try fixture.source().relatedDiscussions)
            for text in [
                "https://drystone.example/notes/b-trees", "http://www.drystone.example/notes/b-trees/?utm_source=x#top",
            ] {
                let stories = try await mentions.stories(about: try #require(WebAddress(text)))
                #expect(stories.map(\.title) == ["Reading B-trees without fear"], "\(text)")
            }
            let none = try await mentions.stories(about: try #require(WebAddress("https://drystone.example/notes")))
            #expect(none.isEmpty)
        }
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807"])
    func `a number from the ends of what there is stops nobody`(number: String) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.origin.serve(
                JSON.page(#"{"created":\#(number),"id":"Mara","karma":\#(number)}"#), at: "/v0/user/Mara.json")
            let people = try #require(try fixture.source().profiles)
            let person = try await people.profile("Mara")
            #expect(person.joinedAt == nil && person.karma == nil)
            fixture.community.origin.serve(
                JSON.page(#"{"hits":[],"page":\#(number),"nbPages":\#(number)}"#), at: "/api/v1/search")
            let search = try #require(try fixture.source().search)
            #expect(try await search.stories(matching: "rope", after: nil).next == nil)
            // The cursor may come from an edited address.
            for cursor in ["p\(number)", "l\(number)", "s\(number)"] {
                _ = try await search.stories(matching: "points:1 rope", after: SourceCursor(rawValue: cursor))
            }
            let failure = await HackerNewsFixture.failure {
                _ = try await fixture.list(after: SourceCursor(rawValue: "n.\(number).5"))
            }
            guard case .notAllowed? = failure else {
                Issue.record("it was taken for a cursor")
                return
            }
        }
    }
}

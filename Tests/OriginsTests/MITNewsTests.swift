import Fetching
import Foundation
import JSON
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of MIT's API, with `SampleMITNews` or with pages that a test writes.
@Suite struct MITNewsTests {
    // MARK: The institute

    @Test(.mission("MIT-02", "MIT-03"))
    func `categories come in the origin's order, and change with it`() async throws {
        try await atInstitute { api, source async throws in
            let directory = try web(api.apiRoot + "/categories")
            let first = try await source.stories(in: ChannelRequest(address: directory, reason: .viewed))
            #expect(first.channels?.map(\.key) == (1...14).map(String.init))
            #expect(first.channels?.map(\.title) == api.categories.map(\.name))
            #expect(first.channels?.first?.address.text == api.apiRoot + "/stories?category=1")
            #expect(first.pollingHints.viewFreshSeconds == 3600)
            api.configure { $0.reversesCategories = true }
            let second = try await source.stories(
                in: ChannelRequest(address: directory, reason: .viewed, sourceState: first.sourceState))
            #expect(second.channels?.map(\.title) == api.categories.map(\.name).reversed())
        }
    }

    @Test(.mission("MIT-20", "MIT-27"), arguments: [SampleMITNewsBehaviour.IDFormat.numericStrings, .slugs, .integers])
    func `a category is asked for by id with a limit of twenty`(naming: SampleMITNewsBehaviour.IDFormat) async throws {
        try await atInstitute { api, source async throws in
            api.configure { $0.idFormat = naming }
            let directory = ChannelRequest(address: try web(api.apiRoot), reason: .viewed)
            let channel = try #require(try await source.stories(in: directory).channels?.first)
            let response = try await source.stories(in: ChannelRequest(address: channel.address, reason: .viewed))
            #expect(response.stories?.count == 20)
            let id = naming == .slugs ? "latest" : "1"
            let hit = try #require(api.origin.requests.last)
            #expect(hit.target == "/apis/news/stories?category=\(id)&limit=20")
            #expect(hit.header("accept") == "application/json")
        }
    }

    @Test(
        .mission("MIT-23", "MIT-24"),
        arguments: [
            SampleMITNewsBehaviour.PaginationLink.next, .multipleRelations, .relative, .opaqueCursor,
        ])
    func `the next page is the one that the answer links to, verbatim`(linking: SampleMITNewsBehaviour.PaginationLink)
        async throws
    {
        try await atInstitute { api, source async throws in
            api.configure { $0.paginationLink = linking }
            let address = try web(api.apiRoot + "/stories?category=1")
            var response = try await source.stories(in: ChannelRequest(address: address, reason: .viewed))
            var keys = response.stories?.map(\.key) ?? []
            while let next = response.next, keys.count < 200 {
                response = try await source.stories(in: ChannelRequest(address: address, reason: .manual, after: next))
                #expect(api.origin.requests.last.map { api.origin.site + $0.target } == next.rawValue)
                keys += response.stories?.map(\.key) ?? []
            }
            #expect(keys.count > 40 && Set(keys).count == keys.count)
            #expect(response.next == nil && response.diagnostics.isEmpty)
        }
    }

    @Test func `a next page at another site is left out, with a complaint`() async throws {
        try await atInstitute { api, source async throws in
            api.configure { $0.paginationLink = .otherHost }
            let address = try web(api.apiRoot + "/stories?category=1")
            let response = try await source.stories(in: ChannelRequest(address: address, reason: .viewed))
            #expect(response.next == nil && response.stories?.count == 20)
            #expect(response.diagnostics.first?.contains("stories.example") == true)
            let foreign = ChannelRequest(
                address: address, reason: .viewed,
                after: SourceCursor(rawValue: "http://stories.example/apis/news/stories")
            )
            await #expect(throws: SourceError.self) { try await source.stories(in: foreign) }
            #expect(api.origin.requests.count == 1)
        }
    }

    @Test(.mission("MIT-25")) func `a story that came between two pages is there once by its key`() async throws {
        try await atInstitute { api, source async throws in
            let address = try web(api.apiRoot + "/stories?category=1")
            let first = try await source.stories(in: ChannelRequest(address: address, reason: .viewed))
            api.configure { $0.insertedStoryCount = 1 }
            let second = try await source.stories(
                in: ChannelRequest(address: address, reason: .manual, after: first.next))
            let keys = [first, second].map { $0.stories?.map(\.key) ?? [] }
            #expect(keys[0].last == keys[1].first && Set(keys[0] + keys[1]).count == 39)
        }
    }

    @Test(.mission("MIT-30", "MIT-31"))
    func `words are looked for in all categories, whatever letters they have`() async throws {
        try await atInstitute { api, source async throws in
            let search = try #require(source.search)
            let found = try await search.stories(matching: "the")
            #expect(found.stories.count == 20)
            #expect(Set(found.stories.flatMap(\.tags)).count > 3)
            let more = try await search.stories(matching: "the", after: found.next)
            #expect(!more.stories.isEmpty && Set(more.stories.map(\.key)).isDisjoint(with: found.stories.map(\.key)))
            _ = try await search.stories(matching: "the")
            #expect(api.origin.requests.count == 3)
            let none = try await search.stories(matching: "salt & Löwe+1/2 ?")
            #expect(none.stories.isEmpty && none.next == nil)
            #expect(
                api.origin.requests.last?.target
                    == "/apis/news/stories?q=salt%20%26%20L%C3%B6we%2B1%2F2%20%3F&limit=20")
            let one = try await search.stories(matching: "carillon bells")
            #expect(one.stories.map(\.title) == ["Six keys and a thousand years"])
        }
    }

    @Test(.mission("MIT-14"))
    func `a story has its cover, its gallery, every size, captions and credits`() async throws {
        try await atInstitute { _, source async throws in
            let story = try await self.story("Sand that remembers where it was", source)
            #expect(story.hasLeadPicture && story.pictures.count == 4 && !story.isExternal)
            #expect(!source.hasStoryPages, "the list has whole texts")
            let cover = story.pictures[0]
            #expect(cover.width == 1600 && cover.renditions.map(\.width) == [72, 468])
            #expect(cover.caption?.hasPrefix("Sampling the back dune") == true)
            #expect(cover.alt?.hasPrefix("Two people") == true && cover.credit == "Bram Oltway, Marram Institute")
            #expect(story.byline == "Oda Fennimore" && story.tags == ["Physics"])
            #expect(story.dek?.hasPrefix("A beach is the oldest") == true)
            #expect(story.text.contains("Quartz keeps a kind of diary") && story.publishedAt != nil)
            let bare = try await self.story("Concrete that drinks its own rain", source)
            #expect(!bare.hasLeadPicture && bare.pictures.count == 3)
        }
    }

    @Test(.mission("MIT-10"))
    func `what is told elsewhere has its category to say so, with a body or without`() async throws {
        try await atInstitute { api, source async throws in
            let address = try web(api.apiRoot + "/stories?category=in_the_media&limit=60")
            let response = try await source.stories(in: ChannelRequest(address: address, reason: .viewed))
            let stories = try #require(response.stories)
            #expect(stories.count > 20 && stories.allSatisfy { $0.isExternal && $0.link != nil })
            #expect(stories.contains { !$0.text.isEmpty } && stories.contains { $0.text.isEmpty })
            #expect(api.origin.requests.last?.query == "category=in_the_media&limit=60")
        }
    }

    @Test func `all the ways of writing an instant, a title and a dek come out the same`() async throws {
        var readings: [[String]] = []
        for way in SampleMITNewsBehaviour.TimestampFormat.allCases {
            try await atInstitute { api, source async throws in
                api.configure { $0.timestampFormat = way }
                let address = try web(api.apiRoot + "/stories?category=1&limit=60")
                let response = try await source.stories(in: ChannelRequest(address: address, reason: .viewed))
                #expect(response.diagnostics.isEmpty)
                readings.append(
                    (response.stories ?? []).map {
                        "\($0.publishedAt?.timeIntervalSince1970 ?? 0) \($0.title) \($0.dek ?? "")"
                    })
            }
        }
        #expect(readings[0].count > 30 && readings.allSatisfy { $0 == readings[0] })
        #expect(!readings[0].contains { $0.contains("<") || $0.contains("  ") || $0.contains("\n") })
    }

    @Test(arguments: [true, false])
    func `both slash forms are asked, and what answered is remembered`(wantsSlash: Bool) async throws {
        try await atInstitute { api, source async throws in
            api.configure { $0.requiresTrailingSlash = wantsSlash }
            let address = try web(api.apiRoot + "/stories?category=4")
            let first = try await source.stories(in: ChannelRequest(address: address, reason: .viewed))
            #expect(first.stories?.isEmpty == false)
            api.origin.clearRequests()
            let again = ChannelRequest(address: address, reason: .viewed, sourceState: first.sourceState)
            let unchanged = try await source.stories(in: again)
            #expect(unchanged.stories == nil)
            #expect(api.origin.requests.map { $0.path.hasSuffix("/") } == [wantsSlash])
            let directory = ChannelRequest(address: try web(api.apiRoot + "/categories"), reason: .viewed)
            let list = try await source.stories(in: directory)
            #expect(list.channels?.count == 14)
        }
    }

    @Test(
        .mission("MIT-68"),
        arguments: [
            ("max-age=60", 60), ("max-age=0", 0), ("no-cache", 0), ("no-store", 0), (nil, 300),
        ] as [(String?, Int)])
    func `Cache-Control says how long a shown list needs no asking`(value: String?, seconds: Int) async throws {
        try await atInstitute { api, source async throws in
            api.configure { $0.storiesCacheControl = value }
            let address = try web(api.apiRoot + "/stories?category=1")
            let response = try await source.stories(in: ChannelRequest(address: address, reason: .viewed))
            #expect(response.pollingHints.viewFreshSeconds == seconds && !response.pollingHints.lacksValidators)
        }
    }

    @Test func `the interface's own words for a refusal are kept`() async throws {
        try await atInstitute { api, source async throws in
            let address = try web(api.apiRoot + "/stories?category=1&limit=many")
            let request = ChannelRequest(address: address, reason: .viewed)
            await #expect(throws: SourceError.refused(status: 400, message: "The limit “many” is no number.")) {
                try await source.stories(in: request)
            }
            let unknown = ChannelRequest(
                address: try web(api.apiRoot + "/stories?category=99"), reason: .viewed)
            await #expect(throws: SourceError.notThere) { try await source.stories(in: unknown) }
        }
    }

    // MARK: Written by hand

    @Test func `a bad story is a complaint, and the others are read`() async throws {
        let text = """
            [17, null, {"title": "Nobody knows me"},
             {"id": 12345678901234567890, "title": null, "dek": "  <p> Only a <b>dek</b> </p>", "published_at": null},
             {"id": " x ", "title": "<i>Whole</i> \\n title", "source_url": "//news.example/x", "author": ["A", {"name": "B"}],
              "featured": "true", "published_at": 1700000000, "body_html": "<p>Text <img src='/sites/x.jpg'></p>",
              "cover_image": {"representations": []}, "gallery_images": [{"url": "/g.jpg", "caption": "<b>G</b>"}, 5, {}],
              "category": "physics"}]
            """
        let (stories, diagnostics) = try await read(text)
        #expect(stories.map(\.key) == ["12345678901234567890", "x"])
        #expect(stories[0].title == "Only a dek" && stories[0].publishedAt == nil && !stories[0].isExternal)
        let whole = stories[1]
        #expect(whole.title == "Whole title" && whole.byline == "A, B" && whole.isFeatured)
        #expect(whole.publishedAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(whole.pictures.map(\.address.text) == ["http://news.example/g.jpg", "http://news.example/sites/x.jpg"])
        #expect(whole.pictures[0].caption == "G" && !whole.hasLeadPicture)
        #expect(
            diagnostics == [
                "Story 1 is no object", "Story 2 is no object", "Story 3 has neither id nor address",
                "“Only a dek” has no date",
            ])
    }

    @Test(
        .mission("MIT-11"),
        arguments: [
            ("{\"category\":{\"id\":\"2\",\"name\":\"In the Media\"},\"body_html\":\"<p>x</p>\"}", "Physics", true),
            ("{\"category\":{\"id\":\"in_the_media\"},\"body_html\":\"<p>x</p>\"}", nil, true),
            ("{\"type\":\"news_clip\",\"body_html\":\"<p>x</p>\"}", nil, true),
            ("{\"body_html\":\"<p>x</p>\"}", "In the Media", true),
            ("{\"body_html\":\" \"}", "Physics", true),
            ("{\"category\":{\"id\":\"1\",\"name\":\"Physics\"},\"body_html\":\"<p>x</p>\"}", "In the Media", false),
            ("{\"body\":\"<p>x</p>\"}", "Physics", false),
        ] as [(String, String?, Bool)])
    func `a story is told elsewhere by its category, its type or its missing body`(
        fields: String, channel: String?, isExternal: Bool
    ) throws {
        let base = "{\"id\":\"1\",\"source_url\":\"https://a.example/1\","
        var mapper = MITNewsMapper(channelTitle: channel)
        let value = try JSONReader.value(of: Array((base + fields.dropFirst()).utf8))
        #expect(mapper.story(value, number: 1)?.isExternal == isExternal)
    }

    @Test(.mission("MIT-44"))
    func `relative links of a text resolve against the story's page, else the news office`() throws {
        let body = "\"body_html\":\"<p><a href='/a'>x</a> <img src='/a.jpg'></p>\""
        for (source, home) in [
            ("\"source_url\":\"http://newsoffice.mit.edu/2014/x\",", "http://newsoffice.mit.edu/a"),
            ("", "http://newsoffice.mit.edu/a"), ("\"source_url\":\"https://p.example/x\",", "https://p.example/a"),
        ] {
            var mapper = MITNewsMapper(channelTitle: nil)
            let value = try JSONReader.value(of: Array("{\"id\":1,\(source)\(body)}".utf8))
            let story = mapper.story(value, number: 1)
            #expect(story?.body.text.contains("href=\"\(home)\"") == true)
            #expect(story?.pictures.map(\.address.text) == ["\(home).jpg"], "its pictures do too")
        }
    }

    @Test(arguments: [
        ("https://m.mit.edu", "https://m.mit.edu/apis/news"),
        ("https://m.mit.edu/apis/news/", "https://m.mit.edu/apis/news"),
        ("http://127.0.0.1:8080/news", "http://127.0.0.1:8080/news"),
    ])
    func `the root is configuration`(given: String, root: String) throws {
        let address = try web(given)
        #expect(MITNewsEndpoints(root: address).root == root)
    }

    @Test func `an error in place of a list is unreadable, in the interface's words`() async throws {
        await #expect(throws: SourceError.unreadable(FailureCause(.originError("Down for repairs"), at: "127.0.0.1"))) {
            try await read("{\"error\": \"Down for <b>repairs</b>\"}")
        }
        await #expect(throws: SourceError.unreadable(FailureCause(.notJSON(.truncated), at: "127.0.0.1"))) {
            try await read("[{\"id\":1},{\"id\"")
        }
    }

    // MARK: -

    private func read(_ text: String) async throws -> ([FetchedStory], [String]) {
        var result: ([FetchedStory], [String]) = ([], [])
        try await SourceFixture.open(["/apis/news/stories": JSON.page(text)]) { fixture async throws in
            let source = MITNewsSource(fetcher: fixture.fetcher, root: try fixture.address("/apis/news"))
            let address = try fixture.address("/apis/news/stories?category=1")
            let response = try await source.stories(in: ChannelRequest(address: address, reason: .due))
            result = (response.stories ?? [], response.diagnostics)
        }
        return result
    }

    private func story(_ title: String, _ source: MITNewsSource) async throws -> FetchedStory {
        try #require(try await source.search?.stories(matching: title).stories.first)
    }

    private func web(_ text: String) throws -> WebAddress { try #require(WebAddress(text)) }

    private func atInstitute(_ body: (SampleMITNews, MITNewsSource) async throws -> Void) async throws {
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        try await SampleMITNews.open(startAt: now, now: { now }) { api in
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: AllowedAddress(api.origin.host).map { [$0] } ?? []),
                userAgent: "Tidings tests", now: { now })
            do {
                try await body(api, MITNewsSource(fetcher: fetcher, root: try web(api.apiRoot)))
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }
}

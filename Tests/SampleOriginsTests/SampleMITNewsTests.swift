import Foundation
import Testing

@testable import SampleOrigins

@Suite struct SampleMITNewsTests {
    private let stories = Publication.marramInstitute.stories

    @Test func `its stories have all that the interface wants`() {
        #expect(stories.count >= 50)
        #expect(Set(stories.map(\.slug)).count == stories.count && Set(stories.map(\.title)).count == stories.count)
        #expect(stories.filter { $0.pictures.count >= 3 }.count >= 3)
        #expect(stories.contains { $0.picture == nil && $0.pictures.count >= 3 })
        #expect(stories.contains { $0.dek == nil } && stories.contains { $0.byline == nil })
        for story in stories {
            let name = Comment(rawValue: story.slug)
            #expect(story.topics.first.flatMap(SampleMITNewsCategory.named) != nil, name)
            switch story.kind {
            case .long: #expect(story.wordCount >= 600, name)
            case .whole: #expect(story.wordCount >= 130, name)
            case .note: #expect((10...90).contains(story.wordCount), name)
            }
            for picture in story.pictures {
                #expect(SamplePicture.all.contains { $0.kind == picture.kind }, name)
                #expect(![picture.subject, picture.alt, picture.caption, picture.credit].contains(""), name)
            }
        }
        let others = Set(Publication.roster.flatMap(\.stories).map(\.title))
        #expect(others.isDisjoint(with: stories.map(\.title)))
    }

    @Test func `every category has at least three stories at the start`() async throws {
        try await withMITNews { port, mitNews in
            for category in mitNews.categories {
                let response = try await RawHTTPResponse.fetch(
                    port, "/apis/news/stories?category=\(category.slug)&limit=3")
                #expect(try list(response).count == 3, Comment(rawValue: category.name))
            }
        }
    }

    @Test func `lists have pages, and answers their headers`() async throws {
        try await withMITNews { port, mitNews in
            let first = try await RawHTTPResponse.fetch(port, "/apis/news/stories/?category=1&limit=20")
            #expect(first.header("content-type") == "application/json; charset=utf-8")
            #expect(first.header("cache-control") == "max-age=60" && first.header("etag") == nil)
            #expect(
                first.header("link")
                    == "<\(mitNews.apiRoot)/stories?category=1&limit=20&offset=20>; rel=\"next\"")
            let last = try await RawHTTPResponse.fetch(port, "/apis/news/stories?category=1&limit=20&offset=40")
            #expect(last.header("link") == nil)
            let found = try await RawHTTPResponse.fetch(port, "/apis/news/stories?q=beach%20quartz")
            #expect(try list(found).count == 1)
            let featured = try await RawHTTPResponse.fetch(port, "/apis/news/stories?featured=true")
            #expect(try list(featured).allSatisfy { $0["featured"] as? Bool == true })
        }
    }

    @Test(arguments: ["/apis/news/stories?category=77", "/apis/news/stories/1", "/apis/news/nothing"])
    func `what is not there is an error object`(path: String) async throws {
        try await withMITNews { port, _ in
            let response = try await RawHTTPResponse.fetch(port, path)
            let object = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
            #expect(response.status == 404 && object?["error"] is String)
        }
    }

    @Test func `pictures are there in the sizes that were promised`() async throws {
        try await withMITNews { port, mitNews in
            let response = try await RawHTTPResponse.fetch(port, "/apis/news/stories?q=beach%20quartz")
            let cover = try #require(try list(response).first?["cover_image"] as? [String: Any])
            let files = try #require(cover["representations"] as? [[String: Any]])
            #expect(files.compactMap { $0["width"] as? Int } == [72, 468, 1600])
            var sizes: [Int] = []
            for file in files {
                let address = try #require(file["url"] as? String)
                let picture = try await RawHTTPResponse.fetch(
                    port, String(address.dropFirst(mitNews.origin.site.count)))
                let isWhole = file["width"] as? Int == 1600
                #expect(picture.header("content-type") == (isWhole ? "image/webp" : "image/jpeg"))
                sizes.append(picture.body.count)
            }
            #expect(sizes == sizes.sorted() && sizes[0] < 20_000)
        }
    }

    private func list(_ response: RawHTTPResponse) throws -> [[String: Any]] {
        try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [[String: Any]])
    }

    private func withMITNews(_ body: (Int, SampleMITNews) async throws -> Void) async throws {
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        try await SampleMITNews.open(startAt: now, now: { now }) { mitNews in
            try await body(mitNews.origin.port, mitNews)
        }
    }
}

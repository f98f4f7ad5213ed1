import Foundation
import FoundationXML
import Synchronization
import Testing

@testable import SampleOrigins

private let startAt = Date(timeIntervalSince1970: 1_790_000_000)

private let searchOf501Letters = "everything?q=" + String(repeating: "a", count: 501)

private final class ServiceClock: Sendable {
    private let instant = Mutex(startAt)
    var now: Date {
        get { instant.withLock { $0 } }
        set { instant.withLock { $0 = newValue } }
    }

    func advance(minutes: Double) { instant.withLock { $0.addTimeInterval(minutes * 60) } }
}

@Suite struct SampleNewsAPITests {
    private let content = SampleNewsContent.shared

    // MARK: Content

    @Test func `some 2,000 stories are told by 25 publishers in three languages and seven categories`() {
        let articles = SampleNewsArchive(content, startAt: startAt).articles
        #expect(content.publishers.count == 25 && Set(content.publishers.map(\.id)).count == 25)
        #expect((1_900...2_300).contains(articles.count))
        #expect(Set(articles.map(\.publisher.language)) == ["en", "de", "fr"])
        #expect(Set(articles.map(\.category)) == Set(SampleNewsRequest.categories))
        #expect(Set(articles.map(\.title)).count > 1_700)
        #expect(Set(articles.map { $0.publisher.id + "/" + $0.published.story.slug }).count == articles.count)
        #expect(articles.filter { $0.publishedAt > startAt }.count > 200)
        #expect(Set(articles.map(\.linkForm)).count == 3)
    }

    @Test func `a calm service has two events of one kind days apart, and tells of some of the last day`() {
        let articles = SampleNewsArchive(content, startAt: startAt, isCalm: true).articles
        let firsts = Dictionary(grouping: articles) { $0.published.story.slug }.values.compactMap { tellings in
            tellings.min { $0.publishedAt < $1.publishedAt }
        }
        for events in Dictionary(grouping: firsts, by: \.event.slug).values {
            let times = events.map(\.publishedAt).sorted()
            #expect(zip(times, times.dropFirst()).allSatisfy { $1.timeIntervalSince($0) > 4 * 86_400 })
        }
        #expect(articles.count { (0..<86_400).contains(startAt.timeIntervalSince($0.publishedAt)) } > 40)
        #expect(articles.contains { $0.publishedAt > startAt })
    }

    @Test func `every gap of an event is filled, and publishers have their own words`() {
        for article in SampleNewsArchive(content, startAt: startAt).articles {
            let story = article.published.story
            let texts = [article.title, article.description, article.text, story.title, story.dek ?? ""]
            let name = Comment(rawValue: "\(article.publisher.id)/\(story.slug)")
            #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains("{") && !$0.contains("}") }, name)
            #expect(article.title != story.title, name)
            #expect(SamplePicture.all.contains { $0.kind == story.picture?.kind }, name)
        }
    }

    // MARK: Keys and plans

    @Test(arguments: [
        (["X-Api-Key": "KEY"], ""), (["Authorization": "KEY"], ""), (["Authorization": "Bearer KEY"], ""),
        (["Accept": "application/json"], "&apiKey=KEY"),
    ])
    func `a key may come in three ways`(fields: [String: String], suffix: String) async throws {
        try await withService { service, _ in
            let own = fields.mapValues { $0.replacing("KEY", with: service.key) }
            let path = "/v2/top-headlines?country=us" + suffix.replacing("KEY", with: service.key)
            #expect(try await RawHTTPResponse.fetch(service.origin.port, path, own).status == 200)
            let wrong = try await RawHTTPResponse.fetch(
                service.origin.port, "/v2/top-headlines?country=us", ["X-Api-Key": "wrong"])
            #expect(try code(wrong) == "apiKeyInvalid" && wrong.status == 401)
            let none = try await RawHTTPResponse.fetch(service.origin.port, "/v2/top-headlines?country=us")
            #expect(try code(none) == "apiKeyMissing" && none.status == 401)
            #expect(service.requestTimes(of: service.key).count == 1 && service.requestTimes(of: "wrong").isEmpty)
        }
    }

    @Test func `a plan has 50 requests in 12 hours and 100 in 24, by the service's clock`() async throws {
        try await withService { service, clock in
            for round in 0..<2 {
                for _ in 0..<50 { #expect(try await get("/v2/sources", service).status == 200) }
                let refused = try await get("/v2/sources", service)
                #expect(try code(refused) == "rateLimited" && refused.status == 429, "\(round)")
                clock.advance(minutes: 12 * 60)
            }
            clock.advance(minutes: -1)
            #expect(try await get("/v2/sources", service).status == 429)
            service.configure { $0.dailyLimit = nil }
            clock.advance(minutes: 1)
            #expect(try await get("/v2/sources", service).status == 200)
        }
    }

    @Test func `a developer's key has 100 results and no browsers`() async throws {
        try await withService { service, _ in
            let path = "/v2/top-headlines?country=us&pageSize=100"
            let first = try await get(path, service)
            #expect(try articles(first).count == 100)
            let total = try object(first)["totalResults"] as? Int
            #expect(try #require(total) > 100)
            let second = try await get(path + "&page=2", service)
            #expect(try code(second) == "maximumResultsReached" && second.status == 426)
            let fields = ["X-Api-Key": service.key, "Origin": "https://reader.example"]
            let browser = try await RawHTTPResponse.fetch(service.origin.port, path, fields)
            #expect(try code(browser) == "corsNotAllowed" && browser.status == 426)
            service.configure { $0.isDeveloperPlan = false }
            #expect(try await articles(get(path + "&page=2", service)).count == 100)
        }
    }

    // MARK: Errors

    @Test(arguments: [
        ("top-headlines", "parametersMissing", 400),
        ("top-headlines?country=usa", "parameterInvalid", 400),
        ("top-headlines?category=weather", "parameterInvalid", 400),
        ("top-headlines?sources=daily-lantern&country=us", "parameterInvalid", 400),
        ("top-headlines?country=us&colour=red", "parameterInvalid", 400),
        ("top-headlines?country=us&pageSize=101", "parameterInvalid", 400),
        ("top-headlines?sources=nobody", "sourceDoesNotExist", 400),
        ("top-headlines?sources=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u", "sourcesTooMany", 400),
        ("top-headlines?country=us&page=6", "maximumResultsReached", 426),
        ("everything?language=en", "parametersMissing", 400),
        ("everything?q=bridge&language=xx", "parameterInvalid", 400),
        ("everything?q=bridge&sortBy=length", "parameterInvalid", 400),
        ("everything?q=bridge&searchIn=title,author", "parameterInvalid", 400),
        ("everything?q=(bridge", "parameterInvalid", 400),
        (searchOf501Letters, "parameterInvalid", 400),
        ("everything?q=bridge&from=yesterday", "parameterInvalid", 400),
        ("everything?q=bridge&from=2001-01-01", "upgradeRequired", 426),
        ("sources?category=weather", "parameterInvalid", 400),
    ])
    func `what is wrong with a request is said by code`(path: String, code: String, status: Int) async throws {
        try await withService { service, _ in
            let response = try await get("/v2/" + path, service)
            #expect(try self.code(response) == code && response.status == status)
        }
    }

    @Test(arguments: SampleNewsAPIBehaviour.Failure.allCases)
    func `every error can be had, with another status too`(failure: SampleNewsAPIBehaviour.Failure) async throws {
        try await withService { service, clock in
            service.configure {
                $0.failure = failure
                $0.retryAfter = .seconds(90)
                $0.faultsEndAt = startAt.addingTimeInterval(60)
            }
            let usual = try await get("/v2/sources", service)
            #expect(try code(usual) == failure.rawValue && usual.status == failure.status)
            #expect(usual.header("retry-after") == (failure.status == 429 ? "90" : nil))
            service.configure { $0.failureStatus = 503 }
            #expect(try await get("/v2/sources", service).status == 503)
            clock.advance(minutes: 1)
            #expect(try await get("/v2/sources", service).status == 200)
        }
    }

    @Test(arguments: SampleNewsAPIBehaviour.BodyFault.allCases)
    func `answers can be broken for a while`(fault: SampleNewsAPIBehaviour.BodyFault) async throws {
        try await withService { service, clock in
            service.configure { ($0.bodyFault, $0.faultsEndAt) = (fault, startAt.addingTimeInterval(60)) }
            let path = "/v2/top-headlines?country=us"
            let broken = try await get(path, service)
            // What cannot be read at all is as good as what has another form.
            let answer = (try? JSONSerialization.jsonObject(with: Data(broken.body))) as? [String: Any]
            #expect(broken.status == 200 && !(answer?["articles"] is [[String: Any]]))
            clock.advance(minutes: 1)
            #expect(try await articles(get(path, service)).count == 20)
        }
    }

    // MARK: Lists

    @Test func `answers have the service's headers`() async throws {
        try await withService { service, _ in
            let path = "/v2/top-headlines?country=us"
            let (first, second) = (try await get(path, service), try await get(path, service))
            #expect(first.header("content-type") == "application/json; charset=utf-8")
            #expect(first.header("cache-control") == "no-cache" && first.header("pragma") == "no-cache")
            #expect(first.header("expires") == "-1" && first.header("etag") == nil)
            #expect(first.header("x-cached-result") == "false" && second.header("x-cached-result") == "true")
        }
    }

    @Test func `headlines have gaps, withdrawn rows and both forms of dates`() async throws {
        try await withService { service, _ in
            service.configure { $0.isDeveloperPlan = false }
            var all: [[String: Any]] = []
            for page in 1...4 {
                all += try await articles(get("/v2/top-headlines?country=us&pageSize=100&page=\(page)", service))
            }
            for key in ["author", "description", "urlToImage", "content"] {
                #expect(all.contains { $0[key] is NSNull } && all.contains { $0[key] is String }, "\(key)")
            }
            let sources = all.compactMap { $0["source"] as? [String: Any] }
            #expect(sources.contains { $0["id"] is NSNull && $0["name"] as? String == "Harrow Gazette" })
            let withdrawn = all.compactMap { article -> String? in
                guard let title = article["title"] as? String, title == "[Removed]" else { return nil }
                return article["url"] as? String
            }
            #expect(Set(withdrawn) == ["https://removed.com"])
            let dates = all.compactMap { $0["publishedAt"] as? String }
            #expect(dates.count == all.count && dates.contains("1970-01-01T00:00:00Z"))
            #expect(dates.contains { $0.contains(".") } && dates.contains { $0.count == 20 })
            let cut = all.compactMap { $0["content"] as? String }.filter { $0.hasSuffix(" chars]") }
            #expect(!cut.isEmpty && cut.contains { $0.contains("\r\n") })
        }
    }

    @Test func `keys can be capitalised, and texts absent`() async throws {
        try await withService { service, _ in
            service.configure { ($0.hasCapitalizedKeys, $0.omitsTexts) = (true, true) }
            let response = try await get("/v2/top-headlines?country=us", service)
            let answer = try object(response)
            let first = try #require((answer["Articles"] as? [[String: Any]])?.first)
            #expect(answer["Status"] as? String == "ok" && first["Url"] is String)
            #expect(first["Title"] == nil || first["Title"] as? String == "[Removed]")
        }
    }

    @Test(arguments: [
        ("top-headlines?country=de", 0...0), ("top-headlines?country=us&language=en", 0...0),
        ("top-headlines?country=us&language=en-US", 100...900), ("top-headlines?country=us&category=science", 20...200),
        ("top-headlines?sources=daily-lantern,morgenblatt", 20...200), ("top-headlines?q=hospital", 5...200),
        ("everything?q=moos%20OR%20mousse", 10...200), ("everything?q=moos&language=fr", 0...0),
        ("everything?q=comet%20-binoculars", 5...200), ("everything?q=%22rarest%20moss%22&searchIn=title", 1...40),
        ("everything?domains=werkbank.example", 10...40), ("everything?qInTitle=bread&sortBy=relevancy", 1...60),
        ("everything?q=bread&from=2026-09-20&to=2026-09-21T12:00:00", 1...60),
    ])
    func `requests select`(path: String, expected: ClosedRange<Int>) async throws {
        try await withService { service, _ in
            let response = try await get("/v2/" + path, service)
            let count = try #require(try object(response)["totalResults"] as? Int)
            #expect(expected.contains(count), "\(path): \(count)")
        }
    }

    @Test func `the service lists its publishers, and not all that it quotes`() async throws {
        try await withService { service, _ in
            for path in ["/v2/sources", "/v2/top-headlines/sources"] {
                let response = try await get(path, service)
                let all = try object(response)["sources"] as? [[String: Any]]
                #expect(all?.count == service.publishers.count - 2)
            }
            let german = try await get("/v2/sources?language=de&category=business", service)
            let listed = try object(german)["sources"] as? [[String: Any]]
            #expect(listed?.compactMap { $0["id"] as? String } == ["werkbank"])
        }
    }

    @Test func `a few minutes after the start an event breaks, and many tell it in other words`() async throws {
        try await withService { service, clock in
            let path = "/v2/everything?q=%22Lantern%20Bridge%22&language=en"
            #expect(try await articles(get(path, service)).isEmpty)
            clock.advance(minutes: 30)
            let told = try await articles(get(path, service))
            #expect(told.count >= 20)
            #expect(Set(told.compactMap { $0["title"] as? String }).count >= 12)
        }
    }

    // MARK: Publishers

    @Test func `every publisher has a feed that tells the same events, in part at the same addresses`() async throws {
        try await withService { service, _ in
            var links: Set<String> = []
            for publisher in service.publishers {
                let path = String(publisher.feedAddress.dropFirst(service.origin.site.count))
                let feed = try await RawHTTPResponse.fetch(service.origin.port, path)
                let isJSON = path.hasSuffix(".json")
                #expect(feed.status == 200 && (isJSON || XMLParser(data: Data(feed.body)).parse()), "\(path)")
                let own = try await RawHTTPResponse.fetch(
                    service.origin.port, "/publishers/\(publisher.id)/feed.xml")
                #expect(own.body == feed.body, "\(path)")
                let text = feed.text.replacing("\\/", with: "/")
                let parts = text.split { "\"<>".contains($0) }.map(String.init)
                links.formUnion(parts.filter { $0.hasPrefix(service.baseURL) })
            }
            let told = try await articles(get("/v2/top-headlines?country=us&pageSize=100", service))
            let addresses = told.compactMap { $0["url"] as? String }
            let shared = addresses.filter(links.contains)
            #expect(shared.count > 30 && shared.count < addresses.count)
        }
    }

    @Test func `articles, their second pages and their pictures are there`() async throws {
        try await withService { service, _ in
            let told = try await get("/v2/top-headlines?country=us&pageSize=60", service)
            let addresses = try texts("url", told).filter { $0.hasPrefix(service.baseURL) }
            #expect(addresses.contains { $0.contains("/amp/") } && addresses.contains { $0.contains("?utm_source=") })
            for address in addresses {
                let path = String(address.dropFirst(service.origin.site.count))
                let page = try await RawHTTPResponse.fetch(service.origin.port, path)
                #expect(page.status == 200 && page.text.contains("<link rel=\"canonical\""), "\(path)")
                #expect(page.text.contains("href=\"/publishers/"), "\(path)")
            }
            let picture = try #require(try texts("urlToImage", told).first)
            let image = try await RawHTTPResponse.fetch(
                service.origin.port, String(picture.dropFirst(service.origin.site.count)))
            #expect(image.header("content-type") == "image/webp" && image.body.prefix(4).elementsEqual("RIFF".utf8))
        }
    }

    @Test func `publishers that tell an event take turns with the pictures of its kind`() async throws {
        let articles = SampleNewsArchive(content, startAt: startAt).articles
        let tellings = Dictionary(grouping: articles) { $0.published.story.slug }
        #expect(tellings.values.allSatisfy { Set($0.map(\.teller)).count == $0.count && $0.count <= 20 })
        let told = try #require(
            tellings.filter { $0.value.count > 4 && $0.value.allSatisfy { $0.publishedAt < startAt } }
                .min { $0.key < $1.key }?.value)
        try await withService { service, _ in
            var pictures: Set<[UInt8]> = []
            for article in told {
                let path = article.publisher.site(at: "") + article.published.picturePath(0)
                let picture = try await RawHTTPResponse.fetch(service.origin.port, path)
                #expect(picture.status == 200, "\(path)")
                pictures.insert(picture.body)
            }
            let kind = told.first?.published.story.picture?.kind
            let count = SamplePicture.all.count { $0.kind == kind && $0.size == .landscape }
            #expect(pictures.count == min(told.count, count))
        }
    }

    // MARK: Helpers

    private func withService(_ body: (SampleNewsAPI, ServiceClock) async throws -> Void) async throws {
        let clock = ServiceClock()
        try await SampleNewsAPI.open(startAt: startAt, now: { clock.now }) { try await body($0, clock) }
    }

    private func get(_ path: String, _ service: SampleNewsAPI) async throws -> RawHTTPResponse {
        try await RawHTTPResponse.fetch(service.origin.port, path, ["X-Api-Key": service.key])
    }

    private func object(_ response: RawHTTPResponse) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    }

    private func code(_ response: RawHTTPResponse) throws -> String? { try object(response)["code"] as? String }

    /// What the articles have under a name.
    private func texts(_ name: String, _ response: RawHTTPResponse) throws -> [String] {
        try articles(response).compactMap { $0[name] as? String }
    }

    private func articles(_ response: RawHTTPResponse) throws -> [[String: Any]] {
        try #require(try object(response)["articles"] as? [[String: Any]])
    }
}

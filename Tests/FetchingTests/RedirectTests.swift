import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@Suite(.timeLimit(.minutes(1))) struct RedirectTests {
    private func chain(_ statuses: [HTTPResponse.Status]) -> @Sendable (TestOrigin.RecordedRequest) -> Response {
        { recorded in
            let step = Int(recorded.path.dropFirst()) ?? 0
            if step >= statuses.count { return answer(.ok, "end") }
            return answer(statuses[step], "aside", [("Location", "/\(step + 1)")])
        }
    }

    @Test func `a chain of permanent redirects names the new address`() async throws {
        let chain = chain([.movedPermanently, .permanentRedirect])
        try await TestOrigin.serving {
            chain($0)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/0")))
                #expect(found.body == Array("end".utf8))
                #expect(found.address == origin.address("/2"))
                #expect(found.permanentAddress == origin.address("/2"))
                #expect(origin.hits == 3)
            }
        }
    }

    @Test(arguments: [HTTPResponse.Status.found, .seeOther, .temporaryRedirect])
    func `one temporary redirect makes the chain temporary`(status: HTTPResponse.Status) async throws {
        let chain = chain([.movedPermanently, status, .movedPermanently])
        try await TestOrigin.serving {
            chain($0)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/0")))
                #expect(found.address == origin.address("/3"))
                #expect(found.permanentAddress == nil)
            }
        }
    }

    @Test func `ten redirects are followed and the eleventh is not`() async throws {
        let chain = chain(Array(repeating: .found, count: 11))
        try await TestOrigin.serving {
            chain($0)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/1")))
                #expect(found.address == origin.address("/11"))
                let hitsBefore = origin.hits
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/0"))) == .tooManyRedirects)
                #expect(origin.hits == hitsBefore + 11)
            }
        }
    }

    @Test func `a circle is cut where it closes`() async throws {
        try await TestOrigin.serving { recorded in
            answer(.found, "", [("Location", recorded.path == "/a" ? "/b" : "/a")])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/a"))) == .tooManyRedirects)
                #expect(origin.hits == 2)
            }
        }
    }

    @Test func `a redirect without a place is a refusal`() async throws {
        try await TestOrigin.serving { _ in
            answer(.found)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/"))) == .refused(status: 302))
            }
        }
    }

    @Test func `secrets stay with the site they were meant for`() async throws {
        try await TestOrigin.serving { _ in
            answer(.ok, "end")
        } _: { other in
            let target = other.address("/")
            try await TestOrigin.serving { recorded in
                answer(.found, "", [("Location", recorded.path == "/" ? "/again" : target)])
            } _: { origin in
                try await withFetcher(of: origin.allowed + other.allowed) { fetcher in
                    var request = FetchRequest(address: origin.address("/"))
                    request.headers = [("X-Api-Key", "secret")]
                    _ = try await fetcher.fetch(request)
                    #expect(origin.requests.map { $0.header("X-Api-Key") } == ["secret", "secret"])
                    #expect(other.requests.count == 1)
                    #expect(other.requests.first?.header("X-Api-Key") == nil)
                }
            }
        }
    }

    @Test func `what was sent is not sent again to another address`() async throws {
        try await TestOrigin.serving { _ in
            answer(.temporaryRedirect, "", [("Location", "/other")])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                var request = FetchRequest(address: origin.address("/"))
                request.method = .post
                request.body = [1]
                let found = try await fetcher.fetch(request)
                #expect(found.status == 307)
                #expect(found.header("Location") == "/other")
                #expect(origin.hits == 1)
            }
        }
    }
}

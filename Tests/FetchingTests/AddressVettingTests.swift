import AsyncHTTPClient
import Failures
import Foundation
import Hummingbird
import NIOHTTP1
import Testing

@testable import Fetching

/// Nothing that is not allowed is ever sent a byte.
@Suite(.timeLimit(.minutes(1))) struct AddressVettingTests {
    @Test(
        arguments: [
            "127.0.0.1", "2130706433", "0x7f.1", "0177.1", "127.1", "①②⑦.0.0.1", "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "localhost", "LOCALHOST", "ｌｏｃａｌｈｏｓｔ", "localhost.", "loom.localhost", "a.Loom.localhost.",
            "0.0.0.0", "me@127.0.0.1", "example.org@127.0.0.1",
        ])
    func `loopback is refused in every spelling`(host: String) async throws {
        try await TestOrigin.serving { _ in
            answer(.ok, "secret")
        } _: { origin in
            try await withFetcher(of: []) { fetcher in
                let found = await failure(fetcher, FetchRequest(address: "http://\(host):\(origin.port)/"))
                guard case .notAllowed = found else {
                    Issue.record("\(String(describing: found))")
                    return
                }
                #expect(origin.hits == 0)
            }
        }
    }

    @Test(arguments: ["localhost", "LOCALHOST", "2130706433", "①②⑦.0.0.1", "loom.localhost", "a.Loom.localhost."])
    func `an exception holds in every spelling`(host: String) async throws {
        try await TestOrigin.serving { _ in
            answer(.ok, "ours")
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: "http://\(host):\(origin.port)/"))
                #expect(found.body == Array("ours".utf8))
            }
        }
    }

    @Test(arguments: ["file:///etc/passwd", "http+unix://%2Ftmp%2Fs/", "ftp://127.0.0.1/", "tidings", ""])
    func `only http and https are asked`(address: String) async throws {
        try await withFetcher(of: []) { fetcher in
            #expect(await failure(fetcher, FetchRequest(address: address)) == .badAddress(address))
        }
    }

    @Test func `a port that is not the web's is refused`() async throws {
        try await withFetcher(of: []) { fetcher in
            let found = await failure(fetcher, FetchRequest(address: "http://1.1.1.1:25/"))
            #expect(found == .notAllowed(.port(25)))
        }
    }

    @Test func `a redirect to a private address is not followed`() async throws {
        try await TestOrigin.serving { _ in
            answer(.ok, "secret")
        } _: { hidden in
            let target = hidden.address("/")
            try await TestOrigin.serving { recorded in
                answer(.found, "", [("Location", recorded.path == "/a" ? target : "http://169.254.169.254/latest/")])
            } _: { origin in
                try await withFetcher(of: origin.allowed) { fetcher in
                    for path in ["/a", "/b"] {
                        let found = await failure(fetcher, FetchRequest(address: origin.address(path)))
                        guard case .notAllowed(.reserved, let host) = found else {
                            Issue.record("\(String(describing: found))")
                            return
                        }
                        #expect(host == (path == "/a" ? "127.0.0.1:\(hidden.port)" : "169.254.169.254"))
                    }
                    #expect(hidden.hits == 0)
                    #expect(origin.hits == 2)
                }
            }
        }
    }

    @Test(arguments: ["file:///etc/passwd", "http+unix://%2Ftmp%2Fs/", "gopher://127.0.0.1/", "http://:80/"])
    func `a redirect to another scheme is not followed`(target: String) async throws {
        try await TestOrigin.serving { _ in
            answer(.movedPermanently, "", [("Location", target)])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/"))) == .badAddress(target))
            }
        }
    }

    @Test func `a connection to an address that nobody vetted is cut before anything is sent`() async throws {
        try await TestOrigin.serving { _ in
            answer(.ok, "secret")
        } _: { origin in
            // As if the override had been missed: pinned for one name, asked for another.
            let vetted = try #require(IPAddress(text: "127.0.0.2"))
            let client = PinnedClient(host: .name("vetted.test"), address: vetted, connectTimeout: .seconds(5))
            await #expect(throws: PinnedClient.AddressMismatch.self) {
                _ = try await client.execute(HTTPClientRequest(url: origin.address("/")))
            }
            #expect(origin.hits == 0)
            #expect(client.connectionCount == 0)
        }
    }

    @Test func `a name is asked at the vetted address under its own name`() async throws {
        try await TestOrigin.serving { _ in
            answer(.ok, "ours")
        } _: { origin in
            let vetted = try #require(IPAddress(text: "127.0.0.1"))
            let client = PinnedClient(host: .name("harbour.test"), address: vetted, connectTimeout: .seconds(5))
            let response = try await client.execute(HTTPClientRequest(url: "http://harbour.test:\(origin.port)/"))
            #expect(response.status.code == 200)
            #expect(origin.requests.first?.header("Host") == "harbour.test:\(origin.port)")
        }
    }
}

/// IPv6 is asked for real where it is allowed, and refused where it is not.
@Suite(.timeLimit(.minutes(1))) struct IPv6VettingTests {
    private let reply = Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nsix".utf8)

    @Test func `an allowed address of version 6 is asked`() async throws {
        let reply = reply
        try await RawOrigin.serving(host: "::1") { _ in
            .bytes(reply)
        } _: { origin in
            let pair = try #require(AllowedAddress("[::1]:\(origin.port)"))
            try await withFetcher(of: [pair]) { fetcher in
                for host in ["[::1]", "[0:0:0:0:0:0:0:1]", "[::0001]"] {
                    let found = try await fetcher.fetch(FetchRequest(address: "http://\(host):\(origin.port)/"))
                    #expect(found.body == Array("six".utf8))
                }
                #expect(origin.heads.count == 3)
                let head = String(decoding: try #require(origin.heads.first), as: UTF8.self)
                #expect(head.lowercased().contains("\r\nhost: [::1]:\(origin.port)\r\n"))
            }
        }
    }

    @Test(arguments: ["[::1]", "[::]", "[::7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1]", "[fc00::1]"])
    func `what is not allowed is not asked`(host: String) async throws {
        let reply = reply
        try await RawOrigin.serving(host: "::1") { _ in
            .bytes(reply)
        } _: { origin in
            try await withFetcher(of: []) { fetcher in
                let found = await failure(fetcher, FetchRequest(address: "http://\(host):\(origin.port)/"))
                guard case .notAllowed = found else {
                    Issue.record("\(String(describing: found))")
                    return
                }
                #expect(origin.heads.isEmpty && origin.connections == 0)
            }
        }
    }
}

import Failures
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@Suite(.timeLimit(.minutes(1))) struct ContentCodingTests {
    private let text = Array(String(repeating: "all the news that fits ", count: 4000).utf8)

    @Test(arguments: [("gzip", 31), ("x-gzip", 31), ("deflate", 15), ("deflate", -15), ("GZIP", 31), ("gzip", 15)])
    func `a packed body is unpacked`(name: String, window: Int32) async throws {
        let body = deflated(text, window: window)
        try await TestOrigin.serving { _ in
            answer(bytes: body, [("Content-Encoding", name)])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                #expect(found.body == text)
                #expect(found.bytesOnWire == body.count)
            }
        }
    }

    @Test func `two members of gzip are one body and rubbish behind it is ignored`() async throws {
        let body = deflated(text, window: 31) + deflated(text, window: 31) + [1, 2, 3]
        try await TestOrigin.serving { _ in
            answer(bytes: body, [("Content-Encoding", "gzip")])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                #expect(found.body == text + text)
            }
        }
    }

    @Test(arguments: [["plain words"], ["x"], []]) func `a body that is only labelled as packed is taken as it is`(
        words: [String]
    ) async throws {
        let body = Array(words.joined().utf8)
        try await TestOrigin.serving { _ in
            answer(bytes: body, [("Content-Encoding", "gzip")])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                #expect(found.body == body)
            }
        }
    }

    @Test(arguments: ["broken off", "damaged", "brotli"])
    func `a body that cannot be unpacked is unreadable`(fault: String) async throws {
        var body = deflated(text, window: 31)
        if fault == "broken off" { body.removeLast(20) }
        if fault == "damaged" { body.replaceSubrange(12..<40, with: repeatElement(0xFF, count: 28)) }
        let (bytes, name) = (body, fault == "brotli" ? "br" : "gzip")
        try await TestOrigin.serving { _ in
            answer(bytes: bytes, [("Content-Encoding", name)])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = await failure(fetcher, FetchRequest(address: origin.address("/")))
                guard case .unreadable = found else {
                    Issue.record("\(String(describing: found))")
                    return
                }
            }
        }
    }

    @Test func `a small parcel that unpacks without end is stopped`() async throws {
        let bomb = deflated([UInt8](repeating: 0, count: 40 << 20), window: 31)
        #expect(bomb.count < 64 * 1024)
        try await TestOrigin.serving { _ in
            answer(bytes: bomb, [("Content-Encoding", "gzip")])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/")))
                        == .unreadable(.expandsTooMuch))
            }
        }
    }

    @Test(arguments: [("deflate", true), ("utf-8", true), ("br", true), ("none", true), ("br", false)])
    func `a label that is not true is seen through, where the bytes are plain text`(
        label: String, isText: Bool
    ) async throws {
        let body = isText ? Array("\u{FEFF} <rss version=\"2.0\"></rss>".utf8) : [0x8b, 2, 0x80, 1, 2, 3]
        try await TestOrigin.serving { _ in
            answer(.ok, bytes: body, [("Content-Encoding", label)])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let request = FetchRequest(address: origin.address("/"))
                if isText {
                    let found = try await fetcher.fetch(request)
                    #expect(found.body == body)
                } else {
                    #expect(await failure(fetcher, request) == .unreadable(.unknownCoding))
                }
            }
        }
    }

    @Test(arguments: [1, 2]) func `what is packed without a label, or once more than labelled, is unpacked`(
        times: Int
    ) async throws {
        let plain = Array("<rss version=\"2.0\"></rss>".utf8)
        let bytes = (0..<times).reduce(plain) { bytes, _ in deflated(bytes, window: 31) }
        try await TestOrigin.serving { _ in
            answer(.ok, bytes: bytes, times == 2 ? [("Content-Encoding", "gzip")] : [])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                #expect(found.body == plain)
            }
        }
    }
}

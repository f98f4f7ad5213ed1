import Failures
import Fetching
import Foundation
import Testing

/// Heads that break HTTP's rules and that browsers read all the same.
@Suite(.timeLimit(.minutes(1))) struct ResponseHeadTests {
    struct Head: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]

        init(_ description: String, _ lines: String) { self.init(description, bytes: Array(lines.utf8)) }

        init(_ description: String, bytes: [UInt8]) { (testDescription, self.bytes) = (description, bytes) }
    }

    static let readable = [
        Head("lines end in LF", "HTTP/1.1 200 OK\nETag: \"1\"\nContent-Length: 6\n\n"),
        Head("both line ends", "HTTP/1.1 200 OK\r\nETag: \"1\"\nContent-Length: 6\r\n\n"),
        Head("a folded value", "HTTP/1.1 200 OK\r\nX-A: b\r\n c\r\n\td\r\nETag: \"1\"\r\nContent-Length: 6\r\n\r\n"),
        Head("folded before any field", "HTTP/1.1 200 OK\r\n X: 1\r\nETag: \"1\"\r\nContent-Length: 6\r\n\r\n"),
        Head("space before the colon", "HTTP/1.1 200 OK\r\nETag \t: \"1\"\r\nContent-Length : 6\r\n\r\n"),
        Head("a space in a name", "HTTP/1.1 200 OK\r\nBad Name: 1\r\nETag: \"1\"\r\nContent-Length: 6\r\n\r\n"),
        Head("no name", "HTTP/1.1 200 OK\r\n: 1\r\nETag: \"1\"\r\nContent-Length: 6\r\n\r\n"),
        Head("no colon", "HTTP/1.1 200 OK\r\nWarning!\r\nETag: \"1\"\r\nContent-Length: 6\r\n\r\n"),
        Head("brackets in a name", "HTTP/1.1 200 OK\r\nX(y): 1\r\nETag: \"1\"\r\nContent-Length: 6\r\n\r\n"),
        Head(
            "a control character",
            "HTTP/1.1 200 OK\r\nX-A: a\u{1}b\u{0}\u{7F}\r\nETag: \"1\"\r\nContent-Length: 6\r\n\r\n"),
        Head("a carriage return", "HTTP/1.1 200 OK\r\nX-A: a\rb\r\nETag: \"1\"\r\nContent-Length: 6\r\n\r\n"),
        Head("the length twice", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nETag: \"1\"\r\nContent-Length: 6\r\n\r\n"),
        Head("the length as a list", "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 6, 6\r\n\r\n"),
        Head("the length amid blanks", "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length:\t 6 \t,\t6\t\r\n\r\n"),
        Head(
            "a name in Latin-1",
            bytes: Array("HTTP/1.1 200 OK\r\nX".utf8) + [0xE9]
                + Array(": 1\r\nETag: \"1\"\r\nContent-Length: 6\r\n\r\n".utf8)),
        Head(
            "LF after an announcement",
            "HTTP/1.1 103 Early Hints\nLink: </a>\n\nHTTP/1.1 200 OK\nETag: \"1\"\nContent-Length: 6\n\n"),
    ]

    @Test(arguments: readable) func `a head that browsers read is read`(head: Head) async throws {
        try await RawOrigin.serving { _ in
            .bytes(head.bytes + Array("<rss/>".utf8))
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/")))
                #expect(found.body == Array("<rss/>".utf8))
                #expect(found.validators.entityTag == "\"1\"")
            }
        }
    }

    @Test func `a redirect whose lines end in LF is followed`() async throws {
        try await RawOrigin.serving { request in
            request.starts(with: Array("GET /old ".utf8))
                ? .bytesThenClose(
                    Array("HTTP/1.1 301 Found\nDate: Fri Aug  1 2025\nLocation: /new\nConnection: close\n\n\n".utf8))
                : .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<rss/>".utf8))
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                let found = try await fetcher.fetch(FetchRequest(address: origin.address("/old")))
                #expect(found.permanentAddress == origin.address("/new"))
                #expect(found.body == Array("<rss/>".utf8))
            }
        }
    }

    @Test(arguments: [
        "Content-Length: 6\r\nContent-Length: 7", "Content-Length: 6, 7",
        "Content-Length: 6\r\nTransfer-Encoding: chunked", "Content-Length: 0 6", "Content-Length:\r\n 0\r\n 6",
        "Content-Length: 0 6, 06", "Content-Length: six",
    ]) func `a head that states two lengths, or none that can be read, is refused`(lengths: String) async throws {
        let bytes = Array("HTTP/1.1 200 OK\r\n\(lengths)\r\n\r\n<rss/>".utf8)
        try await RawOrigin.serving { _ in
            .bytesThenClose(bytes)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                #expect(
                    await failure(fetcher, FetchRequest(address: origin.address("/"))) == .unreadable(.notHTTP))
            }
        }
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization

@testable import Web

extension FuzzTarget {
    /// Any bytes that a client sends are answered by the router, or refused before it: never an error of our own, never a
    /// header that is none, never a body of another length than announced, never markup of the client's.
    ///
    /// The first byte says whether the password has been set. What follows is what comes over the wire; NIO's own decoder
    /// reads it, as in the server.
    static var http: FuzzTarget {
        let open = FuzzSite(hasPassword: false)
        let closed = FuzzSite(hasPassword: true)
        return FuzzTarget(
            seeds: {
                open.seeds().flatMap { [[0] + $0, [1] + $0] }
            },
            check: { bytes in
                let site = bytes.first.map { $0 & 1 } == 1 ? closed : open
                let hasProxyHeaders = bytes.contains(marker) || bytes.contains(encodedMarker)
                for request in HTTPRequests(bytes.dropFirst()).all {
                    let answer = wait { await site.answer(request) }
                    check(answer, of: request, hasProxyHeaders: hasProxyHeaders)
                }
            })
    }

    private static let marker = Array("<x-fuzz".utf8)
    private static let encodedMarker = Array("%3Cx-fuzz".utf8)

    private static func check(_ answer: FuzzSite.Answer, of request: HTTPRequests.One, hasProxyHeaders: Bool) {
        let what = "\(request.head.method.rawValue) \(request.head.path ?? "")"
        demand((200..<600).contains(answer.status), "status \(answer.status) for \(what)")
        demand(
            answer.status != 500,
            "an error of our own for \(what): \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
        for field in answer.headers {
            demand(
                !field.value.utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 },
                "\(field.name) holds a line end: \(what)")
        }
        if request.head.method != .head, answer.status != 304, let length = answer.headers[.contentLength] {
            demand(Int(length) == answer.body.count, "\(length) bytes announced, \(answer.body.count) sent: \(what)")
        }
        let type = answer.headers[.contentType] ?? ""
        if type.hasPrefix("text/html") {
            demand(
                answer.headers.contains { $0.name.canonicalName == "content-security-policy" },
                "a page without a policy: \(what)")
            if hasProxyHeaders, answer.headers[.contentEncoding] == nil {
                demand(!answer.body.contains(marker), "the client's own markup stands in the page: \(what)")
            }
        }
    }
}

extension Collection<UInt8> {
    /// Whether these bytes stand anywhere in it.
    func contains(_ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        var rest = self[...]
        while let at = rest.firstIndex(of: first) {
            rest = rest[at...]
            if rest.starts(with: part) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}

/// The requests that NIO reads from bytes of one connection, bodies whole.
struct HTTPRequests {
    struct One: Sendable {
        var head: HTTPRequest
        var body: [ByteBuffer] = []
    }

    private(set) var all: [One] = []
    /// More requests of one connection are not looked at.
    private static let most = 4

    init(_ bytes: some Collection<UInt8>) {
        let channel = EmbeddedChannel()
        do {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false)
            try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            var rest = Array(bytes)[...]
            // In two pieces, as a network may cut it.
            let cut = rest.count / 2
            for piece in [rest.prefix(cut), rest.dropFirst(cut)] where !piece.isEmpty {
                try channel.writeInbound(ByteBuffer(bytes: piece))
            }
            rest = []
        } catch {
            // What NIO refuses never reaches the router; what came before it does.
        }
        read(channel)
        do { _ = try channel.finish(acceptAlreadyClosed: true) } catch {
            // The rest of a request that breaks off: the connection is closed.
        }
    }

    private mutating func read(_ channel: EmbeddedChannel) {
        while all.count <= Self.most {
            let part: HTTPRequestPart?
            do { part = try channel.readInbound() } catch { return }
            switch part {
            case .head(let head): all.append(One(head: head))
            case .body(let buffer): if !all.isEmpty { all[all.count - 1].body.append(buffer) }
            case .end: continue
            case nil: return
            }
        }
        all = Array(all.prefix(Self.most))
    }
}

import NIOCore
import NIOHTTP1

/// A handler that copies the HTTP version and the host of an absolute target into headers, because `HTTPRequest` lacks
/// them.
///
/// Proxies (nginx before 1.29.7) may send HTTP/1.0 without naming themselves; browsers never do. Such a request gets
/// the missing `Via` header (RFC 9110 §7.6.3), so that `ClientInfo` does not take it for a local one.
///
/// A request with a transfer coding other than chunked is rejected with 400, because intermediaries may see its end
/// elsewhere.
final class RequestHeadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// True after a rejected request; nothing that follows on the connection is read.
    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        guard Self.hasPlainFraming(head) else {
            isRefused = true
            // Hummingbird responds with 400 and closes the connection, as for a head that cannot be parsed.
            return context.fireErrorCaught(HTTPParserError.unknown)
        }
        if (head.version.major, head.version.minor) < (1, 1) {
            head.headers.add(name: "Via", value: "\(head.version.major).\(head.version.minor) tidings")
        }
        if let host = Self.host(of: head.uri) { Self.set(host, in: &head.headers) }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Returns true if the body has no transfer coding, or is chunked once, in HTTP/1.1 (RFC 9112 §6.1, §7).
    static func hasPlainFraming(_ head: HTTPRequestHead) -> Bool {
        let codings = head.headers["Transfer-Encoding"]
        if codings.isEmpty { return true }
        return head.version == .http1_1 && codings.count == 1 && codings[0].lowercased() == "chunked"
    }

    /// Returns the authority of `GET http://host/path`; nil for a path.
    static func host(of target: String) -> String? {
        guard !target.hasPrefix("/"), let mark = target.firstRange(of: "://") else { return nil }
        return String(target[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }

    /// Replaces the Host header (RFC 9112 §3.2.2). Two Host headers remain, to be rejected.
    private static func set(_ host: String, in headers: inout HTTPHeaders) {
        guard headers["Host"].count < 2 else { return }
        headers.replaceOrAdd(name: "Host", value: host)
    }
}

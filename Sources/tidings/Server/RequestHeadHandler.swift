import NIOCore
import NIOHTTP1

/// Copies the HTTP version and the host of an absolute target into headers: `HTTPRequest` lacks them.
///
/// Proxies (nginx before 1.29.7) may send HTTP/1.0 without naming themselves; browsers never do. Such a request gets
/// the missing `Via` header (RFC 9110 §7.6.3), so that `ClientInfo` does not take it for a local one.
final class RequestHeadHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if (head.version.major, head.version.minor) < (1, 1) {
            head.headers.add(name: "Via", value: "\(head.version.major).\(head.version.minor) tidings")
        }
        if let host = Self.host(of: head.uri) { Self.set(host, in: &head.headers) }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// The authority of `GET http://host/path`; nil for a path.
    static func host(of target: String) -> String? {
        guard !target.hasPrefix("/"), let mark = target.firstRange(of: "://") else { return nil }
        return String(target[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }

    /// Replaces the Host header (RFC 9112 §3.2.2). Two Host headers are left, to be rejected.
    private static func set(_ host: String, in headers: inout HTTPHeaders) {
        guard headers["Host"].count < 2 else { return }
        headers.replaceOrAdd(name: "Host", value: host)
    }
}

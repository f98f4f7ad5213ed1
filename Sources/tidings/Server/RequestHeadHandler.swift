import NIOCore
import NIOHTTP1

/// Copies into headers what the conversion to `HTTPRequest` drops from the request line: the HTTP version, and the host
/// of a target in absolute form.
///
/// Browsers never send HTTP/1.0, but proxies do by default (nginx before 1.29.7), without any header that names them.
/// An HTTP/1.0 request therefore gets the `Via` header that such a proxy should have added (RFC 9110 §7.6.3), so that
/// `ClientInfo` does not take it for a request from this machine. `LimitedChannel` adds this handler after the decoder.
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

    /// The authority of a target in absolute form (`GET http://host/path`); nil for a path.
    static func host(of target: String) -> String? {
        guard !target.hasPrefix("/"), let mark = target.firstRange(of: "://") else { return nil }
        return String(target[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }

    /// The target's host replaces the Host header (RFC 9112 §3.2.2). Two Host headers are kept, so that they are
    /// refused.
    private static func set(_ host: String, in headers: inout HTTPHeaders) {
        guard headers["Host"].count < 2 else { return }
        headers.replaceOrAdd(name: "Host", value: host)
    }
}

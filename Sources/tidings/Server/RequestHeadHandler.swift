import NIOCore
import NIOHTTP1

/// Keeps of a request's first line what the pages cannot see any more once it has become an `HTTPRequest`: the version of
/// HTTP, and a host that the target itself names.
///
/// No browser speaks HTTP/1.0; proxies that are not told otherwise do (nginx before 1.29.7), and say nothing else of
/// themselves. So a request of that version gets the `Via` that such a proxy leaves out (RFC 9110 §7.6.3), by which
/// `ClientInfo` knows that nobody sits at this machine.
/// `LimitedChannel` puts it behind the decoder.
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

    /// What the target names stands in the place of Host (RFC 9112 §3.2.2). Two Hosts stay two, and are refused.
    private static func set(_ host: String, in headers: inout HTTPHeaders) {
        guard headers["Host"].count < 2 else { return }
        headers.replaceOrAdd(name: "Host", value: host)
    }
}

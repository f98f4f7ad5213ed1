import NIOCore
import NIOHTTP1

/// Closes a connection whose response has a status below 100, which is invalid (RFC 9110 §15).
///
/// NIO expects a body after such a head, AsyncHTTPClient takes it for informational (1xx) and crashes the process when
/// the body arrives. This handler stands between NIO's decoder and the client.
///
/// Written 2026-11; delete it when AsyncHTTPClient survives `HTTP/1.1 099 No`.
final class InvalidStatusHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Parts read together with the head still arrive after closing.
        guard !hasFailed else { return }
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            hasFailed = true
            context.fireErrorCaught(HTTPParserError.invalidStatus)
            context.close(promise: nil)
        } else {
            context.fireChannelRead(data)
        }
    }
}

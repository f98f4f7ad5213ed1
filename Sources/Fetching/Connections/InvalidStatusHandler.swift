import NIOCore
import NIOHTTP1

/// A handler that closes connections on a status below 100, invalid by RFC 9110 §15.
///
/// NIO expects a body after such a status; AsyncHTTPClient assumes 1xx and crashes on the body. The handler belongs
/// between NIO's decoder and the client.
///
/// Written 2026-11; delete the handler when AsyncHTTPClient survives `HTTP/1.1 099 No`.
final class InvalidStatusHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Parts read together still arrive after the failure.
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

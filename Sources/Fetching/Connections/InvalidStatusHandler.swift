import NIOCore
import NIOHTTP1

/// Ends a connection whose answer has a status below 100, which no answer may have (RFC 9110 §15).
///
/// NIO takes such a head for one that a body follows, AsyncHTTPClient for one of the 100 kind, and when the body then
/// comes it stops the whole process. Stands between NIO's decoder and the client.
///
/// Written 2026-11; delete it when AsyncHTTPClient survives `HTTP/1.1 099 No`.
final class InvalidStatusHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What was read together with the head still comes after the closing.
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

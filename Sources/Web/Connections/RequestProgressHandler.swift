import NIOCore
import NIOHTTP1

/// A handler that reports to the `ConnectionHandler`, and responds to oversized heads with 431 (RFC 6585 §5).
final class RequestProgressHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: ConnectionHandler
    private var isRequested = false

    init(_ connection: ConnectionHandler) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isRequested = true
            connection.requestHead()
        case .body: connection.requestBody()
        case .end: connection.requestEnd(ObjectIdentifier(context.channel))
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head: connection.responseHead()
        case .body: break
        case .end:
            isRequested = false
            connection.responseEnd(ObjectIdentifier(context.channel))
        }
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Hummingbird closes the connection or responds with 400 if another response is being sent.
        guard case HTTPParserError.headerOverflow = error, !isRequested else { return context.fireErrorCaught(error) }
        let head = HTTPResponseHead(
            version: .http1_1, status: .requestHeaderFieldsTooLarge,
            headers: ["connection": "close", "content-length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in bound.value.close(promise: nil) }
    }
}

import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL
import Web

/// A server's connections, counted and given deadlines before anything else is done with them: before the handshake of
/// https too, since one that is never finished holds a connection just as well.
struct LimitedChannel<Base: ServerChildChannel>: ServerChildChannel {
    typealias Value = Base.Value

    let base: Base
    let limiter: ConnectionLimiter
    /// Whether a refusal can be said in plain HTTP.
    let isPlain: Bool

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let (limiter, isPlain) = (limiter, isPlain)
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionHandler(limiter, isPlain: isPlain))
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let connection = try pipeline.handler(type: ConnectionHandler.self)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            // Behind the decoder, where a head still has its version, and before the conversion to `HTTPRequest`.
            try pipeline.addHandlers(
                [RequestProgressHandler(connection), RequestHeadHandler()], position: .after(decoder))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 within limits.
    /// - Parameter certificates: for https; without them it is plain.
    static func limited(_ limiter: ConnectionLimiter, certificates: CertificateStore?) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            let base = HTTP1Channel(
                responder: responder,
                // Browsers send some thirty headers; signed addresses and their cookies stay below 8 KB.
                configuration: .init(
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
            guard let certificates else { return LimitedChannel(base: base, limiter: limiter, isPlain: true) }
            return LimitedChannel(
                base: try TLSChannel(base, tlsConfiguration: certificates.configuration), limiter: limiter,
                isPlain: false)
        }
    }
}

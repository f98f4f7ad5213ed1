public import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// A channel that limits connections before the TLS handshake, because unfinished handshakes hold connections too.
struct ConnectionLimitedServerChannel<Base: ServerChildChannel>: ServerChildChannel {
    typealias Value = Base.Value

    let base: Base
    let limiter: ConnectionLimiter
    /// True if refusals can be sent as plain HTTP.
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
            // The handlers come before the conversion to `HTTPRequest`, which drops the HTTP version.
            try pipeline.addHandlers(
                [RequestProgressHandler(connection), RequestHeadHandler()], position: .after(decoder))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

extension HTTPServerBuilder {
    /// Builds a server whose connections are limited and have deadlines.
    /// - Parameter certificates: certificate and key; nil for plain http.
    public static func limited(_ limiter: ConnectionLimiter, certificates: CertificateStore?) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            let base = HTTP1Channel(
                responder: responder,
                // Browsers send about thirty headers; our URLs and cookies stay below 8 KB.
                configuration: .init(
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
            guard let certificates else {
                return ConnectionLimitedServerChannel(base: base, limiter: limiter, isPlain: true)
            }
            return ConnectionLimitedServerChannel(
                base: try TLSChannel(base, tlsConfiguration: certificates.configuration), limiter: limiter,
                isPlain: false)
        }
    }
}

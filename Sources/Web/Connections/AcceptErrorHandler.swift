import Foundation
public import Logging
public import NIOCore

/// A handler that keeps the listening socket open when accepting fails because the peer disconnected or because
/// descriptors or memory ran out; Hummingbird would stop the server.
public final class AcceptErrorHandler: ChannelInboundHandler {
    /// The accepted connections.
    public typealias InboundIn = any Channel

    private let logger: Logger
    private var lastLoggedAt: NIODeadline?

    init(logger: Logger) { self.logger = logger }

    /// Logs an error of accepting and keeps the channel open; passes other errors on.
    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let system = error as? IOError,
            [ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPROTO, EPERM].contains(system.errnoCode)
        else { return context.fireErrorCaught(error) }
        let now = NIODeadline.now()
        if let lastLoggedAt, now < lastLoggedAt + .minutes(1) { return }
        lastLoggedAt = now
        logger.warning("connections cannot be accepted", metadata: ["error": "\(system)"])
    }

    /// Adds the handler to the pipeline of a channel.
    /// - Parameter channel: the listening channel.
    public static func add(to channel: any Channel, logger: Logger) async {
        do {
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(AcceptErrorHandler(logger: logger), position: .first)
            }.get()
        } catch {
            // The channel is closed already.
            logger.debug("accept error handler not added", metadata: ["why": "\(error)"])
        }
    }
}

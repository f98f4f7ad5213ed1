import Foundation
import Logging
import NIOCore

/// Keeps the server's own socket alive when a connection cannot be accepted: a peer that went away meanwhile, or a system
/// that is out of files or memory for the moment. Hummingbird would end the whole server.
final class AcceptErrorHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let logger: Logger
    private var lastLoggedAt: NIODeadline?

    init(logger: Logger) { self.logger = logger }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let system = error as? IOError,
            [ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPROTO, EPERM].contains(system.errnoCode)
        else { return context.fireErrorCaught(error) }
        let now = NIODeadline.now()
        if let lastLoggedAt, now < lastLoggedAt + .minutes(1) { return }
        lastLoggedAt = now
        logger.warning("connections cannot be accepted", metadata: ["error": "\(system)"])
    }

    /// Adds one to a server's channel.
    static func add(to channel: any Channel, logger: Logger) async {
        do {
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(AcceptErrorHandler(logger: logger), position: .first)
            }.get()
        } catch {
            // The channel has been closed meanwhile: there is nothing left to keep alive.
            logger.debug("no handler for errors of accept", metadata: ["why": "\(error)"])
        }
    }
}

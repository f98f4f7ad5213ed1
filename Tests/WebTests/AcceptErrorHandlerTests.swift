import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import Web

/// The errors are raised here: where no file can be opened at all, libdispatch ends the process, since it cannot watch its
/// own threads (`/proc/self/task/…/stat`). `ConnectionLimits` keep descriptors free, so that this does not come about.
@Suite struct AcceptErrorHandlerTests {
    private final class LastHandler: ChannelInboundHandler {
        typealias InboundIn = any Channel
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private func listening(_ log: CapturedLog) async throws -> any Channel {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LastHandler())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        await AcceptErrorHandler.add(to: channel, logger: log.logger)
        return channel
    }

    @Test func `an accept that fails for want of files is logged once and does not end the server`() async throws {
        let log = CapturedLog()
        let channel = try await listening(log)
        for _ in 1...3 { channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept")) }
        // From another thread they are raised later, in their order.
        try await channel.eventLoop.submit {}.get()
        let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(to: try #require(channel.localAddress)).get()
        try await client.close()
        #expect(channel.isActive && log.messages == ["warning connections cannot be accepted"])
        try await channel.close()
    }

    @Test func `any other error of the listening socket is passed on`() async throws {
        let log = CapturedLog()
        let channel = try await listening(log)
        channel.pipeline.fireErrorCaught(IOError(errnoCode: EBADF, reason: "accept"))
        try await channel.closeFuture.get()
        #expect(log.messages.isEmpty)
    }
}

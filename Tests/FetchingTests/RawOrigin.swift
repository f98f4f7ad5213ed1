import Fetching
import NIOCore
import NIOPosix
import Synchronization

/// A server that speaks whatever bytes a test wants, for what a proper HTTP server cannot be made to do.
final class RawOrigin: Sendable {
    enum Reply: Sendable {
        /// These bytes, and the connection stays open.
        case bytes([UInt8])
        case bytesThenClose([UInt8])
        /// These bytes, then others again and again until the other side hangs up.
        case endless([UInt8], [UInt8])
        case silence
    }

    private final class ReplyHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        let origin: RawOrigin
        var head: [UInt8] = []

        init(origin: RawOrigin) { self.origin = origin }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            head.append(contentsOf: unwrapInboundIn(data).readableBytesView)
            guard head.suffix(4) == [13, 10, 13, 10] else { return }
            let received = head
            head = []
            origin.record.withLock { $0.append(received) }
            switch origin.reply(received) {
            case .bytes(let bytes): Self.write(bytes, to: context.channel)
            case .bytesThenClose(let bytes):
                Self.write(bytes, to: context.channel)
                context.close(promise: nil)
            case .endless(let first, let again):
                Self.write(first, to: context.channel)
                Self.repeating(again, to: context.channel)
            case .silence: break
            }
        }

        private static func write(_ bytes: [UInt8], to channel: any Channel) {
            channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
        }

        private static func repeating(_ bytes: [UInt8], to channel: any Channel) {
            channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenSuccess { repeating(bytes, to: channel) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private let record = Mutex<[[UInt8]]>([])
    private let connectionCount = Mutex(0)
    private let boundPort = Mutex(0)
    private let reply: @Sendable ([UInt8]) -> Reply

    private init(reply: @escaping @Sendable ([UInt8]) -> Reply) { self.reply = reply }

    var heads: [[UInt8]] { record.withLock { $0 } }
    var connections: Int { connectionCount.withLock { $0 } }
    var port: Int { boundPort.withLock { $0 } }
    var allowed: [AllowedAddress] { [AllowedAddress("127.0.0.1:\(port)")].compactMap { $0 } }

    func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    static func serving<Value>(
        host: String = "127.0.0.1", _ reply: @escaping @Sendable ([UInt8]) -> Reply,
        _ test: (RawOrigin) async throws -> Value
    ) async throws -> Value {
        let origin = RawOrigin(reply: reply)
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                origin.connectionCount.withLock { $0 += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ReplyHandler(origin: origin))
                }
            }
            .bind(host: host, port: 0).get()
        origin.boundPort.withLock { $0 = channel.localAddress?.port ?? 0 }
        do {
            let value = try await test(origin)
            try await channel.close().get()
            return value
        } catch {
            try await channel.close().get()
            throw error
        }
    }
}

import Fetching
import Foundation
import NIOCore
import NIOPosix
import Synchronization

extension FuzzTarget {
    /// Whatever an origin sends over a real connection, the fetcher ends, in an answer within its limit or in an error.
    ///
    /// The replies of one case are parted by 0xFF 0xFE 0xFD: the first is sent to the first request, the next to where a
    /// redirect leads.
    static var origin: FuzzTarget {
        let origin = ScriptedOrigin()
        let fetcher = Fetcher(
            policy: AddressPolicy(allowing: [AllowedAddress("127.0.0.1:\(origin.port)")].compactMap(\.self)),
            userAgent: "Tidings/fuzz", limits: FetchLimits(timeout: .milliseconds(1500)))
        return FuzzTarget { bytes in
            origin.script.withLock { $0 = parts(of: bytes) }
            wait {
                var request = FetchRequest(address: "http://127.0.0.1:\(origin.port)/feed", bodyLimit: 1 << 20)
                if bytes.count % 3 == 0 { request.range = 0..<100 }
                if bytes.count % 2 == 0 { request.acceptsErrorStatuses = true }
                do throws(FetchError) {
                    let answer = try await fetcher.fetch(request)
                    demand(answer.body.count <= 1 << 20, "an answer beyond its limit: \(answer.body.count) bytes")
                } catch {
                    demand(!error.message(about: "x").isEmpty, "an error without words")
                }
                await fetcher.closeIdleConnections()
            }
        }
    }

    private static func parts(of bytes: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        var rest = bytes[...]
        while let byte = rest.first {
            if rest.starts(with: [0xFF, 0xFE, 0xFD]) {
                parts.append([])
                rest = rest.dropFirst(3)
            } else {
                parts[parts.count - 1].append(byte)
                rest = rest.dropFirst()
            }
        }
        return parts
    }
}

/// Answers each connection with the next reply of a script, then closes it.
private final class ScriptedOrigin: Sendable {
    let script = Mutex<[[UInt8]]>([])
    let port: Int

    init() {
        final class Handler: ChannelInboundHandler, Sendable {
            typealias InboundIn = ByteBuffer
            let next: @Sendable () -> [UInt8]
            init(next: @escaping @Sendable () -> [UInt8]) { self.next = next }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                let reply = context.channel.allocator.buffer(bytes: next())
                context.writeAndFlush(NIOAny(reply), promise: nil)
                context.close(promise: nil)
            }

            func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
        }
        final class Holder: Sendable { let owner = Mutex<(@Sendable () -> [UInt8])?>(nil) }
        let holder = Holder()
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.pipeline.addHandler(Handler { holder.owner.withLock { $0 }?() ?? [] })
            }
        do {
            let channel = try bootstrap.bind(host: "127.0.0.1", port: 0).wait()
            port = channel.localAddress?.port ?? 0
        } catch { breach("no origin: \(error)") }
        holder.owner.withLock { [unowned self] owner in
            owner = { self.script.withLock { $0.isEmpty ? [] : $0.removeFirst() } }
        }
    }
}

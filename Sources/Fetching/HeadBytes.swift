import NIOCore

/// Keeps header bytes above 0x7F intact through a client that takes headers for UTF-8.
///
/// Header values are bytes (RFC 9110 §5.5), and an entity tag must go back exactly as it came. NIO decodes header
/// values as UTF-8 and replaces what is not. So in the head of an answer every such byte becomes the character of the
/// same number, and in the head of a question such a character becomes the byte again. Bodies pass untouched.
/// Stands between the wire (or TLS) and NIO's coder of HTTP; one question at a time per connection.
///
/// Written 2026-11; delete it when NIO hands out header values as bytes.
final class HeadBytes: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    struct TooLong: Error {}
    /// More answers of the 100 kind than anybody needs: 100 Continue without end would keep a processor busy.
    struct TooManyPreliminary: Error {}

    /// So many of them may precede an answer.
    static let mostPreliminary = 8

    /// The most bytes of a head, a bound that NIO puts at 2 MiB.
    static let limit = 128 * 1024

    private var readsHead = true
    private var writesHead = true
    private var start: [UInt8] = []
    private var lineLength = 0
    private var length = 0
    private var preliminary = 0
    private var isBroken = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What was read together with it still comes after the closing.
        guard !isBroken else { return }
        let input = unwrapInboundIn(data)
        guard readsHead else {
            context.fireChannelRead(data)
            return
        }
        var output = context.channel.allocator.buffer(capacity: input.readableBytes + 64)
        for byte in input.readableBytesView {
            if readsHead { follow(byte) }
            guard preliminary <= Self.mostPreliminary else { return end(context, TooManyPreliminary()) }
            if byte < 0x80 || !readsHead {
                output.writeInteger(byte)
            } else {
                output.writeBytes([0xC0 | byte >> 6, 0x80 | byte & 0x3F])
            }
        }
        if length > Self.limit {
            end(context, TooLong())
        } else {
            context.fireChannelRead(wrapInboundOut(output))
        }
    }

    private func end(_ context: ChannelHandlerContext, _ error: any Error) {
        isBroken = true
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }

    /// Sees where the head ends: at the first empty line, unless it was a head of the 100 kind.
    private func follow(_ byte: UInt8) {
        length += 1
        // Empty lines before the status line are no part of the head (RFC 9112 §2.2).
        if start.isEmpty, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return }
        if start.count < 10 { start.append(byte) }
        if byte == UInt8(ascii: "\n") {
            if lineLength == 0 {
                if start.count == 10, start[9] == UInt8(ascii: "1") {
                    preliminary += 1
                    expectHead()
                } else {
                    readsHead = false
                    writesHead = true
                }
            }
            lineLength = 0
        } else if byte != UInt8(ascii: "\r") {
            lineLength += 1
        }
    }

    private func expectHead() {
        readsHead = true
        start.removeAll(keepingCapacity: true)
        lineLength = 0
        length = 0
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard writesHead else {
            context.write(data, promise: promise)
            return
        }
        writesHead = false
        preliminary = 0
        expectHead()
        let input = unwrapOutboundIn(data)
        guard input.readableBytesView.contains(where: { $0 >= 0x80 }) else {
            context.write(data, promise: promise)
            return
        }
        var output = context.channel.allocator.buffer(capacity: input.readableBytes)
        for scalar in String(decoding: input.readableBytesView, as: UTF8.self).unicodeScalars {
            output.writeInteger(UInt8(truncatingIfNeeded: scalar.value))
        }
        context.write(wrapOutboundOut(output), promise: promise)
    }
}

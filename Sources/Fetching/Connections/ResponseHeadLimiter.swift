import NIOCore

/// Keeps header bytes above 0x7F intact through a client that takes headers for UTF-8.
///
/// Header values are bytes (RFC 9110 §5.5), and an entity tag must go back exactly as it came. NIO decodes header
/// values as UTF-8 and replaces what is not. So in the head of an answer every such byte becomes the character of the
/// same number, and in the head of a question such a character becomes the byte again. Bodies pass untouched.
/// Stands between the wire (or TLS) and NIO's coder of HTTP; one question at a time per connection.
///
/// Written 2026-11; delete it when NIO hands out header values as bytes.
final class ResponseHeadLimiter: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    struct HeadTooLong: Error {}
    /// More answers of the 100 kind than anybody needs: 100 Continue without end would keep a processor busy.
    struct TooManyInformationalResponses: Error {}

    /// So many of them may precede an answer.
    static let maxInformational = 8

    /// The most bytes of a head, a bound that NIO puts at 2 MiB.
    static let limit = 128 * 1024

    private var isReadingHead = true
    private var isWritingHead = true
    private var lineStart: [UInt8] = []
    private var lineLength = 0
    private var length = 0
    private var informationalCount = 0
    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What was read together with it still comes after the closing.
        guard !hasFailed else { return }
        let input = unwrapInboundIn(data)
        guard isReadingHead else {
            context.fireChannelRead(data)
            return
        }
        var output = context.channel.allocator.buffer(capacity: input.readableBytes + 64)
        for byte in input.readableBytesView {
            if isReadingHead { trackHead(byte) }
            guard informationalCount <= Self.maxInformational else {
                return fail(context, TooManyInformationalResponses())
            }
            if byte < 0x80 || !isReadingHead {
                output.writeInteger(byte)
            } else {
                output.writeBytes([0xC0 | byte >> 6, 0x80 | byte & 0x3F])
            }
        }
        if length > Self.limit {
            fail(context, HeadTooLong())
        } else {
            context.fireChannelRead(wrapInboundOut(output))
        }
    }

    private func fail(_ context: ChannelHandlerContext, _ error: any Error) {
        hasFailed = true
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }

    /// Sees where the head ends: at the first empty line, unless it was a head of the 100 kind.
    private func trackHead(_ byte: UInt8) {
        length += 1
        // Empty lines before the status line are no part of the head (RFC 9112 §2.2).
        if lineStart.isEmpty, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return }
        if lineStart.count < 10 { lineStart.append(byte) }
        if byte == UInt8(ascii: "\n") {
            if lineLength == 0 {
                if lineStart.count == 10, lineStart[9] == UInt8(ascii: "1") {
                    informationalCount += 1
                    expectHead()
                } else {
                    isReadingHead = false
                    isWritingHead = true
                }
            }
            lineLength = 0
        } else if byte != UInt8(ascii: "\r") {
            lineLength += 1
        }
    }

    private func expectHead() {
        isReadingHead = true
        lineStart.removeAll(keepingCapacity: true)
        lineLength = 0
        length = 0
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isWritingHead else {
            context.write(data, promise: promise)
            return
        }
        isWritingHead = false
        informationalCount = 0
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

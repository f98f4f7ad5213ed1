import NIOCore

/// A handler that limits response heads, makes them readable to NIO (`ResponseHeadNormalizer`), and keeps header bytes
/// above 0x7F.
///
/// Entity tags must be sent back as received, but NIO replaces bytes that are not UTF-8 (RFC 9110 §5.5 allows any). So
/// such bytes become characters of that number in response heads, and the reverse in requests. The handler belongs
/// between wire (or TLS) and HTTP coder, and serves one request at a time.
///
/// Written 2026-11; delete the handler when NIO gives header values as bytes, and reads what browsers read.
final class ResponseHeadLimiter: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    struct HeadTooLong: Error {}
    /// The error for too many informational responses: endless 100 Continue would keep a processor busy.
    struct TooManyInformationalResponses: Error {}

    /// The number of informational responses before the final response.
    static let maxInformational = 8

    /// The size of a head in bytes; NIO's limit is 2 MiB.
    static let limit = 128 * 1024

    private var isReadingHead = true
    private var isWritingHead = true
    private var normalizer = ResponseHeadNormalizer()
    private var length = 0
    private var informationalCount = 0
    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Bytes read together still arrive after the failure.
        guard !hasFailed else { return }
        let input = unwrapInboundIn(data)
        guard isReadingHead else {
            context.fireChannelRead(data)
            return
        }
        var output = context.channel.allocator.buffer(capacity: input.readableBytes + 64)
        let bytes = input.readableBytesView
        var next = bytes.startIndex
        while isReadingHead, next < bytes.endIndex {
            normalizer.append(bytes[next], to: &output)
            next += 1
            length += 1
            if normalizer.isComplete { endHead() }
            guard informationalCount <= Self.maxInformational else {
                return fail(context, TooManyInformationalResponses())
            }
        }
        if !isReadingHead { output.writeBytes(bytes[next...]) }
        if length > Self.limit {
            fail(context, HeadTooLong())
        } else if output.readableBytes > 0 {
            context.fireChannelRead(wrapInboundOut(output))
        }
    }

    private func fail(_ context: ChannelHandlerContext, _ error: any Error) {
        hasFailed = true
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }

    private func endHead() {
        if normalizer.isInformational {
            informationalCount += 1
            expectHead()
        } else {
            isReadingHead = false
            isWritingHead = true
        }
    }

    private func expectHead() {
        isReadingHead = true
        normalizer = ResponseHeadNormalizer()
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

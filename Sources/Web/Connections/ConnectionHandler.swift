import NIOCore

/// A handler that registers its connection with the `ConnectionLimiter` and closes the connection after a deadline. It
/// is the first in the pipeline and sees the raw bytes.
///
/// The timer checks the current state at least once per shortest deadline, so requests need not reschedule the timer.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let limiter: ConnectionLimiter
    private let isPlain: Bool
    private var deadlines: ConnectionDeadlines
    private var timer: Scheduled<Void>?
    private var isRefused = false

    init(_ limiter: ConnectionLimiter, isPlain: Bool) {
        self.limiter = limiter
        self.isPlain = isPlain
        deadlines = ConnectionDeadlines(limiter.limits, at: .now())
    }

    // MARK: - Connection

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        let id = ObjectIdentifier(channel)
        let address = channel.remoteAddress?.ipAddress ?? ""
        guard limiter.open(id, from: address, at: .now(), close: { channel.close(promise: nil) }) else {
            return refuse(context)
        }
        channel.closeFuture.whenComplete { [limiter] _ in limiter.close(id) }
        checkDeadlines(context)
        context.fireChannelActive()
    }

    /// Refuses the connection, if no open connection can be closed instead.
    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        guard isPlain else { return context.close(promise: nil) }
        let message = "Too many connections at once. Try again in a moment.\n"
        let response =
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nCache-Control: no-store\r\n"
            + "Content-Type: text/plain; charset=utf-8\r\nContent-Length: \(message.utf8.count)\r\n\r\n" + message
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: response))).whenComplete { _ in
            bound.value.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        deadlines.received(at: .now())
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    // MARK: - Deadlines

    private func checkDeadlines(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        // If the option is not supported, everything counts as sent; other deadlines apply.
        let backlog = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
        deadlines.recordWriteBacklog(backlog ?? 0, at: now)
        let id = ObjectIdentifier(context.channel)
        let deadline = deadlines.deadline(isAdmitted: limiter.isAdmitted(id, isIdle: deadlines.isIdle))
        if let deadline, deadline <= now { return context.close(promise: nil) }
        let next = min(deadline ?? .distantFuture, now + TimeAmount(limiter.limits.shortestTimeout))
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) { [weak self] in
            guard let self, context.channel.isActive else { return }
            checkDeadlines(context)
        }
    }

    // MARK: - Requests and responses, reported by RequestProgressHandler

    func requestHead() { deadlines.requestHead(at: .now()) }

    func requestBody() { deadlines.requestBody(at: .now()) }

    func requestEnd(_ id: ConnectionLimiter.ID) {
        deadlines.requestEnd()
        if deadlines.isServing { limiter.markServing(id) }
    }

    func responseHead() { deadlines.responseHead(at: .now()) }

    func responseEnd(_ id: ConnectionLimiter.ID) {
        let now = NIODeadline.now()
        deadlines.responseEnd(at: now)
        if !deadlines.isServing { limiter.markIdle(id, at: now) }
    }
}

public import NIOCore

/// A connection's state and deadline, without a clock.
///
/// Admission (`ConnectionLimiter.admit`) is a parameter: it is known only after the request head.
public struct ConnectionDeadlines: Sendable {
    private let limits: ConnectionLimits
    /// When it was opened or the last response was sent.
    private var idleSince: NIODeadline
    /// When the first byte of an incomplete head came; for the first request, when the connection was opened.
    private var headBeganAt: NIODeadline?
    /// When the first byte of an incomplete request came.
    private var requestBeganAt: NIODeadline?
    private var bodyLastReadAt: NIODeadline
    private var responseBeganAt: NIODeadline?
    /// Response bytes that the peer has not read; since when unchanged.
    private var writeBacklog = 0
    private var writeBacklogSince: NIODeadline
    private var pendingResponses = 0

    public init(_ limits: ConnectionLimits, at now: NIODeadline) {
        self.limits = limits
        (idleSince, bodyLastReadAt, writeBacklogSince) = (now, now, now)
        headBeganAt = now
    }

    /// Whether no response is pending.
    public var isIdle: Bool { pendingResponses == 0 }

    /// Whether a request is complete and its response is not.
    public var isServing: Bool { pendingResponses > 0 && requestBeganAt == nil }

    // MARK: - Events

    /// Bytes were received.
    public mutating func received(at now: NIODeadline) {
        if requestBeganAt == nil, pendingResponses == 0, headBeganAt == nil { headBeganAt = now }
    }

    /// A request's head is complete.
    public mutating func requestHead(at now: NIODeadline) {
        requestBeganAt = headBeganAt ?? now
        headBeganAt = nil
        bodyLastReadAt = now
        pendingResponses += 1
    }

    /// A part of a request's body was read.
    public mutating func requestBody(at now: NIODeadline) { bodyLastReadAt = now }

    /// A request is complete.
    public mutating func requestEnd() { requestBeganAt = nil }

    /// A response begins to be sent.
    public mutating func responseHead(at now: NIODeadline) { responseBeganAt = now }

    /// A response is sent.
    public mutating func responseEnd(at now: NIODeadline) {
        // The response to a malformed request is not counted.
        pendingResponses = max(0, pendingResponses - 1)
        idleSince = now
    }

    /// Records the number of unread response bytes; any change counts as progress.
    public mutating func recordWriteBacklog(_ bytes: Int, at now: NIODeadline) {
        guard bytes != writeBacklog else { return }
        (writeBacklog, writeBacklogSince) = (bytes, now)
        if bytes == 0, pendingResponses == 0 { idleSince = max(idleSince, now) }
    }

    // MARK: - Deadline

    /// - Parameter isAdmitted: the client is authorized, or an idle trusted proxy.
    /// - Returns: nil while only the server causes the delay.
    public func deadline(isAdmitted: Bool) -> NIODeadline? {
        var deadlines: [NIODeadline] = []
        if let requestBeganAt {
            if isAdmitted {
                deadlines = [requestBeganAt + limits.uploadTimeout, bodyLastReadAt + limits.uploadIdleTimeout]
            } else {
                deadlines = [requestBeganAt + limits.requestTimeout]
            }
        } else if let headBeganAt, pendingResponses == 0 {
            deadlines = [headBeganAt + limits.headTimeout]
        } else if pendingResponses == 0, writeBacklog == 0 {
            deadlines = [idleSince + (isAdmitted ? limits.idleTimeout : min(limits.idleTimeout, limits.headTimeout))]
        }
        if writeBacklog > 0 {
            deadlines.append(writeBacklogSince + (isAdmitted ? limits.stalledReadTimeout : limits.requestTimeout))
            if !isAdmitted, let responseBeganAt { deadlines.append(responseBeganAt + limits.unadmittedReadTimeout) }
        }
        return deadlines.min()
    }
}

extension NIODeadline {
    fileprivate static func + (deadline: NIODeadline, duration: Duration) -> NIODeadline {
        deadline + TimeAmount(duration)
    }
}

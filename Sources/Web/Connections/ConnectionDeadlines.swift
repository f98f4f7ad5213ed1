import NIOCore

/// The state and deadline of a connection, without a clock.
///
/// Admission (`ConnectionLimiter.admit`) is a parameter, because it is known only after the request head.
struct ConnectionDeadlines: Sendable {
    private let limits: ConnectionLimits
    /// The time when the connection was opened or the last response was sent.
    private var idleSince: NIODeadline
    /// The time of the first byte of an incomplete head; for the first request, when the connection was opened.
    private var headBeganAt: NIODeadline?
    /// The time of the first byte of an incomplete request.
    private var requestBeganAt: NIODeadline?
    private var bodyLastReadAt: NIODeadline
    private var responseBeganAt: NIODeadline?
    /// The number of response bytes that the peer has not read, and the time since when it is unchanged.
    private var writeBacklog = 0
    private var writeBacklogSince: NIODeadline
    private var pendingResponses = 0

    init(_ limits: ConnectionLimits, at now: NIODeadline) {
        self.limits = limits
        (idleSince, bodyLastReadAt, writeBacklogSince) = (now, now, now)
        headBeganAt = now
    }

    /// True if no response is pending.
    var isIdle: Bool { pendingResponses == 0 }

    /// True if a request is complete and its response is not.
    var isServing: Bool { pendingResponses > 0 && requestBeganAt == nil }

    // MARK: - Events

    /// Records that bytes were received.
    mutating func received(at now: NIODeadline) {
        if requestBeganAt == nil, pendingResponses == 0, headBeganAt == nil { headBeganAt = now }
    }

    /// Records that a request's head is complete.
    mutating func requestHead(at now: NIODeadline) {
        requestBeganAt = headBeganAt ?? now
        headBeganAt = nil
        bodyLastReadAt = now
        pendingResponses += 1
    }

    /// Records that a part of a request's body was read.
    mutating func requestBody(at now: NIODeadline) { bodyLastReadAt = now }

    /// Records that a request is complete.
    mutating func requestEnd() { requestBeganAt = nil }

    /// Records that the response is being sent.
    mutating func responseHead(at now: NIODeadline) { responseBeganAt = now }

    /// Records that a response has been sent.
    mutating func responseEnd(at now: NIODeadline) {
        // The response to a malformed request was not counted.
        pendingResponses = max(0, pendingResponses - 1)
        idleSince = now
    }

    /// Records the number of unread response bytes; any change counts as progress.
    mutating func recordWriteBacklog(_ bytes: Int, at now: NIODeadline) {
        guard bytes != writeBacklog else { return }
        (writeBacklog, writeBacklogSince) = (bytes, now)
        if bytes == 0, pendingResponses == 0 { idleSince = max(idleSince, now) }
    }

    // MARK: - Deadline

    /// Returns the earliest time at which the connection is to be closed.
    /// - Parameter isAdmitted: true if the client is authorized, or is an idle trusted proxy.
    /// - Returns: the deadline; nil while only the server causes the delay.
    func deadline(isAdmitted: Bool) -> NIODeadline? {
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

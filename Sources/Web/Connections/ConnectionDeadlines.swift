public import NIOCore

/// What one connection is doing, and until when it may: a value without a clock of its own.
///
/// It is told what happens on the connection and asked for the deadline; whose deadline it is (a stranger's, or somebody's
/// whom the door has let in) is only known when it is asked, since the door answers after the head.
public struct ConnectionDeadlines: Sendable {
    private let limits: ConnectionLimits
    /// When the connection began to rest: at its beginning, and each time that the last response was sent.
    private var idleSince: NIODeadline
    /// The first byte of a request whose head is not complete; from its beginning a connection owes one.
    private var headBeganAt: NIODeadline?
    /// The same of the request whose body is not complete.
    private var requestBeganAt: NIODeadline?
    private var bodyLastReadAt: NIODeadline
    private var responseBeganAt: NIODeadline?
    /// Bytes of responses that the peer has not taken, and since when they have been as many.
    private var writeBacklog = 0
    private var writeBacklogSince: NIODeadline
    /// Requests whose responses are not complete.
    private var pendingResponses = 0

    public init(_ limits: ConnectionLimits, at now: NIODeadline) {
        self.limits = limits
        (idleSince, bodyLastReadAt, writeBacklogSince) = (now, now, now)
        headBeganAt = now
    }

    /// Whether nothing is asked and nothing is being answered.
    public var isIdle: Bool { pendingResponses == 0 }

    /// Whether a request is complete and its response is not.
    public var isServing: Bool { pendingResponses > 0 && requestBeganAt == nil }

    // MARK: - What happens

    /// Any bytes came.
    public mutating func received(at now: NIODeadline) {
        if requestBeganAt == nil, pendingResponses == 0, headBeganAt == nil { headBeganAt = now }
    }

    public mutating func requestHead(at now: NIODeadline) {
        requestBeganAt = headBeganAt ?? now
        headBeganAt = nil
        bodyLastReadAt = now
        pendingResponses += 1
    }

    public mutating func requestBody(at now: NIODeadline) { bodyLastReadAt = now }

    public mutating func requestEnd() { requestBeganAt = nil }

    public mutating func responseHead(at now: NIODeadline) { responseBeganAt = now }

    public mutating func responseEnd(at now: NIODeadline) {
        // A refusal of what was no request answers none.
        pendingResponses = max(0, pendingResponses - 1)
        idleSince = now
    }

    /// How many bytes of responses wait to be taken by the peer. Fewer or others than before is progress.
    public mutating func recordWriteBacklog(unread bytes: Int, at now: NIODeadline) {
        guard bytes != writeBacklog else { return }
        (writeBacklog, writeBacklogSince) = (bytes, now)
        if bytes == 0, pendingResponses == 0 { idleSince = max(idleSince, now) }
    }

    // MARK: - Until when

    /// - Parameter isAdmitted: whether the door has let the caller in, or the peer is a trusted proxy that rests.
    /// - Returns: nil while only we ourselves keep somebody waiting.
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

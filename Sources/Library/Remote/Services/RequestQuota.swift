public import Foundation

/// The request limits of a service's plan, in sliding windows.
public struct RequestQuota: Sendable, Hashable {
    /// The limit for 24 hours.
    public var requestsPerDay: Int
    /// The limit for 12 hours.
    public var requestsPerHalfDay: Int

    /// The developer plan of News API.
    public static let standard = RequestQuota(requestsPerDay: 100, requestsPerHalfDay: 50)

    public init(requestsPerDay: Int, requestsPerHalfDay: Int) {
        self.requestsPerDay = requestsPerDay
        self.requestsPerHalfDay = requestsPerHalfDay
    }

    struct Window {
        let limit: Int
        let hours: Int
        /// The length in seconds.
        var length: TimeInterval { TimeInterval(hours) * 3600 }

        /// The window for refreshes for which nobody waits, which leave two fifths to content on screen.
        var background: Window { Window(limit: limit - (limit * 2 + 4) / 5, hours: hours) }
    }

    /// The hours over which background refreshes are spread: within them, refreshes get a proportional part of their
    /// daily share.
    private static let paceHours = 2

    /// The purpose of a request, which tells whether a person waits for it.
    enum RequestPurpose { case onScreen, background }

    /// The windows of the plan, the shortest first.
    var windows: [Window] {
        [Window(limit: requestsPerHalfDay, hours: 12), Window(limit: requestsPerDay, hours: 24)]
    }

    /// Returns the windows whose limits apply to requests for a purpose.
    func windows(for purpose: RequestPurpose) -> [Window] {
        switch purpose {
        case .onScreen: return windows
        case .background:
            let shares = windows.map(\.background)
            let paces = shares.map { ($0.limit * Self.paceHours + $0.hours - 1) / $0.hours }
            return shares + [Window(limit: max(1, paces.min() ?? 1), hours: Self.paceHours)]
        }
    }

    /// The length of the longest window in seconds; older requests no longer count.
    static let longestWindow: TimeInterval = 86_400
}

/// The remaining budget of a service's plan.
public struct RequestBudgetStatus: Sendable, Equatable {
    /// The requests made in a window that ends now, and the window's limit.
    public struct Usage: Sendable, Equatable {
        /// The number of requests made, at most ``limit``.
        public var used: Int
        /// The number of requests allowed.
        public var limit: Int
        /// The length of the window in hours.
        public var hours: Int
    }

    /// The usage of each window, the shortest window first.
    public var windows: [Usage]
    /// The time of the next possible request for content on screen; nil if one is possible now.
    public var nextRequestAt: Date?
    /// The end of the exhaustion that the service reported; nil if it reported none.
    public var blockedUntil: Date?
}

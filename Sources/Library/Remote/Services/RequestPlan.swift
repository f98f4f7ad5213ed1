public import Foundation

/// How many requests a service's plan allows, in windows that slide. Standard: the developer plan of News API.
public struct RequestPlan: Sendable, Hashable {
    public var requestsPerDay: Int
    public var requestsPerHalfDay: Int

    public static let standard = RequestPlan(requestsPerDay: 100, requestsPerHalfDay: 50)

    public init(requestsPerDay: Int, requestsPerHalfDay: Int) {
        self.requestsPerDay = requestsPerDay
        self.requestsPerHalfDay = requestsPerHalfDay
    }

    struct Window {
        let limit: Int
        let hours: Int
        /// Seconds.
        var length: TimeInterval { TimeInterval(hours) * 3600 }

        /// For refreshes that nobody waits for, which leave two fifths to what is on screen.
        var background: Window { Window(limit: limit - (limit * 2 + 4) / 5, hours: hours) }
    }

    /// Refreshes that nobody waits for are spread: in so many hours they have a like part of their share of the day.
    private static let paceHours = 2

    /// Who waits for a request.
    enum RequestPurpose { case onScreen, background }

    /// Shortest first.
    var windows: [Window] {
        [Window(limit: requestsPerHalfDay, hours: 12), Window(limit: requestsPerDay, hours: 24)]
    }

    /// What requests for a purpose must fit into.
    func windows(for purpose: RequestPurpose) -> [Window] {
        switch purpose {
        case .onScreen: return windows
        case .background:
            let shares = windows.map(\.background)
            let paces = shares.map { ($0.limit * Self.paceHours + $0.hours - 1) / $0.hours }
            return shares + [Window(limit: max(1, paces.min() ?? 1), hours: Self.paceHours)]
        }
    }

    /// Older requests count no more.
    static let longestWindow: TimeInterval = 86_400
}

/// What is left of a service's plan.
public struct RequestBudgetStatus: Sendable, Equatable {
    /// Requests made in a window that ends now, beside its limit.
    public struct Usage: Sendable, Equatable {
        public var used: Int
        public var limit: Int
        public var hours: Int
    }

    /// Shortest window first.
    public var windows: [Usage]
    /// When something on screen may be fetched; nil for now.
    public var nextRequestAt: Date?
    /// Until when the service said that the plan is spent; nil if it did not.
    public var blockedUntil: Date?
}

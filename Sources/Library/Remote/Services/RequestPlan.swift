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

        /// Refreshes that nobody waits for leave two fifths to what is on screen.
        func limit(for purpose: RequestPurpose) -> Int {
            switch purpose {
            case .onScreen: limit
            case .background: limit - (limit * 2 + 4) / 5
            }
        }
    }

    /// Who waits for a request.
    enum RequestPurpose { case onScreen, background }

    /// Shortest first.
    var windows: [Window] {
        [Window(limit: requestsPerHalfDay, hours: 12), Window(limit: requestsPerDay, hours: 24)]
    }

    /// Older requests count no more.
    static let longestWindow: TimeInterval = 86_400
}

/// What is left of a service's plan.
public struct RequestBudgetStatus: Sendable, Equatable {
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

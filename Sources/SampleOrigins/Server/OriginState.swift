/// An origin's mutable state: requests, behaviour rules, resources and listener.
///
/// Invariant: `activeRequests` is the number of requests without a finished response; `maxConcurrentRequests` is never
/// below it.
struct OriginState {
    struct BehaviourRule {
        var behaviour: OriginBehaviour
        /// The path, or path with query, that it applies to; nil for all.
        var path: String?
        /// How many more requests it applies to; nil for all.
        var times: Int?
    }

    var requests: [RequestRecord] = []
    var rules: [BehaviourRule] = []
    var resources: [String: SampleResource] = [:]
    var activeRequests = 0
    var maxConcurrentRequests = 0
    var listener: Task<Void, Never>?

    /// Records a request and returns the behaviour for it. The newest matching rule wins.
    mutating func beginRequest(_ record: RequestRecord) -> OriginBehaviour? {
        requests.append(record)
        activeRequests += 1
        maxConcurrentRequests = max(maxConcurrentRequests, activeRequests)
        guard
            let index = rules.lastIndex(where: { $0.path == nil || $0.path == record.path || $0.path == record.target })
        else { return nil }
        let behaviour = rules[index].behaviour
        if let times = rules[index].times {
            rules[index].times = times - 1
            if times <= 1 { rules.remove(at: index) }
        }
        return behaviour
    }

    mutating func endRequest() {
        activeRequests -= 1
    }
}

/// A request that an origin received.
public struct RequestRecord: Sendable {
    public var method: String
    /// The path without the query.
    public var path: String
    public var query: String?
    /// The path with the query.
    public var target: String { query.map { "\(path)?\($0)" } ?? path }
    /// The header fields, with names in lower case.
    public var headers: [(name: String, value: String)]

    /// The first value of a header field; names are case-insensitive.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name.lowercased() }?.value
    }
}

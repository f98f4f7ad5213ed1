/// What an origin remembers: its requests, how it is told to behave, its pages and its listener.
///
/// Invariant: `underWay` is the number of requests begun and not yet answered; `mostAtOnce` is never below it.
struct OriginState {
    struct BehaviourRule {
        var behaviour: OriginBehaviour
        /// The path it holds for, or a path with its query; nil for all.
        var path: String?
        /// How many more requests it holds for; nil for all.
        var times: Int?
    }

    var requests: [RequestRecord] = []
    var rules: [BehaviourRule] = []
    var resources: [String: SampleResource] = [:]
    var activeRequests = 0
    var maxConcurrentRequests = 0
    var listener: Task<Void, Never>?

    /// Notes a request and says how it is to be treated. The newest order that fits wins.
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

/// One request that an origin received.
public struct RequestRecord: Sendable {
    public var method: String
    /// The path without its query.
    public var path: String
    public var query: String?
    /// The path with its query, as it was asked for.
    public var target: String { query.map { "\(path)?\($0)" } ?? path }
    /// The header fields as they came, names in lower case.
    public var headers: [(name: String, value: String)]

    /// The first value of a header field; the name's case does not matter.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name.lowercased() }?.value
    }
}

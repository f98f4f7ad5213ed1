/// The mutable state of an origin.
///
/// Invariant: `activeRequests` counts unfinished responses; `maxConcurrentRequests` is never below it.
struct OriginState {
    struct BehaviourRule {
        var behaviour: OriginBehaviour
        /// The path, with or without query; nil for all paths.
        var path: String?
        /// The number of remaining requests; nil for all requests.
        var times: Int?
    }

    var requests: [RequestRecord] = []
    var rules: [BehaviourRule] = []
    var resources: [String: SampleResource] = [:]
    var activeRequests = 0
    var maxConcurrentRequests = 0
    var listener: Task<Void, Never>?

    /// Records a request and returns its behaviour; the newest matching rule wins.
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

/// A received request.
public struct RequestRecord: Sendable {
    /// The method as sent, such as `GET`.
    public var method: String
    /// The path without the query.
    public var path: String
    /// The query without the question mark; nil if there is none.
    public var query: String?
    /// The path with the query.
    public var target: String { query.map { "\(path)?\($0)" } ?? path }
    /// The headers in order, with names in lower case.
    public var headers: [(name: String, value: String)]
    /// The bytes of the body, at most 1 MiB.
    public var body: [UInt8] = []

    /// The fields of the body, in order, as HTML forms encode them.
    public var form: [(name: String, value: String)] { QueryFields.read(String(decoding: body, as: UTF8.self)) }

    /// Returns the first value of a header; the name is case-insensitive.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name.lowercased() }?.value
    }
}

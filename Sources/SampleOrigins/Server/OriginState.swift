/// An origin's mutable state.
///
/// Invariant: `activeRequests` counts unfinished responses; `maxConcurrentRequests` is never below it.
struct OriginState {
    struct BehaviourRule {
        var behaviour: OriginBehaviour
        /// The path, with or without query; nil for all.
        var path: String?
        /// Remaining requests; nil for all.
        var times: Int?
    }

    var requests: [RequestRecord] = []
    var rules: [BehaviourRule] = []
    var resources: [String: SampleResource] = [:]
    var activeRequests = 0
    var maxConcurrentRequests = 0
    var listener: Task<Void, Never>?

    /// The newest matching rule wins.
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
    public var method: String
    /// Without query.
    public var path: String
    public var query: String?
    /// With query.
    public var target: String { query.map { "\(path)?\($0)" } ?? path }
    /// Names in lower case.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8] = []

    /// The body's fields, in order, as forms write them.
    public var form: [(name: String, value: String)] { QueryFields.read(String(decoding: body, as: UTF8.self)) }

    /// First value; case-insensitive.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name.lowercased() }?.value
    }
}

internal import Foundation

/// The mutable state of an origin.
///
/// Invariant: `activeRequests` counts unfinished responses; `maxConcurrentRequests` is never below it, nor is
/// `maxOpenConnections` below the number of open connections.
struct OriginState {
    struct BehaviourRule {
        var behaviour: OriginBehaviour
        /// The requests that the behaviour is for.
        var pattern: RequestPattern
        /// The number of remaining requests; nil for all requests.
        var times: Int?
    }

    var requests: [RequestRecord] = []
    var rules: [BehaviourRule] = []
    private var resources: [(pattern: RequestPattern, resource: SampleResource)] = []
    var activeRequests = 0
    var maxConcurrentRequests = 0
    var openConnections: Set<ObjectIdentifier> = []
    var maxOpenConnections = 0
    var listener: Task<Void, Never>?

    /// Serves a resource in place of an earlier one with the same pattern; nil only removes that.
    mutating func serve(_ resource: SampleResource?, _ pattern: RequestPattern) {
        resources.removeAll { $0.pattern == pattern }
        if let resource { resources.append((pattern, resource)) }
    }

    /// Returns the resource for a request; the newest matching one wins.
    func resource(for record: RequestRecord) -> SampleResource? {
        resources.last { $0.pattern.matches(record) }?.resource
    }

    /// Records a request and returns its behaviour.
    mutating func beginRequest(_ record: RequestRecord) -> OriginBehaviour? {
        requests.append(record)
        activeRequests += 1
        maxConcurrentRequests = max(maxConcurrentRequests, activeRequests)
        return takeBehaviour(for: record)
    }

    /// Returns the behaviour for a request, once less of those that are for a number of requests; the newest matching
    /// rule wins.
    mutating func takeBehaviour(for record: RequestRecord) -> OriginBehaviour? {
        guard let index = rules.lastIndex(where: { $0.pattern.matches(record) }) else { return nil }
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

    /// Counts a connection among the open ones; returns false for one that is among them.
    mutating func beginConnection(_ id: ObjectIdentifier) -> Bool {
        guard openConnections.insert(id).inserted else { return false }
        maxOpenConnections = max(maxOpenConnections, openConnections.count)
        return true
    }
}

/// A condition on requests.
struct RequestPattern: Sendable, Equatable, Decodable {
    /// The path, with or without query, in which `*` stands for any text; nil for all paths.
    var path: String?
    /// A header with its value, such as `x-api-key: 123`; nil for any headers.
    var header: String?

    func matches(_ request: RequestRecord) -> Bool {
        if let header, !request.headers.contains(where: { "\($0.name): \($0.value)" == header }) { return false }
        guard let path, path != request.path, path != request.target else { return true }
        return path.contains("*") && fnmatch(path, request.target, 0) == 0
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
    /// The bytes of the body, at most 16 MiB.
    public var body: [UInt8] = []

    /// The fields of the body, in order, as HTML forms encode them.
    public var form: [(name: String, value: String)] { QueryFields.read(String(decoding: body, as: UTF8.self)) }

    /// Returns the first value of a header; the name is case-insensitive.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name.lowercased() }?.value
    }
}

/// One request that an origin received.
public struct Hit: Sendable {
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

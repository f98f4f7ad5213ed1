public import Foundation

/// Persists hosts' back-offs, for restarts and other processes.
///
/// Hosts: `loom.example`, or `loom.example:8080` unless 80 or 443; IPv6 in brackets.
public struct BackoffStore: Sendable {
    /// The end of a host's back-off.
    public var read: @Sendable (_ host: String) async -> Date?
    /// Stores it.
    public var write: @Sendable (_ host: String, _ until: Date) async -> Void

    public init(
        read: @escaping @Sendable (_ host: String) async -> Date?,
        write: @escaping @Sendable (_ host: String, _ until: Date) async -> Void
    ) {
        self.read = read
        self.write = write
    }

    /// Stores nothing.
    public static let none = BackoffStore(read: { _ in nil }, write: { _, _ in })
}

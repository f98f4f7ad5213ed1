public import Foundation

/// A store of hosts' back-offs that survives restarts and is shared with other processes.
///
/// Hosts are written `loom.example`, or `loom.example:8080` unless the port is 80 or 443; IPv6 in brackets.
public struct BackoffStore: Sendable {
    /// Returns the end of a host's back-off; nil if there is none.
    public var read: @Sendable (_ host: String) async -> Date?
    /// Stores the end of a host's back-off.
    public var write: @Sendable (_ host: String, _ until: Date) async -> Void

    public init(
        read: @escaping @Sendable (_ host: String) async -> Date?,
        write: @escaping @Sendable (_ host: String, _ until: Date) async -> Void
    ) {
        self.read = read
        self.write = write
    }

    /// A store that stores nothing.
    public static let none = BackoffStore(read: { _ in nil }, write: { _, _ in })
}

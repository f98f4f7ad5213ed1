public import Foundation

/// Persists hosts' back-off times beyond the life of one `Fetcher`, so that a restart or a second process honours them.
///
/// Hosts are written as in `Fetcher`: `loom.example` for the web's default ports, `loom.example:8080` for others, an
/// IPv6 address in brackets.
public struct BackoffStore: Sendable {
    /// Returns the end of a host's back-off; nil when there is none.
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

    /// Stores nothing: each `Fetcher` knows only the back-offs it has received itself.
    public static let none = BackoffStore(read: { _ in nil }, write: { _, _ in })
}

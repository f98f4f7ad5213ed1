public import Foundation

/// Where hosts' wishes to be left alone are kept beyond the life of one `Fetcher`, so that neither a restart nor a
/// second program forgets them. The house's database keeps it; `none` keeps nothing.
///
/// A host is named as in `Fetcher`: `loom.example` for the web's usual ports, `loom.example:8080` for others, an IPv6
/// address in brackets.
public struct BackoffStore: Sendable {
    /// Until when a host wants to be left alone; nil when it does not.
    public var read: @Sendable (_ host: String) async -> Date?
    /// A host asked to be left alone until then.
    public var write: @Sendable (_ host: String, _ until: Date) async -> Void

    public init(
        read: @escaping @Sendable (_ host: String) async -> Date?,
        write: @escaping @Sendable (_ host: String, _ until: Date) async -> Void
    ) {
        self.read = read
        self.write = write
    }

    /// Nothing is kept: each `Fetcher` knows only what it has heard itself.
    public static let none = BackoffStore(read: { _ in nil }, write: { _, _ in })
}

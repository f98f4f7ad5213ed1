public import Foundation
public import News

/// A signed-in browser.
public struct ReaderSession: Sendable, Hashable, Identifiable {
    /// How it signed in.
    public enum SignInMethod: String, Sendable { case password, link }

    /// Of the database.
    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let reader: ReaderID
    public let method: SignInMethod
    public let madeAt: Date
    /// Accurate to an hour.
    public var seenAt: Date
    /// 30 days after `seenAt`.
    public var expiresAt: Date
    /// The `User-Agent`.
    public let agent: String?
    /// The network address.
    public let address: String?

    /// Seconds until an unused session expires.
    public static let lifetime: TimeInterval = 30 * 24 * 3600
    /// Seconds until an unused device is forgotten: 400 days, the browsers' limit (RFC 6265bis §5.5).
    public static let deviceLifetime: TimeInterval = 400 * 24 * 3600
}

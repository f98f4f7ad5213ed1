public import Foundation
public import News

/// A signed-in browser.
public struct ReaderSession: Sendable, Hashable, Identifiable {
    /// How it signed in.
    public enum SignInMethod: String, Sendable { case password, link }

    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let reader: ReaderID
    public let method: SignInMethod
    public let madeAt: Date
    /// Accurate to the hour: written at most that often.
    public var seenAt: Date
    /// 30 days after `seenAt`.
    public var expiresAt: Date
    /// The browser's `User-Agent`.
    public let agent: String?
    /// The network address it signed in from.
    public let address: String?

    /// How long an unused session lasts, in seconds.
    public static let lifetime: TimeInterval = 30 * 24 * 3600
    /// How long an unused device stays known, in seconds: 400 days, the most that browsers keep a cookie (RFC 6265bis
    /// §5.5).
    public static let deviceLifetime: TimeInterval = 400 * 24 * 3600
}

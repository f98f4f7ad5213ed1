public import Foundation
public import News

/// A browser that is signed in.
public struct ReaderSession: Sendable, Hashable, Identifiable {
    /// How it came in.
    public enum SignInMethod: String, Sendable { case password, link }

    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let reader: ReaderID
    public let method: SignInMethod
    public let madeAt: Date
    /// To the hour.
    public var seenAt: Date
    /// 30 days after it was last seen.
    public var expiresAt: Date
    /// What the browser said it is.
    public let agent: String?
    /// Where it came from.
    public let address: String?

    /// How long a session lasts without being used, in seconds.
    public static let lifetime: TimeInterval = 30 * 24 * 3600
    /// How long the device of a session is known without being used, in seconds: 400 days, the most that browsers keep a
    /// cookie (RFC 6265bis §5.5).
    public static let deviceLifetime: TimeInterval = 400 * 24 * 3600
}

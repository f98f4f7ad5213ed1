public import Foundation
public import News

/// A signed-in browser.
public struct ReaderSession: Sendable, Hashable, Identifiable {
    /// The method of signing in.
    public enum SignInMethod: String, Sendable {
        case password, passkey
        /// A link that another device of the reader has shown.
        case link
        /// A link of the owner or of the command line, for somebody who has forgotten the password.
        case recovery
        /// An account at an identity provider.
        case outsideIdentity = "outside-identity"
    }

    /// The row ID of a session.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable {
        /// The value of the database column.
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The row ID of the session.
    public let id: ID
    /// The signed-in reader.
    public let reader: ReaderID
    /// The reader's role in the house.
    public let role: ReaderRole
    /// The method by which the browser signed in.
    public let method: SignInMethod
    /// The time of signing in.
    public let madeAt: Date
    /// The time of the last request, accurate to an hour.
    public var seenAt: Date
    /// The time of expiry, 30 days after `seenAt`.
    public var expiresAt: Date
    /// The `User-Agent` header, if any.
    public let agent: String?
    /// The client's network address, if known.
    public let clientAddress: String?
    /// The name that the reader gave the device; nil if it has none.
    public let name: String?

    /// Returns true in the hour after a sign-in by a recovery link or a passkey: it replaces a forgotten password.
    public func mayReplacePassword(at now: Date) -> Bool {
        (method == .recovery || method == .passkey) && now.timeIntervalSince(madeAt) < 3600
    }

    /// The number of characters that a device's name may have.
    public static let maxNameLength = 40

    /// The seconds until an unused session expires.
    public static let lifetime: TimeInterval = 30 * 24 * 3600
    /// The seconds until an unused device is forgotten: 400 days, the browsers' limit (RFC 6265bis §5.5).
    public static let deviceLifetime: TimeInterval = 400 * 24 * 3600
}

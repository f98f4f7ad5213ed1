public import Foundation
public import News

/// A password by which another program signs in for a reader. The secret itself is not stored.
public struct AppPassword: Sendable, Identifiable, Hashable {
    /// The ID of an app password.
    public struct ID: RawRepresentable, Sendable, Hashable, Codable {
        /// The database ID.
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The ID.
    public var id: ID
    /// The name of the program or device, as the reader typed it.
    public var name: String
    /// The time of creation.
    public var createdAt: Date
    /// The last use, to within an hour; nil before the first.
    public var lastUsedAt: Date?

    /// The maximum length of a name in characters.
    public static let maxNameLength = 60
    /// The maximum number of app passwords of a reader.
    public static let maxCount = 50
}

/// An app password that has just been made, with its secret, which is never shown again.
public struct NewAppPassword: Sendable {
    /// The stored password.
    public var password: AppPassword
    /// The user name to sign in with.
    public var userName: String
    /// The secret: lower-case letters, easily typed on a phone.
    public var secret: String
}

/// The reader that a program acts for, and the app password that says so.
public struct AppIdentity: Sendable, Hashable {
    /// The reader.
    public var reader: ReaderID
    /// The app password.
    public var password: AppPassword.ID
    /// The reader's user name.
    public var userName: String
}

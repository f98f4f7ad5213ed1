public import Foundation

/// Somebody as an identity provider knows them: the pair of issuer and subject, and nothing else (OpenID Connect Core 1.0
/// §5.7). Names and mail addresses there can change hands.
public struct OutsideSubject: Sendable, Hashable {
    /// The provider.
    public var issuer: String
    /// The provider's identifier of the person.
    public var subject: String

    public init(issuer: String, subject: String) {
        self.issuer = issuer
        self.subject = subject
    }
}

/// An account at an identity provider with which a reader signs in.
public struct OutsideIdentity: Sendable, Hashable, Identifiable {
    /// The row ID of a linked account.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable {
        /// The value of the database column.
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The row ID.
    public let id: ID
    /// The provider, and its identifier of the person.
    public let subject: OutsideSubject
    /// The name that the provider gave when the account was linked; nil if it gave none.
    public let name: String?
    /// The time of linking.
    public let createdAt: Date
    /// The last sign-in; nil before the first.
    public let lastUsedAt: Date?

    /// The number of accounts that a reader can link.
    public static let maxCount = 10
}

/// An error of signing in with an account at an identity provider.
public enum OutsideIdentityError: Error, Sendable, Equatable {
    /// An account that is nobody's here.
    case unknown
    /// An account that is another reader's already.
    case otherReaders
    /// A name that a reader has already, which is not reason enough to be that reader.
    case nameTaken(String)
    /// An account without a name that a reader can have.
    case noName
    /// An invitation that does not work.
    case invitation(InvitationError)
    /// Too many attempts; the next one is allowed at `until`.
    case throttled(until: Date)
    /// A failure of the database, or a house that is full.
    case library(LibraryError)

    init(_ error: any Error) {
        switch error {
        case let own as OutsideIdentityError: self = own
        case let other as InvitationError: self = .invitation(other)
        default: self = .library(LibraryError(error))
        }
    }
}

public import Foundation
public import News

/// A reader's role in the house, stored by these names. Each may do what the ones below may.
public enum ReaderRole: String, Codable, Sendable, Hashable, CaseIterable, Comparable {
    /// Reads, with feeds, marks and settings of one's own.
    case reader
    /// Edits the packs that are made here, too.
    case editor
    /// Runs the house: people, keys and newspapers, too.
    case owner

    public static func < (one: ReaderRole, other: ReaderRole) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .reader: 0
        case .editor: 1
        case .owner: 2
        }
    }
}

/// A reader, as the house knows them. What they read is theirs alone.
public struct Person: Sendable, Hashable, Identifiable {
    /// The reader.
    public let id: ReaderID
    /// The name; empty for the first reader of a house with one.
    public var name: String
    /// The role in the house.
    public var role: ReaderRole
    /// The time of joining; nil for the first reader.
    public var joinedAt: Date?
    /// The time of the last use, accurate to an hour; nil if no device is signed in.
    public var lastSeenAt: Date?
    /// True if the reader can sign in with a password.
    public var hasPassword: Bool
}

/// A link that lets somebody join the house once.
public struct Invitation: Sendable, Hashable {
    /// The role of the new reader.
    public var role: ReaderRole
    /// The time from which it no longer works.
    public var expiresAt: Date
    /// The name of the reader who made it.
    public var inviterName: String
}

/// An error of joining a house.
public enum InvitationError: Error, Sendable, Equatable {
    /// An invitation that somebody has used.
    case used
    /// An invitation that is expired or unknown.
    case expired
    /// A name that nobody can have, or that somebody has; the invitation still works.
    case name(why: String)
    /// A failure of the database, or a password that cannot be used.
    case library(LibraryError)
}

extension InvitationError {
    init(_ error: any Error) {
        switch error {
        case let own as InvitationError: self = own
        default: self = .library(LibraryError(error))
        }
    }
}

public import Foundation

/// Why somebody does not come in.
public enum SignInError: Error, Sendable, Equatable {
    /// That is not the password.
    case wrong
    /// Too many guesses were wrong; the next may be made then.
    case wait(until: Date)
    /// The reader has no password, so none can be right.
    case noPassword
    /// The link was used already.
    case spent
    /// The link is too old, or never was.
    case expired
    /// The database's own trouble.
    case library(LibraryError)
}

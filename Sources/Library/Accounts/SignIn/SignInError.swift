public import Foundation

/// An error of signing in.
public enum SignInError: Error, Sendable, Equatable {
    /// A wrong password.
    case wrongPassword
    /// Too many failed attempts; the next one is allowed at `until`.
    case throttled(until: Date)
    /// A reader without a password.
    case noPassword
    /// A link that was redeemed already.
    case linkUsed
    /// A link that is expired or unknown.
    case linkExpired
    /// A passkey that was rejected.
    case passkey(PasskeyRejection)
    /// A failure of the database or another part of the Library.
    case library(LibraryError)
}

extension SignInError {
    init(_ error: any Error) {
        switch error {
        case let own as SignInError: self = own
        case let rejection as PasskeyRejection: self = .passkey(rejection)
        default: self = .library(LibraryError(error))
        }
    }
}

import Markup
import News

/// Signing in by name, where several readers have a password.
extension SessionService {
    /// Returns true if somebody can sign in with a password.
    public func isAnyPasswordSet() async throws(LibraryError) -> Bool {
        try await context.database.read {
            try $0.count("select count(*) from reader where password_hash is not null") > 0
        }
    }

    /// Signs in the reader of a name. An unknown name takes as long as a wrong password, and is told as one.
    /// - Parameter name: the name; without one the first reader's password is meant.
    /// - Throws: as `signIn(_:from:for:)`.
    public func signIn(
        _ guess: String, named name: String, from client: LoginClient
    ) async throws(SignInError) -> (token: SecretToken, session: ReaderSession, device: SecretToken) {
        guard !PrintableText.line(name).isEmpty else { return try await signIn(guess, from: client, for: .first) }
        let now = context.now()
        do {
            let found = try await context.database.read { transaction -> ReaderID? in
                let reader = try PeopleStore(transaction: transaction, now: now).reader(named: name)
                return try reader.flatMap { try Self.storedPassword(for: $0, transaction) == nil ? nil : $0 }
            }
            if let found { return try await signIn(guess, from: client, for: found) }
            try await verify(guess, against: PasswordHash.unmatched, from: client)
            throw SignInError.wrongPassword
        } catch { throw SignInError(error) }
    }
}

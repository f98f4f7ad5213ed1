import Foundation
public import News

/// A service for the passwords by which other programs sign in: each has a name, and can be revoked by itself.
public struct AppPasswordService: Sendable {
    let context: LibraryContext

    /// The seconds between two writes of the last use.
    private static let useInterval: TimeInterval = 3600
    /// The seconds that a password counts as in use after its last use, and after it was made.
    private static let inUseFor: TimeInterval = 30 * 24 * 3600
    private static let newFor: TimeInterval = 24 * 3600

    // MARK: - Keeping passwords

    /// Returns the reader's app passwords in the order of creation.
    public func all(for reader: ReaderID) async throws(LibraryError) -> [AppPassword] {
        let now = context.now()
        return try await context.database.read {
            try AppPasswordStore(transaction: $0, now: now).all(of: reader.rawValue)
        }
    }

    /// Returns the name that the reader signs in with in other programs.
    /// - Throws: `.notThere` for an unknown reader.
    public func userName(of reader: ReaderID) async throws(LibraryError) -> String {
        let now = context.now()
        return try await context.database.read {
            try AppPasswordStore(transaction: $0, now: now).userName(of: reader.rawValue)
        }
    }

    /// Makes an app password.
    /// - Parameter name: the name of the program or device.
    /// - Throws: `.invalid` for a missing or long name, or if the reader has too many app passwords.
    public func create(named name: String, for reader: ReaderID) async throws(LibraryError) -> NewAppPassword {
        guard let name = LineNormalizer.normalize(name), name.count <= AppPassword.maxNameLength else {
            throw .invalid(why: "Name the app, in at most \(AppPassword.maxNameLength) characters.")
        }
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let store = AppPasswordStore(transaction: transaction, now: now)
            guard try store.all(of: reader.rawValue).count < AppPassword.maxCount else {
                throw LibraryError.invalid(
                    why: "There are \(AppPassword.maxCount) app passwords already. Remove one that is not used.")
            }
            return try store.insert(AppSecret(), named: name, for: reader.rawValue)
        }
    }

    /// Revokes an app password: every program that signed in with it is signed out.
    /// - Throws: `.notThere` if the reader has no such password.
    public func revoke(_ id: AppPassword.ID, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        let isRemoved = try await context.writeAndNotify(for: reader) {
            try AppPasswordStore(transaction: $0, now: now).remove(id, of: reader.rawValue)
        }
        guard isRemoved else { throw .notThere }
    }

    // MARK: - Signing in

    /// Signs a program in.
    /// - Returns: whom it acts for, and the token to send with each request; the token ends with the password.
    /// - Throws: `.wrongPassword`; `.throttled` after too many wrong ones.
    public func signIn(
        userName: String, secret: String, from client: LoginClient
    ) async throws(SignInError) -> (identity: AppIdentity, token: String) {
        let typed = AppSecret(typed: secret)
        let name = userName.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        let identity = try await authenticate(client) { store in
            guard let typed, let found = try store.find(typed), found.userName.lowercased() == name else { return nil }
            return found
        }
        return (identity, typed?.token ?? "")
    }

    /// Returns whom a program acts for that sends Fever's key, in either case of its letters.
    /// - Throws: `.wrongPassword`; `.throttled` after too many wrong ones.
    public func identity(feverKey key: String, from client: LoginClient) async throws(SignInError) -> AppIdentity {
        try await authenticate(client) { try $0.find(feverKey: key) }
    }

    /// Returns whom a program acts for that sends the token of `signIn`; nil if its password was revoked.
    public func identity(token: String) async throws(LibraryError) -> AppIdentity? {
        let now = context.now()
        let found = try await context.database.read {
            try AppPasswordStore(transaction: $0, now: now).find(token: token)
        }
        guard let found else { return nil }
        try await recordUse(of: found.password, for: found.identity.reader)
        return found.identity
    }

    /// Returns the token that programs send with each change, which they ask for again about every hour. It protects
    /// nothing, as browsers do not send the token of `signIn` by themselves; programs expect it.
    public func writeToken(for token: String) -> String { AppSecret.writeToken(for: token, at: context.now()) }

    /// Returns true unless a write token is older than an hour or two, or another program's.
    public func isValid(writeToken: String, for token: String) -> Bool {
        AppSecret.isValid(writeToken: writeToken, for: token, at: context.now())
    }

    /// Checks a secret. Wrong ones are counted like sign-ins by password (`LoginThrottle`), and while a client has to
    /// wait, right ones are rejected too, except those that are new or in use: a phone with an old password, which asks
    /// again and again, must not lock out the others at its address, and nobody guesses 108 random bits.
    private func authenticate(
        _ client: LoginClient, _ find: @escaping @Sendable (AppPasswordStore) throws -> AppPasswordStore.Record?
    ) async throws(SignInError) -> AppIdentity {
        let now = context.now()
        do {
            let (found, wait) = try await context.database.read { transaction in
                let throttle = LoginThrottle(transaction: transaction, now: now.milliseconds, interface: .apps)
                let store = AppPasswordStore(transaction: transaction, now: now)
                return (try find(store), try throttle.retryAt(of: client))
            }
            if let found, wait == nil || isInUse(found.password, at: now) {
                try await recordUse(of: found.password, for: found.identity.reader)
                return found.identity
            }
            if let wait { throw SignInError.throttled(until: Date(milliseconds: wait)) }
            let until = try await context.database.write(.refetchable) { transaction in
                try LoginThrottle(transaction: transaction, now: now.milliseconds, interface: .apps).recordAttempt(
                    client)
            }
            if let until { throw SignInError.throttled(until: Date(milliseconds: until)) }
            throw SignInError.wrongPassword
        } catch { throw SignInError(error) }
    }

    private func isInUse(_ password: AppPassword, at now: Date) -> Bool {
        if let last = password.lastUsedAt { return now.timeIntervalSince(last) < Self.inUseFor }
        return now.timeIntervalSince(password.createdAt) < Self.newFor
    }

    private func recordUse(of password: AppPassword, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        if let last = password.lastUsedAt, abs(now.timeIntervalSince(last)) < Self.useInterval { return }
        do {
            try await context.writeAndNotify(for: reader, .refetchable) {
                try AppPasswordStore(transaction: $0, now: now).recordUse(of: password.id)
            }
        } catch {
            // On a full or read-only disk, programs can still read what is stored.
            guard error.preventsWriting else { throw error }
        }
    }
}

public import Foundation
public import News

/// A service for authentication: passwords, sessions and one-time links.
public struct SessionService: Sendable {
    let context: LibraryContext
    private var passwordQueue: PasswordHashQueue { context.passwordQueue }

    // MARK: - Passwords

    /// Returns true if the reader has a password.
    public func hasPassword(for reader: ReaderID) async throws(LibraryError) -> Bool {
        try await storedPassword(for: reader) != nil
    }

    /// Sets the password, ends all sessions and links, and forgets all devices.
    /// - Throws: `.invalid` below eight characters or above 1,024 bytes.
    public func setPassword(_ text: String, for reader: ReaderID) async throws(LibraryError) {
        try await setPassword(text, cost: .standard, for: reader)
    }

    /// Sets the password with a given cost; tests pass a low one.
    func setPassword(_ text: String, cost: PasswordHash.Cost, for reader: ReaderID) async throws(LibraryError) {
        guard text.count >= PasswordHash.minCharacters else {
            throw .invalid(why: "A password has at least \(PasswordHash.minCharacters) characters.")
        }
        guard text.utf8.count <= PasswordHash.maxBytes else {
            throw .invalid(why: "A password has at most \(PasswordHash.maxBytes) bytes.")
        }
        let stored = try await passwordQueue.perform { try PasswordHash(new: text, cost: cost).stored }
        try await savePassword(stored, for: reader)
    }

    /// Removes the password, ends all sessions and links, and forgets all devices. Nobody can sign in with a password
    /// until a new one is set.
    public func removePassword(for reader: ReaderID) async throws(LibraryError) {
        try await savePassword(nil, for: reader)
    }

    private func savePassword(_ stored: String?, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            let changed = try transaction.run(
                "update reader set password_hash = ? where id = ?", [.text(stored), .number(reader.rawValue)])
            guard changed == 1 else { throw LibraryError.notThere }
            _ = try SessionStore(transaction: transaction, now: now).endAll(of: reader.rawValue)
        }
    }

    private func storedPassword(for reader: ReaderID) async throws(LibraryError) -> String? {
        try await context.database.read { transaction in
            try transaction.text("select password_hash from reader where id = ?", [.number(reader.rawValue)])
        }
    }

    // MARK: - Signing in

    /// Signs in with a password and opens a session; session and device get new tokens.
    /// - Throws: `.throttled` after failed attempts (`LoginThrottle`), `.noPassword` or `.wrongPassword`.
    public func signIn(
        _ guess: String, from client: LoginClient, for reader: ReaderID
    ) async throws(SignInError) -> (token: SecretToken, session: ReaderSession, device: SecretToken) {
        let now = context.now()
        do {
            guard let text = try await storedPassword(for: reader) else { throw SignInError.noPassword }
            // Throttled clients are rejected in a read, so that they do not occupy the single writer.
            let (wait, isUnknownClient) = try await context.database.read { transaction in
                let throttle = LoginThrottle(transaction: transaction, now: context.now().milliseconds)
                return (try throttle.retryAt(of: client), try throttle.bucket(of: client).isUnknownClient)
            }
            if let wait { throw SignInError.throttled(until: Date(milliseconds: wait)) }
            let until = try await context.database.write(.refetchable) { transaction in
                try LoginThrottle(transaction: transaction, now: context.now().milliseconds).recordAttempt(client)
            }
            if let until { throw SignInError.throttled(until: Date(milliseconds: until)) }
            let isRight = try await passwordQueue.perform(isUnknownClient: isUnknownClient) {
                try PasswordHash(stored: text)?.matches(guess) ?? false
            }
            guard isRight else { throw SignInError.wrongPassword }
            let token = SecretToken()
            let opened = try await context.writeAndNotify(for: reader) { transaction -> (ReaderSession, SecretToken)? in
                // The password may have changed meanwhile.
                let current = try transaction.text(
                    "select password_hash from reader where id = ?", [.number(reader.rawValue)])
                guard current == text else { return nil }
                try LoginThrottle(transaction: transaction, now: now.milliseconds).recordSuccess(client)
                let opened = try SessionStore(transaction: transaction, now: now)
                    .open(token, .password, client, reader: reader.rawValue)
                let devices = KnownDeviceStore(transaction: transaction, now: now)
                return (opened, try devices.register(opened, replacing: client.device))
            }
            guard let (session, device) = opened else { throw SignInError.wrongPassword }
            return (token, session, device)
        } catch { throw SignInError(error) }
    }

    /// Creates a one-time link that is valid for `seconds`.
    public func makeLink(for reader: ReaderID, lasting seconds: TimeInterval) async throws(LibraryError) -> SecretToken
    {
        let (link, now) = (SecretToken(), context.now())
        try await context.database.write { transaction in
            try SessionStore(transaction: transaction, now: now)
                .makeLink(link, reader: reader.rawValue, until: now.addingTimeInterval(seconds))
        }
        return link
    }

    /// Checks a link without redeeming it.
    /// - Throws: `.linkUsed` or `.linkExpired`.
    public func check(link: SecretToken) async throws(SignInError) {
        let now = context.now()
        do {
            let rejection = try await context.database.read {
                try SessionStore(transaction: $0, now: now).rejection(of: link)
            }
            if let rejection { throw rejection }
        } catch { throw SignInError(error) }
    }

    /// Redeems a link and opens a session; attempts are not throttled.
    /// - Throws: `.linkUsed` or `.linkExpired`.
    public func open(
        link: SecretToken, from client: LoginClient
    ) async throws(SignInError) -> (token: SecretToken, session: ReaderSession, device: SecretToken) {
        let (token, now) = (SecretToken(), context.now())
        do {
            let result = try await context.database.write {
                transaction -> Result<(ReaderSession, SecretToken), SignInError> in
                let store = SessionStore(transaction: transaction, now: now)
                guard let reader = try store.redeem(link) else {
                    return .failure(try store.rejection(of: link) ?? .linkExpired)
                }
                let opened = try store.open(token, .link, client, reader: reader)
                let devices = KnownDeviceStore(transaction: transaction, now: now)
                return .success((opened, try devices.register(opened, replacing: client.device)))
            }
            let (session, device) = try result.get()
            context.notifier.notify(for: session.reader)
            return (token, session, device)
        } catch { throw SignInError(error) }
    }

    // MARK: - Sessions

    /// Returns the live session of a token; nil if unknown or expired.
    public func session(of token: SecretToken) async throws(LibraryError) -> ReaderSession? {
        let now = context.now()
        return try await context.database.read { try SessionStore(transaction: $0, now: now).find(token) }
    }

    /// Extends a session to 30 days from now. The change is not visible, so no revision rises.
    public func renew(_ session: ReaderSession) async throws(LibraryError) -> ReaderSession {
        var renewed = session
        renewed.seenAt = context.now()
        renewed.expiresAt = renewed.seenAt.addingTimeInterval(ReaderSession.lifetime)
        let kept = renewed
        try await context.database.write(.refetchable) { transaction in
            _ = try transaction.run(
                "update reader_session set last_seen_at = ?, expires_at = ? where id = ?",
                [.date(kept.seenAt), .date(kept.expiresAt), .number(kept.id.rawValue)])
        }
        return renewed
    }

    /// Extends the device of a session, or registers one.
    /// - Parameter cookie: the client's device cookie.
    /// - Returns: the cookie to set, if any.
    public func refreshDevice(of session: ReaderSession, cookie: SecretToken?) async throws(LibraryError)
        -> SecretToken?
    {
        let now = context.now()
        return try await context.database.write(.refetchable) { transaction in
            try KnownDeviceStore(transaction: transaction, now: now).refresh(session, cookie: cookie)
        }
    }

    /// Returns the live sessions, last used first.
    public func all(for reader: ReaderID) async throws(LibraryError) -> [ReaderSession] {
        let now = context.now()
        return try await context.database.read { try SessionStore(transaction: $0, now: now).all(of: reader.rawValue) }
    }

    /// Ends one session.
    /// - Parameter keepsDevice: false for a remote sign-out, because somebody else may hold the device.
    /// - Throws: `.notThere` if the reader has no such session.
    public func end(
        _ id: ReaderSession.ID, for reader: ReaderID, keepsDevice: Bool = false
    ) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            let count = try transaction.run(
                "delete from reader_session where id = ? and reader_id = ?",
                [.number(id.rawValue), .number(reader.rawValue)])
            guard count == 1 else { throw LibraryError.notThere }
            if !keepsDevice { try KnownDeviceStore(transaction: transaction, now: now).remove(id) }
        }
    }

    /// Ends all sessions except one, ends all links, and forgets all devices except that of the kept session.
    /// - Returns: the number of ended sessions.
    public func endAll(for reader: ReaderID, but kept: ReaderSession.ID? = nil) async throws(LibraryError) -> Int {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            try SessionStore(transaction: transaction, now: now).endAll(of: reader.rawValue, but: kept?.rawValue)
        }
    }
}

extension SignInError {
    init(_ error: any Error) {
        switch error {
        case let own as SignInError: self = own
        default: self = .library(LibraryError(error))
        }
    }
}

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
    /// A failure of the database or another part of the Library.
    case library(LibraryError)
}

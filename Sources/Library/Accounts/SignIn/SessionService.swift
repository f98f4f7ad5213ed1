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
        let stored = try await hash(text, cost: cost)
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            try Self.save(stored, for: reader, transaction, now)
        }
    }

    /// Removes the password, ends all sessions and links, and forgets all devices. Nobody can sign in with a password
    /// until a new one is set.
    public func removePassword(for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            try Self.save(nil, for: reader, transaction, now)
        }
    }

    /// Sets, changes or removes the password as a browser asks, ends all sessions and links, and forgets all devices. With
    /// a new password the browser gets a session, so that it stays signed in.
    /// - Parameters:
    ///   - current: the present password, which counts as an attempt to sign in; ignored if there is none, or if the
    ///     session may replace it (`ReaderSession.mayReplacePassword`).
    ///   - new: the new password; nil to remove the present one.
    ///   - present: the session of the browser, whose device's name is kept; nil without one.
    /// - Returns: the browser's new session; nil after a removal.
    /// - Throws: `.wrongPassword` or `.throttled` as `signIn`, also if the password has changed meanwhile; `.invalid`, as a
    ///   library error, for a password that is too short or too long.
    public func changePassword(
        from current: String, to new: String?, by client: LoginClient, in present: ReaderSession?,
        for reader: ReaderID
    ) async throws(SignInError) -> (token: SecretToken, session: ReaderSession, device: SecretToken)? {
        do {
            if let new { try Self.check(new) }
            let old = try await storedPassword(for: reader)
            let mayReplace = present?.mayReplacePassword(at: context.now()) == true
            if let old, !mayReplace { try await verify(current, against: old, from: client) }
            var stored: String?
            if let new { stored = try await hash(new, cost: .standard) }
            let (token, now, saved) = (SecretToken(), context.now(), stored)
            typealias Opened = (token: SecretToken, session: ReaderSession, device: SecretToken)
            let result = try await context.writeAndNotify(for: reader) {
                transaction -> Result<Opened?, SignInError> in
                guard try Self.storedPassword(for: reader, transaction) == old else { return .failure(.wrongPassword) }
                if old != nil, !mayReplace {
                    try LoginThrottle(transaction: transaction, now: now.milliseconds).recordSuccess(client)
                }
                try Self.save(saved, for: reader, transaction, now)
                guard saved != nil else { return .success(nil) }
                let opened = try SessionStore(transaction: transaction, now: now)
                    .open(token, .password, client, reader: reader.rawValue, name: present?.name)
                let devices = KnownDeviceStore(transaction: transaction, now: now)
                return .success((token, opened, try devices.register(opened, replacing: client.device)))
            }
            return try result.get()
        } catch { throw SignInError(error) }
    }

    private static func check(_ text: String) throws(LibraryError) {
        guard text.count >= PasswordHash.minCharacters else {
            throw .invalid(why: "A password has at least \(PasswordHash.minCharacters) characters.")
        }
        guard text.utf8.count <= PasswordHash.maxBytes else {
            throw .invalid(why: "A password has at most \(PasswordHash.maxBytes) bytes.")
        }
    }

    func hash(_ text: String, cost: PasswordHash.Cost) async throws(LibraryError) -> String {
        try Self.check(text)
        return try await passwordQueue.perform { try PasswordHash(new: text, cost: cost).stored }
    }

    /// Saves a hash, ends all sessions and links, and forgets all devices.
    private static func save(
        _ stored: String?, for reader: ReaderID, _ transaction: Transaction, _ now: Date
    ) throws {
        let changed = try transaction.run(
            "update reader set password_hash = ? where id = ?", [.text(stored), .number(reader.rawValue)])
        guard changed == 1 else { throw LibraryError.notThere }
        _ = try SessionStore(transaction: transaction, now: now).endAll(of: reader.rawValue)
    }

    private func storedPassword(for reader: ReaderID) async throws(LibraryError) -> String? {
        try await context.database.read { try Self.storedPassword(for: reader, $0) }
    }

    static func storedPassword(for reader: ReaderID, _ transaction: Transaction) throws -> String? {
        try transaction.text("select password_hash from reader where id = ?", [.number(reader.rawValue)])
    }

    // MARK: - Signing in

    /// Signs in with a password and opens a session; session and device get new tokens.
    /// - Throws: `.throttled` after failed attempts (`LoginThrottle`), `.noPassword` or `.wrongPassword`.
    public func signIn(
        _ guess: String, from client: LoginClient, for reader: ReaderID
    ) async throws(SignInError) -> (token: SecretToken, session: ReaderSession, device: SecretToken) {
        let now = context.now()
        do {
            guard let stored = try await storedPassword(for: reader) else { throw SignInError.noPassword }
            try await verify(guess, against: stored, from: client)
            let token = SecretToken()
            let opened = try await context.writeAndNotify(for: reader) { transaction -> (ReaderSession, SecretToken)? in
                // The password may have changed meanwhile.
                guard try Self.storedPassword(for: reader, transaction) == stored else { return nil }
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

    /// Checks a password, and counts the attempt before that.
    /// - Throws: `.throttled` or `.wrongPassword`.
    func verify(_ guess: String, against stored: String, from client: LoginClient) async throws {
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
            try PasswordHash(stored: stored)?.matches(guess) ?? false
        }
        guard isRight else { throw SignInError.wrongPassword }
    }

    /// Creates a one-time link that is valid for `seconds`.
    /// - Parameters:
    ///   - isRecovery: true for somebody who has forgotten the password: the session can set a new one.
    ///   - session: the session that asks for it, with which an unused link ends.
    public func makeLink(
        for reader: ReaderID, lasting seconds: TimeInterval, isRecovery: Bool = false,
        by session: ReaderSession.ID? = nil
    ) async throws(LibraryError) -> SecretToken {
        let (link, now) = (SecretToken(), context.now())
        try await context.database.write { transaction in
            try SessionStore(transaction: transaction, now: now)
                .makeLink(
                    link, reader: reader.rawValue, until: now.addingTimeInterval(seconds), isRecovery: isRecovery,
                    by: session)
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
                guard let (reader, isRecovery) = try store.redeem(link) else {
                    return .failure(try store.rejection(of: link) ?? .linkExpired)
                }
                let opened = try store.open(token, isRecovery ? .recovery : .link, client, reader: reader)
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

    /// Renames the device of a session; an empty name gives it back the one that its browser states.
    /// - Throws: `.invalid` for a name that is too long; `.notThere` if the reader has no such session.
    public func rename(
        _ id: ReaderSession.ID, to text: String, for reader: ReaderID
    ) async throws(LibraryError) {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard name.count <= ReaderSession.maxNameLength else {
            throw .invalid(why: "A device’s name has at most \(ReaderSession.maxNameLength) characters.")
        }
        try await context.writeAndNotify(for: reader) { transaction in
            let count = try transaction.run(
                "update reader_session set name = ? where id = ? and reader_id = ?",
                [.text(name.isEmpty ? nil : name), .number(id.rawValue), .number(reader.rawValue)])
            guard count == 1 else { throw LibraryError.notThere }
        }
    }

    /// Ends one session, and the links that it has made.
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
            try SessionStore(transaction: transaction, now: now).endLinks(of: id)
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

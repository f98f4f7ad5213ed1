public import Foundation
public import News

/// Who may come in: passwords, sessions, and links that open one session.
public struct SessionService: Sendable {
    let context: LibraryContext
    let passwordQueue = PasswordHashQueue()

    // MARK: - Passwords

    /// Whether the reader has set a password.
    public func hasPassword(for reader: ReaderID) async throws(LibraryError) -> Bool {
        try await storedPassword(for: reader) != nil
    }

    /// Sets the password; every session of the reader and every link ends, and every device is a stranger again.
    /// - Throws: `.invalid` when it is shorter than eight characters or longer than 1,024 bytes.
    public func setPassword(_ text: String, for reader: ReaderID) async throws(LibraryError) {
        try await setPassword(text, cost: .standard, for: reader)
    }

    /// - Parameter cost: tests take little.
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

    /// Takes the password away; every session and link ends, and every device is a stranger again. Nobody can sign in
    /// until there is another.
    public func removePassword(for reader: ReaderID) async throws(LibraryError) {
        try await savePassword(nil, for: reader)
    }

    private func savePassword(_ stored: String?, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { session in
            let changed = try session.run(
                "update reader set password = ? where id = ?", [.text(stored), .number(reader.rawValue)])
            guard changed == 1 else { throw LibraryError.notThere }
            _ = try SessionStore(transaction: session, now: now).endAll(of: reader.rawValue)
        }
    }

    private func storedPassword(for reader: ReaderID) async throws(LibraryError) -> String? {
        try await context.database.read { session in
            try session.first("select password from reader where id = ?", [.number(reader.rawValue)]) {
                $0.optionalText()
            } ?? nil
        }
    }

    // MARK: - Coming in

    /// Opens a session for who knows the password. Its token is new, and so is the device's, whatever the browser carried
    /// before.
    /// - Throws: `.wait` when guesses have to wait: strangers for each other, a known device for its own wrong ones only.
    public func signIn(
        _ guess: String, from client: LoginClient, for reader: ReaderID
    ) async throws(SignInError) -> (token: SecretToken, session: ReaderSession, device: SecretToken) {
        let now = context.now()
        do {
            guard let text = try await storedPassword(for: reader) else { throw SignInError.noPassword }
            // Asked first without writing: a crowd that has to wait must not keep the one writer busy.
            let (wait, isStranger) = try await context.database.read { session in
                let throttle = LoginThrottle(transaction: session, now: context.now().milliseconds)
                return (try throttle.retryAt(of: client), try throttle.bucket(of: client).isUnknownClient)
            }
            if let wait { throw SignInError.throttled(until: Date(milliseconds: wait)) }
            let until = try await context.database.write(.refetchable) { session in
                try LoginThrottle(transaction: session, now: context.now().milliseconds).recordAttempt(client)
            }
            if let until { throw SignInError.throttled(until: Date(milliseconds: until)) }
            let isRight = try await passwordQueue.perform(forStranger: isStranger) {
                try PasswordHash(stored: text)?.matches(guess) ?? false
            }
            guard isRight else { throw SignInError.wrongPassword }
            let token = SecretToken()
            let opened = try await context.writeAndNotify(for: reader) { session -> (ReaderSession, SecretToken)? in
                // Looked at again: the password may have been changed while this guess was worked on.
                let still = try session.first(
                    "select password from reader where id = ?", [.number(reader.rawValue)]
                ) { $0.optionalText() }
                guard still == text else { return nil }
                try LoginThrottle(transaction: session, now: now.milliseconds).recordSuccess(client)
                let opened = try SessionStore(transaction: session, now: now)
                    .open(token, .password, client, reader: reader.rawValue)
                let devices = KnownDeviceStore(transaction: session, now: now)
                return (opened, try devices.register(opened, insteadOf: client.device))
            }
            guard let (session, device) = opened else { throw SignInError.wrongPassword }
            return (token, session, device)
        } catch { throw SignInError(error) }
    }

    /// Makes a link's token, good for one use within some time.
    public func makeLink(for reader: ReaderID, lasting seconds: TimeInterval) async throws(LibraryError) -> SecretToken
    {
        let (link, now) = (SecretToken(), context.now())
        try await context.database.write { session in
            try SessionStore(transaction: session, now: now)
                .makeLink(link, reader: reader.rawValue, until: now.addingTimeInterval(seconds))
        }
        return link
    }

    /// Whether a link can still be used; asking does not spend it.
    /// - Throws: `.spent` or `.expired`.
    public func check(link: SecretToken) async throws(SignInError) {
        let now = context.now()
        do {
            let refusal = try await context.database.read {
                try SessionStore(transaction: $0, now: now).rejection(of: link)
            }
            if let refusal { throw refusal }
        } catch { throw SignInError(error) }
    }

    /// Spends a link and opens a session, on a device that is known from then on. No wrong guess of anybody makes a link
    /// wait.
    /// - Throws: `.spent` or `.expired`.
    public func open(
        link: SecretToken, from client: LoginClient
    ) async throws(SignInError) -> (token: SecretToken, session: ReaderSession, device: SecretToken) {
        let (token, now) = (SecretToken(), context.now())
        do {
            let result = try await context.database.write {
                session -> Result<(ReaderSession, SecretToken), SignInError> in
                let records = SessionStore(transaction: session, now: now)
                guard let reader = try records.redeem(link) else {
                    return .failure(try records.rejection(of: link) ?? .linkExpired)
                }
                let opened = try records.open(token, .link, client, reader: reader)
                let devices = KnownDeviceStore(transaction: session, now: now)
                return .success((opened, try devices.register(opened, insteadOf: client.device)))
            }
            let (session, device) = try result.get()
            context.notifier.notify(for: session.reader)
            return (token, session, device)
        } catch { throw SignInError(error) }
    }

    // MARK: - Sessions

    /// The living session that a token opens; nil when it was ended, has expired or never was.
    public func session(of token: SecretToken) async throws(LibraryError) -> ReaderSession? {
        let now = context.now()
        return try await context.database.read { try SessionStore(transaction: $0, now: now).find(token) }
    }

    /// Lets a session live for another 30 days from now. Nobody's pages change by it, so no revision rises.
    public func renew(_ session: ReaderSession) async throws(LibraryError) -> ReaderSession {
        var renewed = session
        renewed.seenAt = context.now()
        renewed.expiresAt = renewed.seenAt.addingTimeInterval(ReaderSession.lifetime)
        let kept = renewed
        try await context.database.write(.refetchable) { store in
            _ = try store.run(
                "update reader_session set seen_at = ?, expires_at = ? where id = ?",
                [.date(kept.seenAt), .date(kept.expiresAt), .number(kept.id.rawValue)])
        }
        return renewed
    }

    /// Notes that the device of a living session is in use, so that it stays known; one that is not known yet becomes so.
    /// - Parameter shown: the device cookie it shows, if it shows one.
    /// - Returns: the cookie it shows from now on; nil where it needs none.
    public func refreshDevice(of session: ReaderSession, shown: SecretToken?) async throws(LibraryError) -> SecretToken?
    {
        let now = context.now()
        return try await context.database.write(.refetchable) { store in
            try KnownDeviceStore(transaction: store, now: now).refresh(session, shown: shown)
        }
    }

    /// The reader's living sessions, last used first.
    public func all(for reader: ReaderID) async throws(LibraryError) -> [ReaderSession] {
        let now = context.now()
        return try await context.database.read { try SessionStore(transaction: $0, now: now).all(of: reader.rawValue) }
    }

    /// Ends one session.
    /// - Parameter keepsDevice: whether its device stays known: where it signs out by itself. A device that is put out is
    ///   a stranger again, as somebody else may hold it.
    /// - Throws: `.notThere` when the reader has no such session.
    public func end(
        _ id: ReaderSession.ID, for reader: ReaderID, keepsDevice: Bool = false
    ) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { session in
            let count = try session.run(
                "delete from reader_session where id = ? and reader_id = ?",
                [.number(id.rawValue), .number(reader.rawValue)])
            guard count == 1 else { throw LibraryError.notThere }
            if !keepsDevice { try KnownDeviceStore(transaction: session, now: now).remove(id) }
        }
    }

    /// Ends every session of the reader and every link, but perhaps one session; all other devices are strangers again.
    /// - Returns: how many sessions ended.
    public func endAll(for reader: ReaderID, but kept: ReaderSession.ID? = nil) async throws(LibraryError) -> Int {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { session in
            try SessionStore(transaction: session, now: now).endAll(of: reader.rawValue, but: kept?.rawValue)
        }
    }
}

extension SignInError {
    /// Every error of coming in, the database's own among them.
    init(_ error: any Error) {
        switch error {
        case let own as SignInError: self = own
        default: self = .library(LibraryError(error))
        }
    }
}

/// Why somebody does not come in.
public enum SignInError: Error, Sendable, Equatable {
    /// That is not the password.
    case wrongPassword
    /// Too many guesses were wrong; the next may be made then.
    case throttled(until: Date)
    /// The reader has no password, so none can be right.
    case noPassword
    /// The link was used already.
    case linkUsed
    /// The link is too old, or never was.
    case linkExpired
    /// The database's own trouble.
    case library(LibraryError)
}

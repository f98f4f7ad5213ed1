public import Foundation
public import News

/// Who may come in: passwords, sessions, and links that open one session.
public struct SessionDesk: Sendable {
    let house: House
    let locksmith = Locksmith()

    // MARK: - Passwords

    /// Whether the reader has set a password.
    public func hasPassword(for reader: ReaderID) async throws(LibraryError) -> Bool {
        try await stored(for: reader) != nil
    }

    /// Sets the password; every session of the reader and every link ends, and every device is a stranger again.
    /// - Throws: `.invalid` when it is shorter than eight characters or longer than 1,024 bytes.
    public func setPassword(_ text: String, for reader: ReaderID) async throws(LibraryError) {
        try await setPassword(text, cost: .standard, for: reader)
    }

    /// - Parameter cost: tests take little.
    func setPassword(_ text: String, cost: Password.Cost, for reader: ReaderID) async throws(LibraryError) {
        guard text.count >= Password.fewestCharacters else {
            throw .invalid(why: "A password has at least \(Password.fewestCharacters) characters.")
        }
        guard text.utf8.count <= Password.mostBytes else {
            throw .invalid(why: "A password has at most \(Password.mostBytes) bytes.")
        }
        let stored = try await locksmith.work { try Password(new: text, cost: cost).stored }
        try await keep(stored, for: reader)
    }

    /// Takes the password away; every session and link ends, and every device is a stranger again. Nobody can sign in
    /// until there is another.
    public func removePassword(for reader: ReaderID) async throws(LibraryError) { try await keep(nil, for: reader) }

    private func keep(_ stored: String?, for reader: ReaderID) async throws(LibraryError) {
        let now = house.now()
        try await house.change(for: reader) { session in
            let changed = try session.run(
                "update reader set password = ? where id = ?", [.words(stored), .number(reader.rawValue)])
            guard changed == 1 else { throw LibraryError.notThere }
            _ = try SessionRecords(session: session, now: now).endAll(of: reader.rawValue)
        }
    }

    private func stored(for reader: ReaderID) async throws(LibraryError) -> String? {
        try await house.store.read { session in
            try session.first("select password from reader where id = ?", [.number(reader.rawValue)]) {
                $0.optionalWords()
            } ?? nil
        }
    }

    // MARK: - Coming in

    /// Opens a session for who knows the password. Its token is new, and so is the device's, whatever the browser carried
    /// before.
    /// - Throws: `.wait` when guesses have to wait: strangers for each other, a known device for its own wrong ones only.
    public func signIn(
        _ guess: String, from caller: GuessCaller, for reader: ReaderID
    ) async throws(SignInError) -> (token: Token, session: ReaderSession, device: Token) {
        let now = house.now()
        do {
            guard let text = try await stored(for: reader) else { throw SignInError.noPassword }
            // Asked first without writing: a crowd that has to wait must not keep the one writer busy.
            let (wait, isStranger) = try await house.store.read { session in
                let book = GuessBook(session: session, now: house.now().milliseconds)
                return (try book.wait(of: caller), try book.bucket(of: caller).isStranger)
            }
            if let wait { throw SignInError.wait(until: Date(milliseconds: wait)) }
            let until = try await house.store.write(.refetchable) { session in
                try GuessBook(session: session, now: house.now().milliseconds).begin(caller)
            }
            if let until { throw SignInError.wait(until: Date(milliseconds: until)) }
            let isRight = try await locksmith.work(forStranger: isStranger) {
                try Password(stored: text)?.matches(guess) ?? false
            }
            guard isRight else { throw SignInError.wrong }
            let token = Token()
            let opened = try await house.change(for: reader) { session -> (ReaderSession, Token)? in
                // Looked at again: the password may have been changed while this guess was worked on.
                let still = try session.first(
                    "select password from reader where id = ?", [.number(reader.rawValue)]
                ) { $0.optionalWords() }
                guard still == text else { return nil }
                try GuessBook(session: session, now: now.milliseconds).succeed(caller)
                let opened = try SessionRecords(session: session, now: now)
                    .open(token, .password, caller, reader: reader.rawValue)
                let devices = KnownDevices(session: session, now: now)
                return (opened, try devices.remember(opened, insteadOf: caller.device))
            }
            guard let (session, device) = opened else { throw SignInError.wrong }
            return (token, session, device)
        } catch { throw SignInError(error) }
    }

    /// Makes a link's token, good for one use within some time.
    public func makeLink(for reader: ReaderID, lasting seconds: TimeInterval) async throws(LibraryError) -> Token {
        let (link, now) = (Token(), house.now())
        try await house.store.write { session in
            try SessionRecords(session: session, now: now)
                .makeLink(link, reader: reader.rawValue, until: now.addingTimeInterval(seconds))
        }
        return link
    }

    /// Whether a link can still be used; asking does not spend it.
    /// - Throws: `.spent` or `.expired`.
    public func check(link: Token) async throws(SignInError) {
        let now = house.now()
        do {
            let refusal = try await house.store.read {
                try SessionRecords(session: $0, now: now).refusal(of: link)
            }
            if let refusal { throw refusal }
        } catch { throw SignInError(error) }
    }

    /// Spends a link and opens a session, on a device that is known from then on. No wrong guess of anybody makes a link
    /// wait.
    /// - Throws: `.spent` or `.expired`.
    public func open(
        link: Token, from caller: GuessCaller
    ) async throws(SignInError) -> (token: Token, session: ReaderSession, device: Token) {
        let (token, now) = (Token(), house.now())
        do {
            let result = try await house.store.write { session -> Result<(ReaderSession, Token), SignInError> in
                let records = SessionRecords(session: session, now: now)
                guard let reader = try records.spend(link) else {
                    return .failure(try records.refusal(of: link) ?? .expired)
                }
                let opened = try records.open(token, .link, caller, reader: reader)
                let devices = KnownDevices(session: session, now: now)
                return .success((opened, try devices.remember(opened, insteadOf: caller.device)))
            }
            let (session, device) = try result.get()
            house.pulse.beat(for: session.reader)
            return (token, session, device)
        } catch { throw SignInError(error) }
    }

    // MARK: - Sessions

    /// The living session that a token opens; nil when it was ended, has expired or never was.
    public func session(of token: Token) async throws(LibraryError) -> ReaderSession? {
        let now = house.now()
        return try await house.store.read { try SessionRecords(session: $0, now: now).find(token) }
    }

    /// Lets a session live for another 30 days from now. Nobody's pages change by it, so no revision rises.
    public func renew(_ session: ReaderSession) async throws(LibraryError) -> ReaderSession {
        var renewed = session
        renewed.seenAt = house.now()
        renewed.expiresAt = renewed.seenAt.addingTimeInterval(ReaderSession.lifetime)
        let kept = renewed
        try await house.store.write(.refetchable) { store in
            _ = try store.run(
                "update reader_session set seen_at = ?, expires_at = ? where id = ?",
                [.instant(kept.seenAt), .instant(kept.expiresAt), .number(kept.id.rawValue)])
        }
        return renewed
    }

    /// Notes that the device of a living session is in use, so that it stays known; one that is not known yet becomes so.
    /// - Parameter shown: the device cookie it shows, if it shows one.
    /// - Returns: the cookie it shows from now on; nil where it needs none.
    public func keepDevice(of session: ReaderSession, shown: Token?) async throws(LibraryError) -> Token? {
        let now = house.now()
        return try await house.store.write(.refetchable) { store in
            try KnownDevices(session: store, now: now).keep(session, shown: shown)
        }
    }

    /// The reader's living sessions, last used first.
    public func all(for reader: ReaderID) async throws(LibraryError) -> [ReaderSession] {
        let now = house.now()
        return try await house.store.read { try SessionRecords(session: $0, now: now).all(of: reader.rawValue) }
    }

    /// Ends one session.
    /// - Parameter keepsDevice: whether its device stays known: where it signs out by itself. A device that is put out is
    ///   a stranger again, as somebody else may hold it.
    /// - Throws: `.notThere` when the reader has no such session.
    public func end(
        _ id: ReaderSession.ID, for reader: ReaderID, keepsDevice: Bool = false
    ) async throws(LibraryError) {
        let now = house.now()
        try await house.change(for: reader) { session in
            let count = try session.run(
                "delete from reader_session where id = ? and reader_id = ?",
                [.number(id.rawValue), .number(reader.rawValue)])
            guard count == 1 else { throw LibraryError.notThere }
            if !keepsDevice { try KnownDevices(session: session, now: now).forget(id) }
        }
    }

    /// Ends every session of the reader and every link, but perhaps one session; all other devices are strangers again.
    /// - Returns: how many sessions ended.
    public func endAll(for reader: ReaderID, but kept: ReaderSession.ID? = nil) async throws(LibraryError) -> Int {
        let now = house.now()
        return try await house.change(for: reader) { session in
            try SessionRecords(session: session, now: now).endAll(of: reader.rawValue, but: kept?.rawValue)
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

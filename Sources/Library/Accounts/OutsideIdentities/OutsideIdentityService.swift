import Foundation
public import News

/// A service for signing in with an account at an identity provider, which the caller has authenticated.
public struct OutsideIdentityService: Sendable {
    let context: LibraryContext

    /// A session that was opened, with the tokens of browser and device.
    public typealias Opened = (token: SecretToken, session: ReaderSession, device: SecretToken)

    // MARK: - Linked accounts

    /// Returns the accounts that a reader has linked, in the order of linking.
    public func all(for reader: ReaderID) async throws(LibraryError) -> [OutsideIdentity] {
        let now = context.now()
        return try await context.database.read { try OutsideIdentityStore(transaction: $0, now: now).all(of: reader) }
    }

    /// Links an account to a reader who is signed in.
    /// - Parameter name: the name at the provider, which is only shown.
    /// - Throws: `.otherReaders`; `.library(.invalid)` if the reader has too many.
    public func link(
        _ subject: OutsideSubject, named name: String?, to reader: ReaderID
    ) async throws(OutsideIdentityError) {
        let now = context.now()
        try await write {
            try OutsideIdentityStore(transaction: $0, now: now).link(subject, named: name, to: reader)
        }
        context.notifier.notify(for: reader)
    }

    /// Takes an account from a reader; devices that are signed in stay so.
    /// - Throws: `.invalid` for the last account of a reader without a password, who could not come in again; `.notThere`.
    public func unlink(_ id: OutsideIdentity.ID, from reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            let store = OutsideIdentityStore(transaction: transaction, now: now)
            try store.remove(id, of: reader)
            guard try store.all(of: reader).isEmpty,
                try SessionService.storedPassword(for: reader, transaction) == nil
            else { return }
            throw LibraryError.invalid(
                why: "You sign in with this account alone. Set a password first; then the account can be unlinked.")
        }
    }

    // MARK: - Signing in

    /// Counts an attempt before the provider is asked, as guesses of a password are counted.
    /// - Throws: `.throttled`.
    public func recordAttempt(from client: LoginClient) async throws(OutsideIdentityError) {
        let now = context.now().milliseconds
        do {
            let until = try await context.database.write(.refetchable) {
                try LoginThrottle(transaction: $0, now: now, interface: .outsideIdentities).recordAttempt(client)
            }
            if let until { throw OutsideIdentityError.throttled(until: Date(milliseconds: until)) }
        } catch { throw OutsideIdentityError(error) }
    }

    /// Opens a session for the reader who has linked an account.
    /// - Throws: `.unknown`.
    public func signIn(
        _ subject: OutsideSubject, from client: LoginClient
    ) async throws(OutsideIdentityError) -> Opened {
        let (token, now) = (SecretToken(), context.now())
        let opened = try await write { transaction in
            let store = OutsideIdentityStore(transaction: transaction, now: now)
            guard let reader = try store.reader(of: subject) else { throw OutsideIdentityError.unknown }
            return try Self.open(token, subject, reader, client, transaction, now)
        }
        context.notifier.notify(for: opened.session.reader)
        return opened
    }

    /// Makes a reader of an account that is nobody's, and opens a session.
    /// - Parameters:
    ///   - name: the name at the provider.
    ///   - invitation: the invitation that gives the role; without one the role is that of a reader.
    /// - Throws: `.nameTaken`, `.noName` or `.invitation`; then nothing has changed.
    public func join(
        _ subject: OutsideSubject, named name: String?, by invitation: SecretToken?, from client: LoginClient
    ) async throws(OutsideIdentityError) -> Opened {
        let (token, now) = (SecretToken(), context.now())
        let readable: String
        do { readable = try PeopleStore.name(name ?? "") } catch { throw .noName }
        let opened = try await write { transaction in
            let people = PeopleStore(transaction: transaction, now: now)
            let identities = OutsideIdentityStore(transaction: transaction, now: now)
            guard try identities.reader(of: subject) == nil else { throw OutsideIdentityError.otherReaders }
            let role = try invitation.map { try people.invitation($0).role } ?? .reader
            guard try people.reader(named: readable) == nil else { throw OutsideIdentityError.nameTaken(readable) }
            let reader = try people.insert(readable, role, passwordHash: nil)
            if let invitation { try people.markUsed(invitation, by: reader) }
            try identities.link(subject, named: readable, to: reader)
            return try Self.open(token, subject, reader, client, transaction, now)
        }
        context.notifier.notify()
        return opened
    }

    private static func open(
        _ token: SecretToken, _ subject: OutsideSubject, _ reader: ReaderID, _ client: LoginClient,
        _ transaction: Transaction, _ now: Date
    ) throws -> Opened {
        try LoginThrottle(transaction: transaction, now: now.milliseconds, interface: .outsideIdentities)
            .recordSuccess(client)
        try OutsideIdentityStore(transaction: transaction, now: now).recordUse(subject)
        let session = try SessionStore(transaction: transaction, now: now)
            .open(token, .outsideIdentity, client, reader: reader.rawValue)
        let device = try KnownDeviceStore(transaction: transaction, now: now)
            .register(session, replacing: client.device)
        return (token, session, device)
    }

    /// Runs `work` in one transaction. Its errors of this feature come before its first change.
    private func write<Value: Sendable>(
        _ work: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(OutsideIdentityError) -> Value {
        do {
            let result = try await context.database.write { transaction -> Result<Value, OutsideIdentityError> in
                do { return .success(try work(transaction)) } catch let error as OutsideIdentityError {
                    return .failure(error)
                } catch let error as InvitationError { return .failure(OutsideIdentityError(error)) }
            }
            return try result.get()
        } catch { throw OutsideIdentityError(error) }
    }
}

public import Foundation
public import News

/// A service for the readers of a house: who they are, how they join, and how they leave.
public struct PeopleService: Sendable {
    let context: LibraryContext

    /// The seconds for which an invitation works.
    public static let invitationLifetime: TimeInterval = 3600

    // MARK: - Who reads here

    /// Returns the readers, in the order in which they came.
    public func all() async throws(LibraryError) -> [Person] {
        let now = context.now()
        return try await context.database.read { try PeopleStore(transaction: $0, now: now).all() }
    }

    /// Returns a reader.
    /// - Throws: `.notThere`.
    public func person(_ reader: ReaderID) async throws(LibraryError) -> Person {
        let now = context.now()
        let found = try await context.database.read { try PeopleStore(transaction: $0, now: now).person(reader) }
        guard let found else { throw .notThere }
        return found
    }

    /// Returns the reader of a name, as it is typed to sign in; nil for none.
    public func reader(named name: String) async throws(LibraryError) -> ReaderID? {
        let now = context.now()
        return try await context.database.read { try PeopleStore(transaction: $0, now: now).reader(named: name) }
    }

    /// Returns the reader of a name, as it is typed to sign in; nil for none.
    /// - Parameter joins: true to make a reader of an unknown name, who has no password.
    /// - Throws: `.invalid` for a name that nobody can have, or if the house is full.
    public func person(named name: String, joins: Bool = false) async throws(LibraryError) -> Person? {
        let now = context.now()
        let found = try await context.database.read { try PeopleStore(transaction: $0, now: now).person(named: name) }
        guard found == nil, joins else { return found }
        let name = try PeopleStore.name(name)
        return try await context.writeAndNotify { transaction in
            let store = PeopleStore(transaction: transaction, now: now)
            // Another request of the same page may have been faster.
            if let found = try store.person(named: name) { return found }
            return try store.person(try store.insert(name, .reader, passwordHash: nil))
        }
    }

    /// Gives a reader a name, by which they sign in where several read.
    /// - Throws: `.invalid` for one that is empty, too long, or another reader's.
    public func rename(_ reader: ReaderID, to text: String) async throws(LibraryError) {
        let (name, now) = (try PeopleStore.name(text), context.now())
        try await context.writeAndNotify {
            try PeopleStore(transaction: $0, now: now).rename(reader, to: name)
        }
    }

    /// Changes what a reader may do.
    /// - Throws: `.invalid` for the first reader, who stays owner.
    public func setRole(_ role: ReaderRole, of reader: ReaderID) async throws(LibraryError) {
        guard reader != .first || role == .owner else {
            throw .invalid(why: "Who began this house stays its owner.")
        }
        let now = context.now()
        try await context.writeAndNotify { try PeopleStore(transaction: $0, now: now).setRole(role, of: reader) }
    }

    /// Removes a reader with everything that is theirs; stories and pictures stay for those who follow them.
    /// - Throws: `.invalid` for the first reader; `.notThere`.
    public func remove(_ reader: ReaderID) async throws(LibraryError) {
        guard reader != .first else {
            throw .invalid(why: "Who began this house cannot leave it. Remove the data folder to end the house.")
        }
        let now = context.now()
        try await context.writeAndNotify { transaction in
            guard try PeopleStore(transaction: transaction, now: now).person(reader) != nil else {
                throw LibraryError.notThere
            }
            try SavedPageWriter(transaction: transaction, reader: reader.rawValue, now: now).removeAll()
            try ReaderEraser(transaction: transaction, reader: reader).run()
        }
    }

    // MARK: - Invitations

    /// Makes a link that lets somebody join once, within the hour.
    /// - Throws: `.invalid` if the inviting reader has no name or password, as both would then be in doubt who signs in.
    public func invite(as role: ReaderRole, by reader: ReaderID) async throws(LibraryError) -> SecretToken {
        let (token, now) = (SecretToken(), context.now())
        try await context.database.write { transaction in
            let store = PeopleStore(transaction: transaction, now: now)
            guard let person = try store.person(reader) else { throw LibraryError.notThere }
            guard !person.name.isEmpty else {
                throw LibraryError.invalid(
                    why:
                        "First give yourself a name, by which you sign in when several read here: tidings reader rename NAME"
                )
            }
            guard person.hasPassword else {
                throw LibraryError.invalid(
                    why:
                        "First set a password, by which you sign in when several read here: tidings reader set-password"
                )
            }
            try store.insertInvitation(
                token, role, by: reader, until: now.addingTimeInterval(Self.invitationLifetime))
        }
        return token
    }

    /// Returns the number of invitations that work.
    public func openInvitationCount() async throws(LibraryError) -> Int {
        let now = context.now()
        return try await context.database.read {
            try PeopleStore(transaction: $0, now: now).openInvitationCount()
        }
    }

    /// Withdraws all invitations that nobody has used.
    /// - Returns: their number.
    public func withdrawInvitations() async throws(LibraryError) -> Int {
        let now = context.now()
        return try await context.database.write {
            try PeopleStore(transaction: $0, now: now).withdrawInvitations()
        }
    }

    /// Returns an invitation that works.
    /// - Throws: `.used` or `.expired`.
    public func check(_ token: SecretToken) async throws(InvitationError) -> Invitation {
        let now = context.now()
        do {
            let result = try await context.database.read { transaction -> Result<Invitation, InvitationError> in
                do { return .success(try PeopleStore(transaction: transaction, now: now).invitation(token)) } catch let
                    error as InvitationError
                { return .failure(error) }
            }
            return try result.get()
        } catch { throw InvitationError(error) }
    }

    /// Joins the house: makes the reader, and opens a session.
    /// - Throws: `.used` or `.expired`; `.name` or, for a password, `.library(.invalid)` if it cannot be used, then the invitation
    ///   still works.
    public func join(
        _ token: SecretToken, name: String, password: String, from client: LoginClient
    ) async throws(InvitationError) -> (token: SecretToken, session: ReaderSession, device: SecretToken) {
        let now = context.now()
        do {
            let name = try Self.nameToJoin(name)
            // A link that does not work costs no hash.
            _ = try await check(token)
            let hash = try await SessionService(context: context).hash(password, cost: .standard)
            let sessionToken = SecretToken()
            typealias Opened = (session: ReaderSession, device: SecretToken)
            let result = try await context.writeAndNotify { transaction -> Result<Opened, InvitationError> in
                let store = PeopleStore(transaction: transaction, now: now)
                do {
                    let invitation = try store.invitation(token)
                    guard try store.reader(named: name) == nil else {
                        throw InvitationError.name(why: PeopleStore.nameIsTaken(name))
                    }
                    let reader = try store.insert(name, invitation.role, passwordHash: hash)
                    try store.markUsed(token, by: reader)
                    let session = try SessionStore(transaction: transaction, now: now)
                        .open(sessionToken, .password, client, reader: reader.rawValue)
                    let devices = KnownDeviceStore(transaction: transaction, now: now)
                    return .success((session, try devices.register(session, replacing: client.device)))
                } catch let error as InvitationError { return .failure(error) }
            }
            let opened = try result.get()
            return (sessionToken, opened.session, opened.device)
        } catch { throw InvitationError(error) }
    }

    private static func nameToJoin(_ text: String) throws(InvitationError) -> String {
        do throws(LibraryError) { return try PeopleStore.name(text) } catch {
            if case .invalid(let why) = error { throw .name(why: why) }
            throw .library(error)
        }
    }
}

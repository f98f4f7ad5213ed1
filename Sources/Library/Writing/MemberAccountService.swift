import Foundation
public import News
import URLs

/// A service for readers' accounts at origins. A session's cookie is encrypted with the master key, is used only for
/// its reader, and is never part of a backup.
public struct MemberAccountService: Sendable {
    let context: LibraryContext

    /// Returns true if a source has members.
    public func isSupported(by source: StorySource) -> Bool {
        context.sources.source(of: source.kind, at: source.site)?.membership != nil
    }

    private func membership(of source: StorySource) -> (any MembershipCapability)? {
        context.sources.source(of: source.kind, at: source.site)?.membership
    }

    /// Returns the sources of an edition that have members, each once, in the order of the edition's sections.
    public func sources(of edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> [StorySource] {
        let now = context.now()
        let found = try await context.database.read { transaction in
            let channels =
                edition == .mine
                ? try transaction.numbers(
                    """
                    select u.channel_id from subscription u join folder f on f.id = u.folder_id
                    where u.reader_id = ? and u.is_followed = 1 order by f.position, u.folder_id, u.channel_id
                    """, [.number(reader.rawValue)])
                : try EditionStore(transaction: transaction, now: now).channels(of: edition, for: reader.rawValue)
            return try channels.compactMap { channel in
                try transaction.first(
                    """
                    select s.id, s.kind, s.address, \(StorySource.titleColumn(of: "s")) from channel c join source s on s.id = c.source_id where c.id = ?
                    """, [.number(channel)]
                ) { StorySource.decode($0) } ?? nil
            }
        }
        var seen: Set<Int64> = []
        return found.filter { seen.insert($0.id).inserted && isSupported(by: $0) }
    }

    /// Returns all accounts of a reader, ordered by source ID.
    public func accounts(for reader: ReaderID) async throws(LibraryError) -> [MemberAccount] {
        let now = context.now()
        let stored = try await context.database.read { transaction in
            try MemberAccountStore(transaction: transaction, reader: reader.rawValue, now: now).all()
        }
        return stored.map { context.account($0, of: reader) }
    }

    /// Returns the reader's account at a source; nil if the reader never signed in or has signed out.
    public func account(at source: StorySource, for reader: ReaderID) async throws(LibraryError) -> MemberAccount? {
        let now = context.now()
        let stored = try await context.database.read { transaction in
            try MemberAccountStore(transaction: transaction, reader: reader.rawValue, now: now).find(at: source.id)
        }
        return stored.map { context.account($0, of: reader) }
    }

    // MARK: - Signing in and out

    /// Signs in with a password, which is sent once and not stored.
    /// - Throws: `.notThere` for a source without members; `.invalid` for an empty name or password;
    ///   `.secretsUnusable`.
    public func signIn(
        name: String, password: String, at source: StorySource, for reader: ReaderID
    ) async throws(LibraryError) -> MemberSignInResult {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty, !password.isEmpty else {
            throw .invalid(why: "Please enter the name and the password of your account there.")
        }
        return try await begin(at: source, for: reader) { (membership) async throws(SourceError) in
            try await membership.signIn(name: name, password: password)
        }
    }

    /// Adopts a session whose cookie a person copied from a browser.
    /// - Throws: The errors of `signIn`; `.invalid` for a cookie that is not one line of printable ASCII of at most
    ///   4,096 bytes.
    public func adopt(
        cookie: String, at source: StorySource, for reader: ReaderID
    ) async throws(LibraryError) -> MemberSignInResult {
        let cookie = cookie.trimmingCharacters(in: .whitespacesAndNewlines)
        // The cookie is sent in a header.
        guard (1...4096).contains(cookie.utf8.count), cookie.utf8.allSatisfy({ (32...126).contains($0) }) else {
            throw .invalid(why: "A cookie is one line of plain letters, digits and signs. Please copy its value.")
        }
        return try await begin(at: source, for: reader) { (membership) async throws(SourceError) in
            try await membership.adopt(cookie: cookie)
        }
    }

    private func begin(
        at source: StorySource, for reader: ReaderID,
        _ request: (any MembershipCapability) async throws(SourceError) -> SignInOutcome
    ) async throws(LibraryError) -> MemberSignInResult {
        guard let membership = membership(of: source) else { throw .notThere }
        let secretName = MemberAccountStore.secretName(reader.rawValue, source.id)
        // Nothing is sent for a session that could not be stored.
        _ = try context.secrets.seal("", as: secretName)
        let outcome: SignInOutcome
        do {
            outcome = try await context.sources.runUntrusted { () async throws(SourceError) in
                try await request(membership)
            }
        } catch {
            return .failed(FetchFailure(error, at: source.site.hostKey))
        }
        switch outcome {
        case .rejected(let message): return .rejected(message: message)
        case .captcha(let message): return .captcha(message: message)
        case .signedIn(let session):
            let sealed = try context.secrets.seal(session.cookie, as: secretName)
            let now = context.now()
            try await context.writeAndNotify(for: reader) { transaction in
                try MemberAccountStore(transaction: transaction, reader: reader.rawValue, now: now)
                    .save(session, sealed: sealed, at: source.id)
            }
            return .signedIn(
                try await account(at: source, for: reader)
                    ?? MemberAccount(source: source, name: session.name, signedInAt: now))
        }
    }

    /// Deletes the session here at once, and at the origin if that can be reached; also deletes the data that only the
    /// member saw, and the actions that waited for a sign-in.
    public func signOut(at source: StorySource, for reader: ReaderID) async throws(LibraryError) {
        let session = try await context.session(at: source, for: reader)
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            try MemberAccountStore(transaction: transaction, reader: reader.rawValue, now: now).remove(at: source.id)
        }
        guard let session else { return }
        await membership(of: source)?.signOut(session.session)
    }

    // MARK: - What only the member sees

    /// Fetches the reader's own profile.
    /// - Throws: `.notThere` without an account.
    public func profile(at source: StorySource, for reader: ReaderID) async throws(LibraryError) -> MemberProfileResult
    {
        let request = try await memberRequest(at: source, for: reader)
        guard let session = request.session else { return .signInNeeded }
        do {
            let profile = try await context.sources.runUntrusted {
                try await request.membership.profile(as: session.session)
            }
            try await setKarma(profile.profile.karma, at: source, for: reader)
            return .profile(profile)
        } catch let error as SourceError {
            guard error == .signInNeeded else { return .failed(FetchFailure(error, at: source.site.hostKey)) }
            try await context.markLost(session, at: source, for: reader)
            return .signInNeeded
        } catch { throw LibraryError(error) }
    }

    /// Fetches one of the reader's own lists. The stories are stored, so that they can be opened; their membership in
    /// the list is not.
    /// - Throws: `.notThere` without an account.
    public func list(
        _ list: MemberItemList, at source: StorySource, after cursor: SourceCursor? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> MemberItemListPage {
        let request = try await memberRequest(at: source, for: reader)
        var page = MemberItemListPage()
        guard let session = request.session else {
            page.needsSignIn = true
            return page
        }
        do {
            let response: MemberItemListResponse
            (response, page.stories) = try await context.sources.runUntrusted {
                let response = try await request.membership.list(list, after: cursor, as: session.session)
                let writer = SearchResultWriter(context: context, source: source)
                return (response, try await writer.save(response.stories, for: reader))
            }
            page.comments = try await context.database.read { transaction in
                try ProfileDetails.LocatedComment.located(response.comments, at: source.id, transaction)
            }
            page.next = response.next == cursor ? nil : response.next
            try await setKarma(response.karma, at: source, for: reader)
        } catch let error as SourceError {
            page.needsSignIn = error == .signInNeeded
            if page.needsSignIn {
                try await context.markLost(session, at: source, for: reader)
            } else {
                page.failure = FetchFailure(error, at: source.site.hostKey)
            }
        } catch { throw LibraryError(error) }
        return page
    }

    private func memberRequest(
        at source: StorySource, for reader: ReaderID
    ) async throws(LibraryError) -> (membership: any MembershipCapability, session: StoredSession?) {
        guard let membership = membership(of: source), try await account(at: source, for: reader) != nil else {
            throw .notThere
        }
        return (membership, try await context.session(at: source, for: reader))
    }

    private func setKarma(_ karma: Int?, at source: StorySource, for reader: ReaderID) async throws(LibraryError) {
        guard let karma else { return }
        let now = context.now()
        try await context.database.write(.refetchable) { transaction in
            try MemberAccountStore(transaction: transaction, reader: reader.rawValue, now: now)
                .setKarma(karma, at: source.id)
        }
    }
}

import Caching
import Foundation
import Library
import News

/// A cache of sessions, and of whether a password is set, so that most requests need no query.
struct SessionCache: Sendable {
    private let sessions = BoundedCache<SecretToken, (revision: Int64, session: ReaderSession)>(maxCount: 500)
    private let passwords = RevisionCache<ReaderID, Bool>(maxCount: 500)
    /// The interval in seconds within which further use of a session is not recorded.
    static let renewalInterval: TimeInterval = 3600

    /// Returns the session of a token; nil if it is unknown or expired.
    /// - Parameter mayRenew: false for cross-site requests.
    func session(
        _ token: SecretToken, _ library: NewsLibrary, now: Date, mayRenew: Bool
    ) async throws(LibraryError) -> (session: ReaderSession, isRenewed: Bool)? {
        let cached = sessions.value(for: token, now: now).flatMap {
            $0.revision == library.revision(for: $0.session.reader) ? $0 : nil
        }
        let known: (revision: Int64, session: ReaderSession)
        if let cached {
            known = cached
        } else {
            guard let session = try await library.sessions.session(of: token) else { return nil }
            // The revision is taken before the session is read again, so that a change in between is not missed.
            let revision = library.revision(for: session.reader)
            guard let found = try await library.sessions.session(of: token) else { return nil }
            known = (revision, found)
        }
        let found = known.session
        guard found.expiresAt > now else { return nil }
        // The difference counts in either direction, as the clock may have been set back.
        let isDue = mayRenew && abs(now.timeIntervalSince(found.seenAt)) > Self.renewalInterval
        let renewed = isDue ? try await renewed(found, library) : nil
        sessions.store((known.revision, renewed ?? found), for: token, now: now)
        return (renewed ?? found, renewed != nil)
    }

    /// Returns the renewed session; nil if the database cannot be written, in which case the session's expiry stays.
    private func renewed(
        _ session: ReaderSession, _ library: NewsLibrary
    ) async throws(LibraryError) -> ReaderSession? {
        do { return try await library.sessions.renew(session) } catch {
            guard error.preventsWriting else { throw error }
            return nil
        }
    }

    func hasPassword(_ reader: ReaderID, _ library: NewsLibrary) async throws(LibraryError) -> Bool {
        try await passwords.value(for: reader, at: library.revision(for: reader)) {
            () async throws(LibraryError) in try await library.sessions.hasPassword(for: reader)
        }
    }
}

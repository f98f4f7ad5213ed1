import Foundation
import Library
import News

/// A cache of sessions, and of whether a password is set, so that most requests need no query.
struct SessionCache: Sendable {
    private let sessions = RevisionCache<SecretToken, ReaderSession>(maxCount: 500)
    private let passwords = RevisionCache<ReaderID, Bool>(maxCount: 500)
    /// The interval in seconds within which further use of a session is not recorded.
    static let renewalInterval: TimeInterval = 3600

    /// Returns the session of a token; nil if it is unknown or expired.
    /// - Parameter mayRenew: false for cross-site requests.
    func session(
        _ token: SecretToken, _ library: NewsLibrary, now: Date, mayRenew: Bool
    ) async throws(LibraryError) -> (session: ReaderSession, isRenewed: Bool)? {
        let revision = library.revision(for: .first)
        var known = sessions.value(for: token, at: revision)
        if known == nil { known = try await library.sessions.session(of: token) }
        guard let found = known, found.expiresAt > now else { return nil }
        // The difference counts in either direction, as the clock may have been set back.
        let isDue = mayRenew && abs(now.timeIntervalSince(found.seenAt)) > Self.renewalInterval
        let renewed = isDue ? try await renewed(found, library) : nil
        sessions.store(renewed ?? found, for: token, at: revision)
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

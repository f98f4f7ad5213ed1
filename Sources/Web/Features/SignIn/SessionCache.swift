import Foundation
import Library
import News
import Synchronization

/// Caches sessions and whether a password is set, so that most requests need no query.
///
/// Invariant: entries were read at `revision` or later; at most `maxSessions` sessions.
final class SessionCache: Sendable {
    private struct State {
        var revision: Int64 = -1
        var sessions: [SecretToken: ReaderSession] = [:]
        var hasPassword: [ReaderID: Bool] = [:]
    }

    private let state = Mutex(State())
    private static let maxSessions = 500
    /// In seconds; further use within it is not recorded.
    static let renewalInterval: TimeInterval = 3600

    /// - Parameter mayRenew: false for cross-site requests.
    func session(
        _ token: SecretToken, _ library: NewsLibrary, now: Date, mayRenew: Bool
    ) async throws(LibraryError) -> (session: ReaderSession, isRenewed: Bool)? {
        let revision = library.revision(for: .first)
        var known = cached(revision) { $0.sessions[token] }
        if known == nil { known = try await library.sessions.session(of: token) }
        guard let found = known, found.expiresAt > now else { return nil }
        let isDue = mayRenew && now.timeIntervalSince(found.seenAt) > Self.renewalInterval
        let session = isDue ? try await library.sessions.renew(found) : found
        update(revision) { state in
            if state.sessions.count >= Self.maxSessions { state.sessions = [:] }
            state.sessions[token] = session
        }
        return (session, isDue)
    }

    func hasPassword(_ reader: ReaderID, _ library: NewsLibrary) async throws(LibraryError) -> Bool {
        let revision = library.revision(for: reader)
        if let known = cached(revision, { $0.hasPassword[reader] }) { return known }
        let hasPassword = try await library.sessions.hasPassword(for: reader)
        update(revision) { $0.hasPassword[reader] = hasPassword }
        return hasPassword
    }

    private func cached<Value>(_ revision: Int64, _ read: (State) -> Value?) -> Value? {
        state.withLock { $0.revision == revision ? read($0) : nil }
    }

    private func update(_ revision: Int64, _ write: (inout State) -> Void) {
        state.withLock { state in
            if state.revision < revision { state = State(revision: revision) }
            guard state.revision == revision else { return }
            write(&state)
        }
    }
}

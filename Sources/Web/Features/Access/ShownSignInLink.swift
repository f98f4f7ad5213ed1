import Foundation
import Library
import News

/// A one-time link that the browser which asked for it shows as a code (decision 0040). It is kept in memory until it has
/// expired, for the session that made it; the database has only its hash.
struct ShownSignInLink: Sendable {
    enum State { case waiting, used, expired }

    let token: SecretToken
    let madeAt: Date

    /// The seconds for which a link works.
    static let lifetime: TimeInterval = 10 * 60

    var expiresAt: Date { madeAt.addingTimeInterval(Self.lifetime) }

    /// Makes a link for the request's browser to show.
    static func make(for scope: RequestScope) async throws(LibraryError) {
        let session = scope.identity.session?.id
        let token = try await scope.library.sessions.makeLink(for: scope.reader, lasting: lifetime, by: session)
        scope.dependencies.signInLinks.store(Self(token: token, madeAt: scope.now), of: session, for: scope)
    }

    /// Returns the link that the request's browser made last; nil if it made none or that has been forgotten.
    static func last(for scope: RequestScope) -> Self? {
        scope.dependencies.signInLinks.value(of: scope.identity.session?.id, for: scope)
    }

    func state(_ scope: RequestScope) async throws(LibraryError) -> State {
        do throws(SignInError) {
            try await scope.library.sessions.check(link: token)
            return .waiting
        } catch {
            switch error {
            case .linkUsed: return .used
            case .library(let error): throw error
            default: return .expired
            }
        }
    }
}

import Crypto
import Foundation
import Hummingbird
import Library
import News
import OpenID
import Synchronization
import Untrusted

/// An attempt to sign in at a provider, kept in the browser that began it. The cookie is sealed, so that it needs no room on
/// the server that strangers could fill.
struct OpenIDHandshake: Codable, Sendable {
    /// The use of the account once the provider has named it.
    enum Purpose: Codable, Sendable, Equatable {
        case signIn
        case join(invitation: String)
        case link(reader: Int64, session: Int64?)
    }

    var attempt = OpenIDAttempt()
    let purpose: Purpose
    /// The validated path to return to.
    let next: String?
    /// The address that the provider sends the browser back to.
    let returnAddress: String
    let startedAt: Date

    /// The seconds for which an attempt can be finished.
    static let lifetime: TimeInterval = 600
    /// The number of bytes of the longest return path, as browsers keep 4,096 bytes of a cookie.
    static let maxNextBytes = 500

    static func cookieName(for client: ClientInfo) -> String { SessionCookie.name("tidings-openid", for: client) }

    /// Returns the attempt of a request's cookie; nil for none, and for one that is too old or not this server's.
    init?(_ request: Request, _ client: ClientInfo, key: SymmetricKey, now: Date) {
        guard let text = RequestCookies(of: request)[Self.cookieName(for: client)], let bytes = Hex.decode(text) else {
            return nil
        }
        // A cookie that somebody else has written, or another version of this program, is none.
        guard let read = try? Self.unsealed(bytes, key), abs(now.timeIntervalSince(read.startedAt)) < Self.lifetime
        else { return nil }
        self = read
    }

    private static func unsealed(_ bytes: [UInt8], _ key: SymmetricKey) throws -> Self {
        try JSONDecoder().decode(Self.self, from: try AES.GCM.open(AES.GCM.SealedBox(combined: bytes), using: key))
    }

    init(purpose: Purpose, next: String?, returnAddress: String, startedAt: Date) {
        (self.purpose, self.next, self.returnAddress, self.startedAt) = (purpose, next, returnAddress, startedAt)
    }

    /// Returns the cookie that keeps the attempt.
    func cookie(for client: ClientInfo, key: SymmetricKey) throws -> Cookie {
        guard let sealed = try AES.GCM.seal(JSONEncoder().encode(self), using: key).combined else {
            throw LibraryError.failed(why: "the attempt was not sealed")
        }
        return SessionCookie.cookie(
            Self.cookieName(for: client), Hex.encode(sealed), lifetime: Self.lifetime, isSecure: client.isSecure)
    }

    static func clear(for client: ClientInfo, in response: inout Response) {
        response.setCookie(SessionCookie.cookie(cookieName(for: client), "", lifetime: 0, isSecure: client.isSecure))
    }

    /// Returns true if the provider returned the state of this attempt; compares in constant time.
    func matches(state: String?) -> Bool {
        let (own, given) = (attempt.state.utf8, (state ?? "").utf8)
        return own.count == given.count && zip(own, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The attempts that were finished, each of which counts once.
///
/// Invariant: no entry is older than the lifetime of an attempt when one is added.
final class FinishedHandshakes: Sendable {
    private let states = Mutex<[String: Date]>([:])
    private static let maxCount = 10_000

    /// Returns true for the first use of a state; false also when more attempts end than can be kept.
    func recordUse(of state: String, at now: Date) -> Bool {
        states.withLock { states in
            if states.count > 100 {
                states = states.filter { abs(now.timeIntervalSince($0.value)) < OpenIDHandshake.lifetime }
            }
            guard states.count < Self.maxCount, states[state] == nil else { return false }
            states[state] = now
            return true
        }
    }
}

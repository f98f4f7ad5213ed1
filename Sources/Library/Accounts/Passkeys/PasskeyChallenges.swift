import Crypto
import Foundation
import Synchronization

/// The challenges that passkeys sign: random, for one purpose, for ten minutes and for one use. A challenge carries its
/// end and a code of authenticity, so that those of strangers who ask take no memory; the used ones are kept until they
/// end. A restart ends all, as the key is made anew.
final class PasskeyChallenges: Sendable {
    /// The use of a challenge; one for another use is rejected.
    enum Purpose: Hashable {
        case signIn
        /// A new passkey of a reader.
        case registration(Int64)

        fileprivate var text: String {
            switch self {
            case .signIn: "sign-in"
            case .registration(let reader): "registration \(reader)"
            }
        }
    }

    /// The seconds in which a challenge can be used: the longest time that WebAuthn recommends (Level 2 §5.1).
    static let lifetime: TimeInterval = 600

    private let key = SymmetricKey(size: .bits256)
    /// The used challenges with their ends. Only valid signatures come here, so strangers cannot fill it.
    private let used = Mutex<[[UInt8]: UInt64]>([:])

    /// Returns a new challenge: 16 random bytes, its end in milliseconds, and the code.
    func make(for purpose: Purpose, at now: Date) -> [UInt8] {
        let random = SymmetricKey(size: .bits128).withUnsafeBytes(Array.init)
        let end = UInt64(now.addingTimeInterval(Self.lifetime).milliseconds)
        let content = random + withUnsafeBytes(of: end.bigEndian, Array.init)
        return content + Array(HMAC<SHA256>.authenticationCode(for: content + purpose.text.utf8, using: key))
    }

    /// Uses a challenge up, after its signature was checked.
    /// - Returns: false if it is unknown, for another purpose, too old, or used.
    func use(_ challenge: [UInt8], for purpose: Purpose, at now: Date) -> Bool {
        guard challenge.count == 56 else { return false }
        let content = Array(challenge[..<24])
        let end = content[16...].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let isOwn = HMAC<SHA256>.isValidAuthenticationCode(
            challenge[24...], authenticating: content + purpose.text.utf8, using: key)
        let present = UInt64(now.milliseconds)
        guard isOwn, end > present else { return false }
        return used.withLock { used in
            used = used.filter { $0.value > present }
            return used.updateValue(end, forKey: challenge) == nil
        }
    }
}

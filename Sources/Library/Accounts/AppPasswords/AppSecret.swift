import Crypto
import Foundation
import Untrusted

/// The random secret of an app password, and what is derived from it. Its 108 bits need no slow hash.
struct AppSecret {
    let text: String

    /// The letters of secrets, without those that look like others, so that a phone's first keyboard has them all.
    private static let letters = Array("abcdefghjkmnpqrstuvwxyz")
    private static let length = 24

    init() {
        var random = SystemRandomNumberGenerator()
        text = String((0..<Self.length).compactMap { _ in Self.letters.randomElement(using: &random) })
    }

    /// Reads what a person typed: the case of letters, spaces and hyphens do not count.
    /// - Returns: nil for a text that is no secret.
    init?(typed: String) {
        let kept = typed.lowercased().filter { $0 != " " && $0 != "-" }
        guard kept.count == Self.length, kept.allSatisfy(Self.letters.contains) else { return nil }
        text = kept
    }

    var hash: String { Self.hash(text) }

    /// The token of the Google Reader interface. It is derived from the secret, so it ends with it, and the database,
    /// which has hashes alone, does not reveal it.
    var token: String { Self.hash("tidings-app-token " + text) }

    var tokenHash: String { Self.hash(token) }

    /// Returns the hash of Fever's key, the MD5 of "user name:secret" in hexadecimal (feedafever.com/api).
    func feverKeyHash(userName: String) -> String {
        let key = Insecure.MD5.hash(data: Data("\(userName):\(text)".utf8))
        return Self.hash(Hex.encode(key))
    }

    /// Returns the SHA-256 in hexadecimal.
    static func hash(_ text: String) -> String { Hex.encode(SHA256.hash(data: Data(text.utf8))) }

    // MARK: Write tokens

    /// The milliseconds that a write token is new; it is valid for as long again.
    private static let writeTokenAge: Int64 = 3600 * 1000

    /// Returns the write token of a sign-in, of 57 characters as Google's.
    static func writeToken(for token: String, at now: Date) -> String {
        writeToken(for: token, period: now.milliseconds / writeTokenAge)
    }

    static func isValid(writeToken: String, for token: String, at now: Date) -> Bool {
        let period = now.milliseconds / writeTokenAge
        return [period, period - 1].contains { Self.writeToken(for: token, period: $0) == writeToken }
    }

    private static func writeToken(for token: String, period: Int64) -> String {
        String(hash("tidings-write-token \(period) \(token)").prefix(57))
    }
}

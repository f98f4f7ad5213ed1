import CryptoExtras
import Foundation
import Untrusted

/// A stored scrypt hash (RFC 7914) with its salt and cost.
struct PasswordHash: Sendable, Equatable {
    /// The cost parameters of scrypt: 2^`exponent` rounds over blocks of `blockSize`, `parallelism` times.
    struct Cost: Sendable, Equatable {
        var exponent: Int
        var blockSize: Int
        var parallelism: Int

        /// The cost of new hashes: 32 MB, as strong as 2^17 rounds in 128 MB (OWASP Password Storage Cheat Sheet).
        static let standard = Cost(exponent: 15, blockSize: 8, parallelism: 3)
        /// True if the cost is in bounds, so that a corrupt row cannot exhaust memory or time.
        var isAcceptable: Bool {
            (4...18).contains(exponent) && (1...16).contains(blockSize) && (1...8).contains(parallelism)
        }
    }

    let cost: Cost
    let salt: [UInt8]
    let key: [UInt8]

    static let minCharacters = 8
    static let maxBytes = 1024

    init(new text: String, cost: Cost = .standard) throws {
        var random = SystemRandomNumberGenerator()
        salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        self.cost = cost
        key = try Self.derive(text, salt, cost)
    }

    /// Parses `scrypt$ln=15,r=8,p=3$salt$key`, with base64 salt and key.
    init?(stored: String) {
        let parts = stored.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "scrypt", let salt = Data(base64Encoded: String(parts[2])),
            let key = Data(base64Encoded: String(parts[3])), key.count == 32, (8...64).contains(salt.count)
        else { return nil }
        let numbers = parts[1].split(separator: ",").compactMap {
            UntrustedInteger(digits: $0.drop { $0 != "=" }.dropFirst())?.int(in: 0...1_000)
        }
        guard numbers.count == 3 else { return nil }
        let cost = Cost(exponent: numbers[0], blockSize: numbers[1], parallelism: numbers[2])
        guard cost.isAcceptable else { return nil }
        self.cost = cost
        self.salt = Array(salt)
        self.key = Array(key)
    }

    /// A hash that no password has, as slow to check as any.
    static let unmatched =
        "scrypt$ln=15,r=8,p=3$\(Data(count: 16).base64EncodedString())$\(Data(count: 32).base64EncodedString())"

    var stored: String {
        "scrypt$ln=\(cost.exponent),r=\(cost.blockSize),p=\(cost.parallelism)$\(Data(salt).base64EncodedString())$\(Data(key).base64EncodedString())"
    }

    /// Returns true if the password is right. The check is slow on purpose, also for a wrong password.
    func matches(_ guess: String) throws -> Bool {
        guard guess.utf8.count <= Self.maxBytes else { return false }
        let derived = try Self.derive(guess, salt, cost)
        // The comparison takes constant time.
        return zip(derived, key).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0 && derived.count == key.count
    }

    /// Derives a key with scrypt. The text is normalised to NFKC (RFC 8265 §4.2), because keyboards differ.
    static func derive(_ text: String, _ salt: [UInt8], _ cost: Cost) throws -> [UInt8] {
        let normal = Array(text.precomposedStringWithCompatibilityMapping.utf8)
        let key = try KDF.Scrypt.deriveKey(
            from: normal, salt: salt, outputByteCount: 32, rounds: 1 << cost.exponent, blockSize: cost.blockSize,
            parallelism: cost.parallelism)
        return key.withUnsafeBytes { Array($0) }
    }
}

import Crypto
import Foundation
import Untrusted

/// The facts that an authenticator signs (WebAuthn Level 2 §6.1).
struct AuthenticatorData {
    /// The SHA-256 of the site's host.
    let siteHash: [UInt8]
    let isUserPresent: Bool
    /// True if the device has checked a finger, a face or a PIN.
    let isUserVerified: Bool
    let isBackedUp: Bool
    /// The number of signatures; zero from authenticators that do not count.
    let signCount: Int64
    /// The new passkey; nil in an assertion.
    let credential: Credential?

    /// A new passkey.
    struct Credential {
        let id: [UInt8]
        /// The public key as it is stored.
        let keyBytes: [UInt8]
        let key: PasskeyPublicKey
    }

    /// The longest ID of a passkey in bytes (WebAuthn Level 2 §5.1.3).
    static let maxIDLength = 1023

    /// Reads the bytes whole.
    /// - Throws: `PasskeyRejection.unreadable` or `.unknownAlgorithm`.
    init(_ bytes: [UInt8]) throws(PasskeyRejection) {
        guard bytes.count >= 37 else { throw .unreadable }
        siteHash = Array(bytes[..<32])
        let flags = bytes[32]
        isUserPresent = flags & 0x01 != 0
        isUserVerified = flags & 0x04 != 0
        isBackedUp = flags & 0x10 != 0
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | Int64($1) }
        // A passkey that cannot be copied cannot have been (WebAuthn Level 3 §6.1.3).
        guard !isBackedUp || flags & 0x08 != 0 else { throw .unreadable }
        var rest = bytes[37...]
        credential = flags & 0x40 != 0 ? try Self.credential(&rest) : nil
        if flags & 0x80 != 0 {
            // Extensions that nobody asked for are read over.
            guard let (extensions, end) = try? CBORReader.first(of: rest), case .map = extensions else {
                throw .unreadable
            }
            rest = end
        }
        guard rest.isEmpty else { throw .unreadable }
    }

    /// Returns true if the data are for the site.
    func isFor(_ site: PasskeySite) -> Bool { siteHash == Array(SHA256.hash(data: Data(site.host.utf8))) }

    /// Reads the attested credential data (§6.5.1): the model's ID, the length of the passkey's ID, the ID and the key.
    private static func credential(_ rest: inout ArraySlice<UInt8>) throws(PasskeyRejection) -> Credential {
        let start = rest.startIndex
        guard rest.count >= 18 else { throw .unreadable }
        let length = Int(rest[start + 16]) << 8 | Int(rest[start + 17])
        rest = rest.dropFirst(18)
        // bounded: constants
        guard (1...maxIDLength).contains(length), rest.count >= length else { throw .unreadable }
        let id = Array(rest.prefix(length))
        rest = rest.dropFirst(length)
        // The fault of the bytes has no details.
        guard let (value, end) = try? CBORReader.first(of: rest) else { throw .unreadable }
        guard let key = PasskeyPublicKey(value) else { throw .unknownAlgorithm }
        defer { rest = end }
        return Credential(id: id, keyBytes: Array(rest.dropLast(end.count)), key: key)
    }
}

public import Foundation

/// A passkey by which a reader signs in: a key pair of a device or a password manager, made for one site. Only the
/// public key is stored (WebAuthn Level 2).
public struct Passkey: Sendable, Identifiable, Hashable {
    /// The ID of a passkey in the database.
    public struct ID: RawRepresentable, Sendable, Hashable, Codable {
        /// The value of the column.
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The ID.
    public var id: ID
    /// The name that the reader gave it, or that of the browser's device.
    public var name: String
    /// The host that it is for; browsers offer it nowhere else.
    public var host: String
    /// True if a password manager keeps copies of it on other devices.
    public var isBackedUp: Bool
    /// The time of creation.
    public var createdAt: Date
    /// The last sign-in; nil before the first.
    public var lastUsedAt: Date?

    /// The maximum length of a name in characters.
    public static let maxNameLength = 60
    /// The maximum number of passkeys of a reader.
    public static let maxCount = 50
}

/// The site that a passkey is for: WebAuthn's relying party and its origin.
public struct PasskeySite: Sendable, Hashable {
    /// The origin of its pages, such as `https://news.example:8443`.
    public let origin: String
    /// The host without the port: the relying party's ID.
    public let host: String

    /// Reads the origin of a page.
    /// - Returns: nil where browsers allow no passkeys: without https, except at `localhost`, and at numeric addresses
    ///   (WebAuthn Level 2 §5.1.3, step 7).
    public init?(origin: String) {
        guard let address = URLComponents(string: origin), let host = address.host?.lowercased(), !host.isEmpty,
            address.scheme == "https" || host == "localhost",
            !host.contains(":"), host.split(separator: ".").last?.allSatisfy(\.isNumber) == false
        else { return nil }
        (self.origin, self.host) = (origin, host)
    }
}

/// The facts from which a browser makes a passkey.
public struct PasskeyOptions: Sendable {
    /// The challenge to sign, in base64url; for one use within `lifetime`.
    public let challenge: String
    /// The random handle of the reader, in base64url.
    public let userHandle: String
    /// The name that password managers show.
    public let userName: String
    /// The IDs of the reader's passkeys for the site, in base64url, so that no device gets a second one.
    public let knownIDs: [String]

    /// The numbers of the algorithms, the preferred first (RFC 9053).
    public static let algorithms = PasskeyPublicKey.algorithms
    /// The seconds in which a challenge can be used.
    public static let lifetime = PasskeyChallenges.lifetime
}

/// The reason why a passkey was rejected.
public enum PasskeyRejection: Error, Sendable, Hashable, CaseIterable {
    /// Bytes that no authenticator writes, or a response to something else.
    case unreadable
    /// A response for another origin or site.
    case otherSite
    /// A challenge that is too old, used, or of another purpose or server.
    case staleChallenge
    /// A passkey that the device used without checking who holds it.
    case unverifiedUser
    /// A passkey of an algorithm that was not asked for.
    case unknownAlgorithm
    /// A wrong signature.
    case wrongSignature
    /// A passkey that no reader has, or not any more.
    case unknown
    /// A passkey that is registered already.
    case taken
    /// A signature counter that went back, as that of a copied key does (WebAuthn Level 2 §6.1.1).
    case copied

    /// The sentence that says what to do.
    public var sentence: String {
        switch self {
        case .unreadable, .wrongSignature:
            "The passkey’s answer could not be checked. Try again, or sign in another way."
        case .otherSite: "This passkey is for another address. Open Tidings at the address where you made it."
        case .staleChallenge: "This took too long, or was sent twice. Try again."
        case .unverifiedUser: "Your device has not checked that it is you. Set up its screen lock, then try again."
        case .unknownAlgorithm:
            "This kind of passkey is not supported. Use that of your phone, browser or password manager."
        case .unknown: "This passkey is not known here, or was removed. Sign in another way."
        case .taken: "This passkey is registered already."
        case .copied:
            "This passkey seems to have been copied, so it is not accepted. Sign in another way and remove it."
        }
    }
}

import Crypto
import Foundation
import URLs
import Untrusted

/// The kind of a way out of the app.
public enum DeliveryKind: String, Sendable, Hashable, Codable, CaseIterable { case push, mail, ntfy, webhook }

/// An address that messages are delivered to, with its secrets. It is stored sealed.
public enum DeliveryAddress: Sendable, Hashable, Codable {
    case push(PushAddress)
    case mail(MailAddress)
    case ntfy(NtfyAddress)
    case webhook(WebhookAddress)

    /// The kind of the address.
    public var kind: DeliveryKind {
        switch self {
        case .push: .push
        case .mail: .mail
        case .ntfy: .ntfy
        case .webhook: .webhook
        }
    }

    /// The host or mailbox, as people know it.
    public var displayName: String {
        switch self {
        case .push(let push): push.endpoint
        case .mail(let mail): mail.recipient
        case .ntfy(let ntfy): ntfy.address
        case .webhook(let webhook): webhook.address
        }
    }

    /// The host of the service that takes messages to the address.
    var service: String {
        switch self {
        case .push(let push): WebAddress(push.endpoint)?.hostKey ?? ""
        case .mail(let mail): "\(mail.host):\(mail.port)"
        case .ntfy(let ntfy): WebAddress(ntfy.address)?.hostKey ?? ""
        case .webhook(let webhook): WebAddress(webhook.address)?.hostKey ?? ""
        }
    }

    /// The hash of the secret by which a link ends the way; nil if it has none.
    var tokenHash: String? {
        guard case .mail(let mail) = self else { return nil }
        return SecretToken(mail.unsubscribeToken)?.hash
    }

    /// The hash of the address without its secrets: an address is stored once.
    var hash: String { Hex.encode(SHA256.hash(data: Array("\(kind.rawValue) \(displayName)".utf8))) }
}

/// A browser's push subscription as `PushSubscription.toJSON()` writes it (Push API §8).
public struct PushAddress: Sendable, Hashable, Codable {
    /// The address of the push service. It is a secret: who has it may send.
    public let endpoint: String
    /// The public key of the device in base64url (`p256dh`).
    public let publicKey: String
    /// The secret that authenticates messages, in base64url (`auth`).
    public let secret: String

    public init(endpoint: String, publicKey: String, secret: String) {
        (self.endpoint, self.publicKey, self.secret) = (endpoint, publicKey, secret)
    }
}

/// A mailbox, and the mail server that takes messages to it.
public struct MailAddress: Sendable, Hashable, Codable {
    /// The protection of the connection.
    public enum Security: String, Sendable, Hashable, Codable, CaseIterable {
        /// TLS from the first byte (RFC 8314), on port 465.
        case tls
        /// TLS after STARTTLS, without which nothing is sent; on port 587.
        case startTLS = "starttls"
        /// No TLS; for a server of the same machine or network.
        case none
    }

    /// The name or numeric address of the mail server.
    public let host: String
    /// The port of the mail server.
    public let port: Int
    /// The protection of the connection.
    public let security: Security
    /// The name to sign in with; empty to send without signing in.
    public let user: String
    /// The password to sign in with.
    public let password: String
    /// The mailbox that mails come from.
    public let sender: String
    /// The mailbox that mails go to.
    public let recipient: String
    /// The secret in the link of a mail that ends it.
    public let unsubscribeToken: String

    public init(
        host: String, port: Int, security: Security, user: String, password: String, sender: String, recipient: String
    ) {
        (self.host, self.port, self.security) = (host, port, security)
        (self.user, self.password, self.sender, self.recipient) = (user, password, sender, recipient)
        unsubscribeToken = SecretToken().text
    }
}

/// A topic of an ntfy server.
public struct NtfyAddress: Sendable, Hashable, Codable {
    /// The server's address with the topic, such as `https://ntfy.example/harbour`.
    public let address: String
    /// The access token; empty for none.
    public let token: String

    public init(address: String, token: String) { (self.address, self.token) = (address, token) }
}

/// An address that takes messages as signed JSON.
public struct WebhookAddress: Sendable, Hashable, Codable {
    /// The https address, or one that the operator lists.
    public let address: String
    /// The secret of the signature; empty to send without one.
    public let secret: String

    public init(address: String, secret: String) { (self.address, self.secret) = (address, secret) }
}

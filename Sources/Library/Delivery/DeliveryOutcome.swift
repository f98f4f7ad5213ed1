public import Failures
public import Foundation

/// The outcome of one attempt to deliver a message.
public enum DeliveryOutcome: Sendable, Hashable {
    /// The service has taken the message.
    case sent
    /// The message is to be sent again, at the time that the service asks for, if it does.
    case later(Date?, DeliveryFailure)
    /// The service refuses this message; sending it again changes nothing.
    case refused(DeliveryFailure)
    /// The address has ended; nothing may be sent to it again.
    case ended(DeliveryFailure)

    /// The failure; nil for a message that was sent.
    public var failure: DeliveryFailure? {
        switch self {
        case .sent: nil
        case .later(_, let failure), .refused(let failure), .ended(let failure): failure
        }
    }
}

/// A reason why a message was not delivered. It consists of codes and data; pages word it.
public struct DeliveryFailure: Sendable, Hashable, Codable {
    /// The kind of failure.
    public enum Code: String, Sendable, Codable {
        // All ways.
        case unreachable, addressRefused = "address-refused", rateLimited = "rate-limited", serverError = "server-error"
        case tooLarge = "too-large", refused, ended, gaveUp = "gave-up", unusable, deviceSignedOut = "device-signed-out"
        case keyRefused = "key-refused", notThere = "not-there", notSecure = "not-secure", keys
        // Mail.
        case noTLS = "no-tls", certificate, signInRefused = "sign-in-refused", noSignIn = "no-sign-in"
        case senderRefused = "sender-refused", recipientRefused = "recipient-refused", mailboxFull = "mailbox-full"
        case greylisted, notSMTP = "not-smtp", timedOut = "timed-out", unknownHost = "unknown-host"
        case badMailbox = "bad-mailbox"
    }

    /// The kind of the failure.
    public let code: Code
    /// The status of HTTP or SMTP, if there was one.
    public let status: Int?
    /// The failure of the transport, if that was the reason.
    public let transport: TransportFailure?
    /// The service's own words in one line, if it gave some.
    public let detail: String?

    private static let maxDetailLength = 200

    public init(_ code: Code, status: Int? = nil, transport: TransportFailure? = nil, detail: String? = nil) {
        (self.code, self.status, self.transport) = (code, status, transport)
        let line = (detail ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.detail = line.isEmpty ? nil : String(line.prefix(Self.maxDetailLength))
    }
}

/// A part of the program that sends what the Library stores, as the Library sends nothing itself.
public protocol DeliveryGateway: Sendable {
    /// Returns the public key that browsers subscribe with, in base64url.
    func pushKey() async throws(LibraryError) -> String

    /// Returns the reason why nothing can be sent to an address; nil for a valid one.
    func rejection(of address: DeliveryAddress) -> DeliveryFailure?

    /// Sends a message once.
    func send(_ message: OutgoingMessage, to address: DeliveryAddress) async -> DeliveryOutcome
}

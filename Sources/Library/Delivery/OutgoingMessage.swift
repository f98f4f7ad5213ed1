public import Foundation

/// A message to a reader, such as an alert or a digest, as all ways out carry it.
public struct OutgoingMessage: Sendable, Hashable, Codable {
    /// The urgency, by which a device that saves power decides.
    public enum Urgency: String, Sendable, Hashable, Codable { case low, normal, high }

    /// The seconds after which a message that could not be delivered is given up: two days.
    public static let lifetime: TimeInterval = 2 * 24 * 3600
    private static let maxTitleLength = 300
    private static let maxTextLength = 100_000
    private static let idCharacters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    /// The ID, at most 32 characters of base64url: the topic and tag of notifications, the mail's Message-ID and the
    /// idempotency key. A message is queued once, however often it is sent with the same ID.
    public let id: String
    /// The title in one line of plain text.
    public let title: String
    /// The plain text, which may have several lines.
    public let text: String
    /// The document that a mail has besides the text; nil for one made of the text.
    public var html: String?
    /// The text of notifications, which have little room; nil for the beginning of `text`.
    public var brief: String?
    /// The name of a series of which only the newest message is worth sending: older ones that still wait are given up.
    public var series: String?
    /// The path inside the app that a tap opens, such as `/mine/`.
    public let path: String
    /// The urgency for devices that save power.
    public let urgency: Urgency
    /// The number on the app's icon; nil to leave it as it is.
    public var badge: Int?
    /// The time from which its lifetime counts.
    public let createdAt: Date

    /// Creates a message.
    /// - Parameters:
    ///   - id: the ID; nil for a random one. Characters other than base64url's are left out.
    ///   - title: a text whose line breaks become spaces.
    public init(
        id: String? = nil, title: String, text: String, html: String? = nil, path: String, urgency: Urgency = .normal,
        badge: Int? = nil, createdAt: Date
    ) {
        let named = String((id ?? "").filter { Self.idCharacters.contains($0) }.prefix(32))
        self.id = named.isEmpty ? Self.randomID() : named
        let words = title.split {
            $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        self.title = String(words.joined(separator: " ").prefix(Self.maxTitleLength))
        self.text = String(text.prefix(Self.maxTextLength))
        self.html = html
        self.path = path.hasPrefix("/") && !path.hasPrefix("//") ? path : "/"
        self.urgency = urgency
        self.badge = badge
        self.createdAt = createdAt
    }

    /// The time at which the message is given up.
    public var expiresAt: Date { createdAt.addingTimeInterval(Self.lifetime) }

    private static func randomID() -> String {
        var random = SystemRandomNumberGenerator()
        return String((0..<22).map { _ in idCharacters[Int.random(in: 0..<64, using: &random)] })
    }
}

import Fetching
import Foundation
import Library
import URLs

/// The way to a topic of an ntfy server, by its publishing of JSON (https://docs.ntfy.sh/publish/#publish-as-json).
struct NtfyWay: DeliveryWay {
    let fetcher: Fetcher
    let topic: Topic
    let token: String
    /// The origin of this server for links.
    let origin: String

    /// A topic with the address of its server.
    struct Topic: Sendable, Hashable {
        /// The address that takes messages to all topics.
        let server: String
        let name: String

        /// Reads an address such as `https://ntfy.example/harbour`; nil without a topic.
        init?(_ address: WebAddress) {
            let parts = address.path.split(separator: "/")
            guard let last = parts.last, address.query == nil, (1...64).contains(last.utf8.count),
                last.utf8.allSatisfy({ Self.isAllowed($0) })
            else { return nil }
            name = String(last)
            server = ([address.origin] + parts.dropLast().map(String.init)).joined(separator: "/") + "/"
        }

        private static func isAllowed(_ byte: UInt8) -> Bool {
            let character = Character(UnicodeScalar(byte))
            return character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
        }
    }

    private struct Content: Encodable {
        let topic: String
        let title: String
        let message: String
        let click: String
        let priority: Int
    }

    /// The longest message in characters: a server makes a file of more than 4,096 bytes.
    private static let maxLength = 1_000

    func send(_ message: OutgoingMessage) async -> DeliveryOutcome {
        let priority = [OutgoingMessage.Urgency.low: 2, .normal: 3, .high: 4][message.urgency] ?? 3
        let content = Content(
            topic: topic.name, title: message.title,
            message: String((message.brief ?? message.text).prefix(Self.maxLength)),
            click: origin + message.path, priority: priority)
        var headers = [
            (name: "Content-Type", value: "application/json"),
            // Newer servers show messages of the same sequence as one.
            (name: "X-Sequence-ID", value: message.id),
        ]
        if !token.isEmpty { headers.append(("Authorization", "Bearer \(token)")) }
        return await fetcher.deliver(JSONBody.encode(content), to: topic.server, headers: headers)
    }
}

/// The encoding of the JSON that ways send.
enum JSONBody {
    /// Returns the value with sorted keys, so that equal messages have equal bytes.
    static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding texts and numbers cannot fail.
        return (try? encoder.encode(value)).map(Array.init) ?? []
    }
}

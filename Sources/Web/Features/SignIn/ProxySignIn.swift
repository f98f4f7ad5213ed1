import Foundation
import HTTPTypes
import Hummingbird
import Markup

/// The sign-in by a header of a trusted proxy, which has authenticated the client itself (docs/decisions/0053). The header of
/// any other peer is ignored.
public struct ProxySignIn: Sendable {
    /// A proxy's statement about who sent a request.
    enum Claim: Sendable, Equatable {
        case name(String)
        /// A header that names nobody for certain: several of them, or characters that no name has.
        case unusable
    }

    let header: HTTPField.Name
    /// True to make a reader of a name that nobody has.
    let admitsUnknown: Bool

    /// The names of headers that clients, or proxies for other purposes, send.
    private static let otherPurposes: Set<String> = [
        "host", "cookie", "origin", "referer", "user-agent", "accept", "authorization", "connection", "forwarded",
        "via",
        "content-type", "content-length", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip",
    ]
    private static let space = CharacterSet(charactersIn: " \t")
    /// The number of bytes of the longest header that is read.
    private static let maxBytes = 400

    /// - Parameter header: the header's name; letter case does not count.
    /// - Returns: nil for a text that is no name of a header (RFC 9110 §5.1), and for headers that have another meaning.
    public init?(header: String, admitsUnknown: Bool) {
        guard let name = HTTPField.Name(header), !header.hasPrefix(":"),
            !Self.otherPurposes.contains(name.canonicalName)
        else { return nil }
        self.header = name
        self.admitsUnknown = admitsUnknown
    }

    /// Returns what the proxy says; nil if it names nobody: without the header, or with an empty one.
    /// - Parameter remote: the peer of the connection, which has to be a trusted proxy.
    func claim(_ request: Request, remote: String?, trusted: [CIDRBlock]) -> Claim? {
        guard let remote, trusted.contains(where: { $0.contains(remote) }) else { return nil }
        let values = request.headers[values: header].map { $0.trimmingCharacters(in: Self.space) }
        // A proxy that adds its header to that of a client would let the client choose.
        guard values.count < 2 else { return .unusable }
        guard let value = values.first, !value.isEmpty else { return nil }
        // Bytes that are not UTF-8 have become U+FFFD.
        let isPlain = value.utf8.count <= Self.maxBytes && !value.contains("\u{FFFD}")
        return isPlain && PrintableText.line(value) == value ? .name(value) : .unusable
    }
}

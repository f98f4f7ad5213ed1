import HTTPTypes
import Hummingbird

enum HostHeader {
    /// Returns true if the request has exactly one well-formed Host; others get 400 (RFC 9112 §3.2), as an intermediary
    /// may have used another Host. Parsing makes the first one the authority; a second stays a header.
    static func isValid(in request: Request) -> Bool {
        guard let authority = request.head.authority else { return false }
        return isWellFormed(authority) && !request.headers.contains { $0.name.canonicalName == "host" }
    }

    /// Returns true if the text has the form `uri-host [":" port]` (RFC 3986 §3.2.2).
    static func isWellFormed(_ text: String) -> Bool {
        guard text.utf8.count <= 300 else { return false }
        let host: Substring
        var rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return false }
            // bounded: the bracket that closes is not the first character
            host = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...]
            guard CIDRBlock(String(host)) != nil, host.contains(":") else { return false }
        } else {
            host = text.prefix { $0 != ":" }
            rest = text[host.endIndex...]
            guard !host.isEmpty, host.utf8.allSatisfy(isNameByte) else { return false }
        }
        guard !rest.isEmpty else { return true }
        guard rest.removeFirst() == ":" else { return false }
        return rest.utf8.count <= 5 && rest.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns true for characters of host names in use, not all of `reg-name`.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x25: true
        default: false
        }
    }
}

import Foundation
import URLs
import Untrusted

/// The validated target of a link.
enum LinkTarget {
    case web(WebAddress)
    /// An anchor in the page; `page` is the anchor's full address.
    case inPage(id: [UInt8], page: WebAddress?)
    /// An address with a safe scheme other than `http(s)`, percent-encoded.
    case other(String)
    case share
    case refused

    static func read(_ reference: UnsafeBufferPointer<UInt8>, base: WebAddress?) -> LinkTarget {
        let first = reference.first { $0 > 0x20 }
        if first == 0x23 {
            let trimmed = reference.drop { $0 <= 0x20 }.dropFirst()
            guard let id = AnchorName.read(fragment: trimmed) else { return .refused }
            // The address is resolved, so that the output passes the sanitizer unchanged.
            return .inPage(id: id, page: WebAddress(bytes: reference, base: base).map { withoutTracking($0, base) })
        }
        guard let written = WebAddress(bytes: reference, base: base) else { return other(reference) }
        let address = withoutTracking(written, base)
        if let base, let fragment = address.fragment, address.isSamePage(as: base) {
            let bytes = Array(fragment.utf8)
            if let id = bytes.withUnsafeBufferPointer({ AnchorName.read(fragment: $0[...]) }) {
                return .inPage(id: id, page: address)
            }
        }
        if ShareLinks.contains(address) { return .share }
        return .web(address)
    }

    private static func withoutTracking(_ written: WebAddress, _ base: WebAddress?) -> WebAddress {
        TrackingParameters.removed(from: TrackingRedirects.resolved(written), site: base?.host)
    }

    /// The safe schemes, which open an app and carry no code.
    private static let schemes: Set<String> = [
        "apt", "bitcoin", "callto", "dav", "davs", "doi", "ed2k", "facetime", "feed", "ftp", "ftps", "gemini", "geo",
        "git", "gopher", "hack", "im", "ipfs", "ipns", "irc", "irc6", "ircs", "itms", "itms-apps", "magnet", "mailto",
        "matrix", "mms", "mumble", "news", "nntp", "nostr", "opener", "rtmp", "rtsp", "sftp", "sip", "sips", "skype",
        "sms", "spotify", "ssh", "steam", "svn", "svn+ssh", "tel", "urn", "webcal", "xmpp",
    ]

    private static func other(_ reference: UnsafeBufferPointer<UInt8>) -> LinkTarget {
        let bytes = reference.prefix(2_048).filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }.drop { $0 <= 0x20 }
        guard let colon = bytes.firstIndex(of: 0x3A), bytes.count < 2_000 else { return .refused }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard schemes.contains(scheme) else { return .refused }
        var rest = bytes[(colon + 1)...]
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        // A message without a recipient is a share button.
        if scheme == "mailto", rest.first == 0x3F || rest.isEmpty { return .share }
        if (scheme == "sms"), rest.first == 0x3F || rest.first == 0x26 { return .share }
        guard isSafe(rest, after: scheme) else { return .refused }
        let written = scheme + ":" + encoded(rest)
        // The limit also holds for the output, so that it passes the sanitizer again.
        return written.utf8.count < 2_000 ? .other(written) : .refused
    }

    /// Returns true if the rest of the address has no dangerous scheme of its own: browsers once ran
    /// `feed:javascript:…`.
    private static func isSafe(_ rest: ArraySlice<UInt8>, after scheme: String) -> Bool {
        let inner = String(decoding: rest.prefix(64), as: UTF8.self).removingPercentEncoding.lowercased()
            .filter { !$0.isWhitespace }
        if scheme == "feed" || scheme == "webcal" {
            return ["//", "http://", "https://"].contains { inner.hasPrefix($0) }
        }
        return !["javascript:", "vbscript:", "data:", "blob:", "file:"].contains { inner.hasPrefix($0) }
    }

    private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
        var out: [UInt8] = []
        for byte in bytes {
            if byte > 0x20, byte < 0x7F, byte != 0x22, byte != 0x3C, byte != 0x3E, byte != 0x5C, byte != 0x60 {
                out.append(byte)
            } else {
                out += [0x25, Hex.uppercaseDigit(byte >> 4), Hex.uppercaseDigit(byte)]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

/// The IDs in a text: prefixed to avoid clashes with the page's IDs, and without characters that need escaping.
enum AnchorName {
    /// The prefix `s-`, for *story*, which no ID of the web app has.
    static let prefix: [UInt8] = [0x73, 0x2D]
    private static let maximumLength = 160

    static func read(fragment: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard fragment.contains(0x25) else { return read(fragment) }
        let decoded = Array(String(decoding: fragment, as: UTF8.self).removingPercentEncoding.utf8)
        return decoded.withUnsafeBufferPointer { read($0[...]) }
    }

    static func read(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        // The limit also holds for the output, so that it passes the sanitizer again.
        guard (1...maximumLength).contains(name.count) else { return nil }  // bounded: a constant
        var rest = name
        if name.count > prefix.count, name.starts(with: prefix), name.allSatisfy(isAllowed) { rest = name.dropFirst(2) }
        var out = prefix
        for byte in rest {
            if isAllowed(byte) {
                out.append(byte)
            } else {
                out.append(0x5F)
                out.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
            }
        }
        return out.count <= maximumLength ? out : nil
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x2E
            || byte == 0x3A
            || byte == 0x5F
    }
}

import Foundation

/// Where a link leads, vetted.
enum LinkTarget {
    case web(WebAddress)
    /// Into the same text; `page` is the same place by its full address.
    case inPage(id: [UInt8], page: WebAddress?)
    /// A harmless scheme other than the web's, percent-encoded.
    case other(String)
    /// A page that only serves to pass this text on.
    case share
    /// Not to be linked.
    case refused

    static func read(_ reference: UnsafeBufferPointer<UInt8>, base: WebAddress?) -> LinkTarget {
        let first = reference.first { $0 > 0x20 }
        if first == 0x23 {
            let trimmed = reference.drop { $0 <= 0x20 }.dropFirst()
            guard let id = AnchorName.read(fragment: trimmed) else { return .refused }
            return .inPage(id: id, page: WebAddress(bytes: reference, base: base))
        }
        guard let address = WebAddress(bytes: reference, base: base) else { return other(reference) }
        if let base, let fragment = address.fragment, address.isSamePage(as: base) {
            let bytes = Array(fragment.utf8)
            if let id = bytes.withUnsafeBufferPointer({ AnchorName.read(fragment: $0[...]) }) {
                return .inPage(id: id, page: address)
            }
        }
        if ShareLinks.contains(address) { return .share }
        return .web(address.withoutTracking)
    }

    private static let schemes: Set<String> = [
        "mailto", "tel", "sms", "geo", "xmpp", "magnet", "matrix", "gemini", "gopher", "irc", "ircs", "ftp", "ftps",
        "sftp",
        "news", "nntp", "webcal", "sip", "sips", "bitcoin", "doi",
    ]

    private static func other(_ reference: UnsafeBufferPointer<UInt8>) -> LinkTarget {
        let bytes = reference.prefix(2_048).filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }.drop { $0 <= 0x20 }
        guard let colon = bytes.firstIndex(of: 0x3A), bytes.count < 2_000 else { return .refused }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard schemes.contains(scheme) else { return .refused }
        var rest = bytes[(colon + 1)...]
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        // A message to nobody in particular is a share button.
        if scheme == "mailto", rest.first == 0x3F || rest.isEmpty { return .share }
        if (scheme == "sms"), rest.first == 0x3F || rest.first == 0x26 { return .share }
        return .other(scheme + ":" + encoded(rest))
    }

    private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
        var out: [UInt8] = []
        for byte in bytes {
            if byte > 0x20, byte < 0x7F, byte != 0x22, byte != 0x3C, byte != 0x3E, byte != 0x5C, byte != 0x60 {
                out.append(byte)
            } else {
                out.append(contentsOf: (byte < 16 ? "%0" : "%").utf8)
                out.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

/// Ids inside a text, kept apart from the page's own by a prefix, in letters that need no escaping anywhere.
enum AnchorName {
    /// `s-`, for *story*. Pages of ours give no id that begins so.
    static let prefix: [UInt8] = [0x73, 0x2D]

    static func read(fragment: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard fragment.contains(0x25) else { return read(fragment) }
        let decoded = Array(String(decoding: fragment, as: UTF8.self).removingEscapes.utf8)
        return decoded.withUnsafeBufferPointer { read($0[...]) }
    }

    static func read(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard (1...120).contains(name.count) else { return nil }
        var rest = name
        if name.count > prefix.count, name.starts(with: prefix), name.allSatisfy(isSafe) { rest = name.dropFirst(2) }
        var out = prefix
        for byte in rest {
            if isSafe(byte) {
                out.append(byte)
            } else {
                out.append(0x5F)
                out.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
            }
        }
        return out.count <= 160 ? out : nil
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        AddressReader.isLetter(byte) || AddressReader.isDigit(byte) || byte == 0x2D || byte == 0x2E || byte == 0x3A
            || byte == 0x5F
    }
}

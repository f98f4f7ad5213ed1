import Untrusted

/// A parser and serialiser of `http(s)` URLs and references (WHATWG URL).
struct WebAddressParser {
    private var out: [UInt8] = []
    private var components = WebAddressOffsets()

    static func read(_ input: UnsafeBufferPointer<UInt8>, base: WebAddress?) -> WebAddress? {
        var first = 0
        var last = input.count
        while first < last, input[first] <= 0x20 { first += 1 }
        while last > first, input[last - 1] <= 0x20 { last -= 1 }
        let trimmed = UnsafeBufferPointer(rebasing: input[first..<last])  // bounded: a scan moves forward
        guard trimmed.count <= maximumLength else { return nil }
        guard trimmed.contains(where: { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else {
            return readTrimmed(trimmed, base: base)
        }
        let joined = trimmed.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        return joined.withUnsafeBufferPointer { readTrimmed($0, base: base) }
    }

    /// The maximum length in bytes; browsers disagree on longer URLs.
    private static let maximumLength = 16_384

    private static func readTrimmed(_ input: UnsafeBufferPointer<UInt8>, base: WebAddress?) -> WebAddress? {
        var reader = WebAddressParser()
        reader.out.reserveCapacity(input.count + 16)
        guard let colon = schemeEnd(input) else {
            guard let base, reader.resolve(input[...], base: base) else { return nil }
            return reader.address
        }
        let scheme = input[..<colon].map { $0 | 0x20 }
        let secure = scheme.elementsEqual("https".utf8)
        guard secure || scheme.elementsEqual("http".utf8) else { return nil }
        var rest = input[(colon + 1)...]
        let slashes = rest.prefix(while: isSlash).count
        if slashes < 2, let base, base.isSecure == secure {
            guard reader.resolve(rest, base: base) else { return nil }
            return reader.address
        }
        rest = rest.dropFirst(slashes)
        return reader.absolute(rest, secure: secure) ? reader.address : nil
    }

    /// Returns the offset of the scheme's colon.
    private static func schemeEnd(_ input: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = input.first, ASCII.isLetter(first) else { return nil }
        for (index, byte) in input.enumerated() {
            if byte == UInt8(ascii: ":") { return index }
            let fits = ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
            if !fits { return nil }
        }
        return nil
    }

    private var address: WebAddress { WebAddress(text: String(decoding: out, as: UTF8.self), components: components) }

    // MARK: Absolute

    private mutating func absolute(_ rest: Slice<UnsafeBufferPointer<UInt8>>, secure: Bool) -> Bool {
        out.append(contentsOf: (secure ? "https://" : "http://").utf8)
        let end = rest.firstIndex { Self.isSlash($0) || $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
        guard authority(rest[..<end], secure: secure) else { return false }
        components.pathStart = out.count
        out.append(0x2F)
        appendPath(rest[end...])
        return true
    }

    private mutating func authority(_ text: Slice<UnsafeBufferPointer<UInt8>>, secure: Bool) -> Bool {
        var hostAndPort = text
        if let at = text.lastIndex(of: 0x40) {
            encode(text[..<at], .userInfo)
            out.append(0x40)
            hostAndPort = text[(at + 1)...]
        }
        var hostEnd = hostAndPort.endIndex
        if let colon = hostAndPort.lastIndex(of: 0x3A), !hostAndPort[colon...].contains(0x5D) {
            guard let port = Self.port(hostAndPort[(colon + 1)...]) else { return false }
            if port >= 0, port != (secure ? 443 : 80) { components.port = port }
            hostEnd = colon
        }
        guard let host = HostParser.read(hostAndPort[..<hostEnd]) else { return false }
        components.hostStart = out.count
        out.append(contentsOf: host)
        components.hostEnd = out.count
        if let port = components.port { out.append(contentsOf: ":\(port)".utf8) }
        return true
    }

    /// Parses a port: -1 if nothing follows the colon, nil if invalid.
    private static func port(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard !digits.isEmpty else { return -1 }
        var value = 0
        for digit in digits {
            guard ASCII.isDigit(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
            guard value <= 65_535 else { return nil }
        }
        return value
    }

    // MARK: Relative

    private mutating func resolve(_ reference: Slice<UnsafeBufferPointer<UInt8>>, base: WebAddress) -> Bool {
        guard let first = reference.first else {
            copy(base, upTo: base.components.queryEnd)
            return true
        }
        if Self.isSlash(first) {
            if let second = reference.dropFirst().first, Self.isSlash(second) {
                return absolute(reference.drop(while: Self.isSlash), secure: base.isSecure)
            }
            copy(base, upTo: base.components.pathStart)
            out.append(0x2F)
            appendPath(reference)
            return true
        }
        switch first {
        case 0x23:
            copy(base, upTo: base.components.queryEnd)
            appendFragment(reference)
        case 0x3F:
            copy(base, upTo: base.components.pathEnd)
            appendQueryAndFragment(reference)
        default:
            copy(base, upTo: base.components.pathEnd)
            dropLastSegment()
            appendPath(reference)
        }
        return true
    }

    private mutating func copy(_ base: WebAddress, upTo end: Int) {
        components = base.components
        // A slice of a string is copied byte by byte, and a base may be long.
        var text = base.text
        text.withUTF8 { out.append(contentsOf: UnsafeBufferPointer(rebasing: $0.prefix(end))) }
        components.pathEnd = min(components.pathEnd, end)
        components.queryEnd = min(components.queryEnd, end)
    }

    private mutating func dropLastSegment() {
        let start = components.pathStart + 1
        guard out.count > start else { return }
        let kept = out[start...].lastIndex(of: 0x2F).map { $0 + 1 } ?? start
        out.removeLast(out.count - kept)
    }

    // MARK: Path, query, fragment

    /// Appends segments to a path that ends with a slash, then the query and fragment.
    private mutating func appendPath(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        let pathEnd = text.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? text.endIndex
        var rest = text[..<pathEnd]
        if let first = rest.first, Self.isSlash(first) { rest = rest.dropFirst() }
        while true {
            let cut = rest.firstIndex(where: Self.isSlash)
            appendSegment(rest[..<(cut ?? rest.endIndex)], isLast: cut == nil)
            guard let cut else { break }
            rest = rest[(cut + 1)...]
        }
        components.pathEnd = out.count
        components.queryEnd = out.count
        appendQueryAndFragment(text[pathEnd...])
    }

    private mutating func appendSegment(_ segment: Slice<UnsafeBufferPointer<UInt8>>, isLast: Bool) {
        switch Self.dotCount(segment) {
        case 1: break
        case 2:
            if out.count > components.pathStart + 1 { out.removeLast() }
            dropLastSegment()
        default:
            encode(segment, .path)
            if !isLast { out.append(0x2F) }
        }
    }

    /// Returns the number of dots (`%2e` is one) if the segment has nothing else, or else 0.
    private static func dotCount(_ segment: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        guard segment.count <= 6 else { return 0 }
        var rest = segment
        var count = 0
        while let byte = rest.first {
            if byte == 0x2E {
                rest = rest.dropFirst()
            } else if byte == 0x25, rest.count >= 3, rest[rest.startIndex + 1] == 0x32,
                rest[rest.startIndex + 2] | 0x20 == 0x65
            {
                rest = rest.dropFirst(3)
            } else {
                return 0
            }
            count += 1
        }
        return count > 2 ? 0 : count
    }

    private mutating func appendQueryAndFragment(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        components.pathEnd = out.count
        let fragmentStart = text.firstIndex(of: 0x23) ?? text.endIndex
        if fragmentStart > text.startIndex {
            out.append(0x3F)
            encode(text[(text.startIndex + 1)..<fragmentStart], .query)  // bounded: a scan moves forward
        }
        components.queryEnd = out.count
        appendFragment(text[fragmentStart...])
    }

    private mutating func appendFragment(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        guard !text.isEmpty else { return }
        out.append(0x23)
        encode(text.dropFirst(), .fragment)
    }

    // MARK: Characters

    private enum PercentEncodeSet { case userInfo, path, query, fragment }

    private mutating func encode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ encodeSet: PercentEncodeSet) {
        for byte in bytes {
            if Self.isSafe(byte, in: encodeSet) {
                out.append(byte)
            } else {
                out.append(0x25)
                out.append(Self.hexDigit(byte >> 4))
                out.append(Self.hexDigit(byte & 15))
            }
        }
    }

    /// Returns true if a byte is not percent-encoded in a component (WHATWG URL §1.3).
    private static func isSafe(_ byte: UInt8, in encodeSet: PercentEncodeSet) -> Bool {
        if byte >= 0x61 && byte <= 0x7A || byte >= 0x2D && byte <= 0x39 && byte != 0x2F { return true }
        switch byte {
        case 0...0x20, 0x7F...0xFF, 0x22, 0x3C, 0x3E: return false
        case 0x60: return encodeSet == .query
        case 0x23: return false
        case 0x27: return encodeSet != .query
        case 0x3F, 0x5E, 0x7B, 0x7D: return encodeSet == .query || encodeSet == .fragment
        case 0x2F, 0x3A, 0x3B, 0x3D, 0x40, 0x5B, 0x5C, 0x5D, 0x7C: return encodeSet != .userInfo || byte == 0x3A
        default: return true
        }
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x37 + nibble }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x5C }
}

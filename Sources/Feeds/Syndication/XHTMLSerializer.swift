import URLs

/// A serialiser of unescaped elements.
struct XHTMLSerializer {
    private static let voidElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]
    private static let urlAttributes: Set<String> = [
        "href", "src", "cite", "action", "poster", "longdesc", "background",
    ]

    static func isVoid(_ name: some Collection<UInt8>) -> Bool {
        voidElements.contains(String(decoding: name, as: UTF8.self))
    }

    /// Writes a start tag. Addresses become absolute only if an inner `xml:base` gave `base`.
    static func start(
        _ element: XMLElement, _ attributes: XMLAttributes, names: XMLNameTable, base: WebAddress?,
        into output: inout [UInt8]
    ) {
        output.append(0x3C)
        output.append(contentsOf: name(element, names))
        for (name, value) in attributes.all
        where !name.hasPrefix("xmlns") && !name.hasPrefix("xml:") && isSafeName(name) {
            output.append(0x20)
            output.append(contentsOf: name.utf8)
            output.append(contentsOf: [0x3D, 0x22])
            var value = value
            if let base, urlAttributes.contains(name.lowercased()), let absolute = WebAddress(value, base: base) {
                value = absolute.text
            }
            var copy = value
            copy.withUTF8 { escape($0, into: &output, quotes: true) }
            output.append(0x22)
        }
        output.append(0x3E)
    }

    /// Writes an end tag; writes nothing for void elements.
    static func end(_ element: XMLElement, names: XMLNameTable, into output: inout [UInt8]) {
        let name = name(element, names)
        guard !isVoid(name) else { return }
        output.append(contentsOf: [0x3C, 0x2F])
        output.append(contentsOf: name)
        output.append(0x3E)
    }

    static func escape(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8], quotes: Bool = false) {
        for byte in bytes {
            switch byte {
            case 0x26: output.append(contentsOf: [0x26, 0x61, 0x6D, 0x70, 0x3B])
            case 0x3C: output.append(contentsOf: [0x26, 0x6C, 0x74, 0x3B])
            case 0x3E: output.append(contentsOf: [0x26, 0x67, 0x74, 0x3B])
            case 0x22 where quotes: output.append(contentsOf: [0x26, 0x71, 0x75, 0x6F, 0x74, 0x3B])
            default: output.append(byte)
            }
        }
    }

    /// Returns the name to write: elements of HTML and MathML lose their prefix; the sanitiser unwraps others.
    private static func name(_ element: XMLElement, _ names: XMLNameTable) -> ArraySlice<UInt8> {
        let written = names.writtenName(element.symbol)
        switch element.namespace {
        case .xhtml, .mathML, .plain, .atom: break
        default: return written
        }
        return written.firstIndex(of: 0x3A).map { written[($0 + 1)...] } ?? written
    }

    private static func isSafeName(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F || $0 == 0x3A || $0 == 0x2E }
    }
}

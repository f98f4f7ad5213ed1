/// A converter of documents that were sent as XHTML: parses by the rules of XML, and writes HTML with the same
/// elements.
///
/// Empty elements may lack an end tag in XHTML (`<script src="a.js"/>`, `<div/>`), CDATA sections are text, and the
/// text of scripts has references. Entities are those of HTML.
public struct XHTMLDocument {
    private var scanner: XMLTokenScanner
    private var out: [UInt8] = []
    /// The open elements with their names in the document and in the output.
    private var open: [(name: [UInt8], written: [UInt8])] = []
    private var hasRoot = false
    /// The prefixes of XHTML, MathML and SVG.
    private var prefixes: Set<[UInt8]> = []
    /// The number of open elements inside an element that is left out, including that element.
    private var skippedDepth = 0
    /// The text of an open script.
    private var script: [UInt8]?

    /// Returns the document as HTML; nil if the text is not a well-formed XHTML document, which browsers would refuse,
    /// and callers read as HTML.
    public static func html(of text: String) -> String? {
        var copy = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        return copy.withUTF8 { source in
            var document = XHTMLDocument(scanner: XMLTokenScanner(source: source))
            document.out.reserveCapacity(source.count)
            return document.read() ? String(decoding: document.out, as: UTF8.self) : nil
        }
    }

    private mutating func read() -> Bool {
        while let token = scanner.next() {
            guard append(token) else { return false }
        }
        return scanner.isAtEnd && hasRoot && open.isEmpty
    }

    private mutating func append(_ token: XMLTokenScanner.Token) -> Bool {
        switch token {
        case .nothing: return true
        case .text(let text): return append(text, isMarkup: true)
        case .characterData(let text): return append(text, isMarkup: false)
        case .start(let name, let attributes, let isEmpty):
            return start(Array(name), attributes) && (!isEmpty || end(Array(name)))
        case .end(let name): return end(Array(name))
        }
    }

    // MARK: Elements

    private mutating func start(_ name: [UInt8], _ attributes: [XMLTokenScanner.Attribute]) -> Bool {
        for attribute in attributes { declare(attribute) }
        let written = written(name)
        if open.isEmpty {
            guard !hasRoot, written.elementsEqual("html".utf8) else { return false }
            hasRoot = true
            HTMLEscaping.append("<!DOCTYPE html>", to: &out)
        }
        open.append((name, written))
        if skippedDepth > 0 || script != nil || Self.isSkipped(written) {
            skippedDepth += 1
            return true
        }
        out.append(0x3C)
        out.append(contentsOf: written)
        for attribute in attributes {
            out.append(0x20)
            out.append(contentsOf: attribute.whole)
        }
        out.append(0x3E)
        if written.elementsEqual("script".utf8) { script = [] }
        return true
    }

    private mutating func end(_ name: [UInt8]) -> Bool {
        guard let last = open.popLast(), last.name == name else { return false }
        if skippedDepth > 0 {
            skippedDepth -= 1
            return true
        }
        if let script, last.written.elementsEqual("script".utf8) {
            writeScript(script)
            self.script = nil
        }
        guard !Self.voidElements.contains(String(decoding: last.written, as: UTF8.self)) else { return true }
        HTMLEscaping.append("</", to: &out)
        out.append(contentsOf: last.written)
        out.append(0x3E)
        return true
    }

    /// Returns the name in lower case and without a prefix of HTML, as HTML reads names; `pre` for raw-text elements.
    private func written(_ name: [UInt8]) -> [UInt8] {
        var local = name[...]
        if let colon = name.firstIndex(of: 0x3A), prefixes.contains(Array(name[..<colon])) {
            local = name[(colon + 1)...]
        }
        let lower = local.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        return lower.elementsEqual("xmp".utf8) || lower.elementsEqual("plaintext".utf8) ? Array("pre".utf8) : lower
    }

    private mutating func declare(_ attribute: XMLTokenScanner.Attribute) {
        guard attribute.name.starts(with: "xmlns:".utf8) else { return }
        let namespaces = [
            "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg",
        ]
        if namespaces.contains(where: { attribute.value.elementsEqual($0.utf8) }) {
            prefixes.insert(Array(attribute.name.dropFirst(6)))
        }
    }

    /// Returns true for elements whose content HTML reads as raw text, and no page shows.
    private static func isSkipped(_ name: [UInt8]) -> Bool {
        ["style", "noembed", "noframes"].contains { name.elementsEqual($0.utf8) }
    }

    private static let voidElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]

    // MARK: Text

    /// Appends text.
    /// - Parameter isMarkup: true if the text has references.
    private mutating func append(_ text: Slice<UnsafeBufferPointer<UInt8>>, isMarkup: Bool) -> Bool {
        guard !open.isEmpty else { return text.allSatisfy(HTMLCharacters.isSpace) }
        guard skippedDepth == 0 else { return true }
        let bytes = UnsafeBufferPointer(rebasing: text)
        if script != nil {
            script?.append(contentsOf: isMarkup ? Array(HTMLEscaping.unescaped(bytes).utf8) : Array(bytes))
        } else if isMarkup {
            out.append(contentsOf: bytes)
        } else {
            HTMLEscaping.append(bytes, to: &out, quotes: false)
        }
        return true
    }

    /// Writes HTML raw text, where `</script` would end the script; JSON and JavaScript read `<\/` like `</`.
    private mutating func writeScript(_ text: [UInt8]) {
        guard !text.withUnsafeBufferPointer({ HTMLEscaping.contains($0, "<!--") }) else { return }
        var previous: UInt8 = 0
        for byte in text {
            if previous == 0x3C, byte == 0x2F { out.append(0x5C) }
            out.append(byte)
            previous = byte
        }
    }
}

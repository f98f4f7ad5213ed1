import Markup

// bounded throughout: scan positions only move forward.

/// A detector of a document's kind by its first bytes.
struct DocumentSniffer {
    enum Classification: Equatable {
        case xml
        case embeddedFeed(at: Int)
        case json
        case webPage
        case other(NonFeedDocumentKind)
    }

    /// Returns the kind of a document in a known binary format; nil if the bytes may be text.
    static func binaryKind(_ bytes: UnsafeBufferPointer<UInt8>) -> NonFeedDocumentKind? {
        for (mark, offset, kind) in signatures where bytes.count >= offset + mark.count {
            if zip(bytes[offset...], mark).allSatisfy(==) { return kind }
        }
        if bytes.hasBytes("RIFF", at: 0), bytes.hasBytes("WEBP", at: 8) { return .image("WebP") }
        if bytes.hasBytes("RIFF", at: 0), bytes.hasBytes("WAVE", at: 8) { return .media("a sound") }
        if bytes.hasBytes("RIFF", at: 0), bytes.hasBytes("AVI ", at: 8) { return .media("a film") }
        if bytes.hasBytes("BM", at: 0), bytes.count > 9, bytes[6] | bytes[7] | bytes[8] | bytes[9] == 0 {
            return .image("BMP")
        }
        // MPEG audio begins with eleven set bits, then version and layer (3 or 2).
        if bytes.count > 3, bytes[0] == 0xFF, [0xFB, 0xFA, 0xF3, 0xF2, 0xFD].contains(bytes[1]) {
            return .media("a sound")
        }
        if bytes.hasBytes("ftyp", at: 4) {
            if bytes.hasBytes("avif", at: 8) { return .image("AVIF") }
            if bytes.hasBytes("hei", at: 8) || bytes.hasBytes("mif1", at: 8) { return .image("HEIC") }
            return .media(bytes.hasBytes("M4A", at: 8) ? "a sound" : "a film")
        }
        return nil
    }

    private static let signatures: [([UInt8], Int, NonFeedDocumentKind)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], 0, .image("PNG")),
        ([0xFF, 0xD8, 0xFF], 0, .image("JPEG")),
        (Array("GIF8".utf8), 0, .image("GIF")),
        ([0x00, 0x00, 0x01, 0x00], 0, .image("icon")),
        ([0x50, 0x4B, 0x03, 0x04], 0, .archive("zip")),
        ([0x1F, 0x8B], 0, .archive("gzip")),
        (Array("BZh".utf8), 0, .archive("bzip2")),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], 0, .archive("xz")),
        ([0x28, 0xB5, 0x2F, 0xFD], 0, .archive("zstd")),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], 0, .archive("7z")),
        (Array("Rar!".utf8), 0, .archive("rar")),
        (Array("ustar".utf8), 257, .archive("tar")),
        ([0x50, 0x4B, 0x05, 0x06], 0, .archive("zip")),
        ([0x1F, 0x9D], 0, .archive("compress")),
        ([0x04, 0x22, 0x4D, 0x18], 0, .archive("lz4")),
        ([0x49, 0x49, 0x2A, 0x00], 0, .image("TIFF")),
        ([0x4D, 0x4D, 0x00, 0x2A], 0, .image("TIFF")),
        ([0xFF, 0x0A], 0, .image("JPEG XL")),
        (Array("8BPS".utf8), 0, .image("Photoshop")),
        (Array("%PDF".utf8), 0, .media("a PDF")),
        (Array("%!PS".utf8), 0, .media("a PostScript document")),
        (Array("{\\rtf".utf8), 0, .media("a text document (RTF)")),
        (Array("#EXTM3U".utf8), 0, .media("a playlist")),
        (Array("[playlist]".utf8), 0, .media("a playlist")),
        (Array("MThd".utf8), 0, .media("a sound")),
        (Array("FLV".utf8) + [1], 0, .media("a film")),
        ([0x00, 0x00, 0x01, 0xBA], 0, .media("a film")),
        (Array("SQLite format 3".utf8), 0, .media("a database")),
        ([0x7F] + Array("ELF".utf8), 0, .media("a program")),
        (Array("MZ".utf8) + [0x90, 0], 0, .media("a program")),
        (Array("wOFF".utf8), 0, .media("a font")),
        (Array("wOF2".utf8), 0, .media("a font")),
        (Array("ID3".utf8), 0, .media("a sound")),
        (Array("OggS".utf8), 0, .media("a sound")),
        (Array("fLaC".utf8), 0, .media("a sound")),
        ([0x1A, 0x45, 0xDF, 0xA3], 0, .media("a film")),
        ([0xD0, 0xCF, 0x11, 0xE0], 0, .media("an office document")),
    ]

    static func classify(_ bytes: UnsafeBufferPointer<UInt8>) -> Classification {
        var at = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
        while at < bytes.count, bytes[at].isSpace || bytes[at] == 0x0C { at += 1 }
        guard at < bytes.count else { return .other(.empty) }
        if bytes[at] == 0x7B || bytes[at] == 0x5B { return .json }
        guard let first = firstElement(bytes, from: at) else {
            if let offset = feedOffset(bytes, from: at) { return .embeddedFeed(at: offset) }
            if bytes.hasBytes("<?", at: at) || bytes.hasBytes("<!", at: at) { return .other(.emptyXML) }
            return .other(isText(bytes) ? .text(excerpt(bytes, from: at)) : .binary)
        }
        return classification(of: first, bytes)
    }

    private static func excerpt(_ bytes: UnsafeBufferPointer<UInt8>, from at: Int) -> String {
        let line = bytes[at...].prefix(120).prefix { $0 != 0x0A && $0 != 0x0D }
        let text = FieldText.string(UnsafeBufferPointer(rebasing: line))
        return text.count <= 60 ? text : String(text.prefix(60).trimmingSpaces) + "…"
    }

    private static func classification(
        of first: (at: Int, name: String), _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Classification {
        switch first.name {
        case "html", "head", "body", "title", "meta": return .webPage
        case "!doctype html":
            // Some servers put an HTML doctype before everything.
            let next = firstElement(bytes, from: bytes.first(0x3E, from: first.at) ?? bytes.count)
            return next.map { isFeed($0.name) ? .xml : .webPage } ?? .webPage
        case "svg": return .other(.image("SVG"))
        case let name where isFeed(name): return .xml
        default: break
        }
        if let offset = feedOffset(bytes, from: first.at) { return .embeddedFeed(at: offset) }
        let pageElements: Set<String> = [
            "script", "div", "p", "br", "b", "h1", "center", "style", "link", "a", "table", "noscript",
        ]
        return pageElements.contains(first.name) ? .webPage : .xml
    }

    private static func isFeed(_ name: String) -> Bool {
        ["rss", "feed", "rdf:rdf", "rdf", "channel", "entry", "opml"].contains(name)
    }

    /// Returns the first element's offset and lower-case name, or those of an HTML doctype before any element; skips
    /// other declarations, comments and text.
    private static func firstElement(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (at: Int, name: String)? {
        var at = start
        while let open = bytes.first(0x3C, from: at), open + 1 < bytes.count {
            if bytes.hasBytes("<!--", at: open) {
                guard let end = bytes.first("-->", from: open + 4) else { return nil }
                at = end + 3
            } else if bytes[open + 1] == 0x3F {
                guard let end = bytes.first(0x3E, from: open) else { return nil }
                at = end + 1
            } else if bytes[open + 1] == 0x21 {
                let head = String(decoding: bytes[open + 1..<min(open + 14, bytes.count)], as: UTF8.self).lowercased()
                if head == "!doctype html" { return (open, head) }
                at = open + 2
            } else if bytes[open + 1].beginsName {
                var end = open + 1
                while end < bytes.count, bytes[end].isNameByte { end += 1 }
                return (open, String(decoding: bytes[open + 1..<end], as: UTF8.self).lowercased())
            } else {
                at = open + 1
            }
        }
        return nil
    }

    /// Returns the offset of a feed's root element after other content, such as HTML warnings; nil if there is none.
    private static func feedOffset(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let tags: [StaticString] = ["<rss ", "<rss>", "<feed ", "<rdf:RDF ", "<opml ", "<opml>"]
        return tags.compactMap { bytes.first($0, from: start) }.min()
    }

    private static func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let controls = bytes.prefix(4096).reduce(into: 0) { count, byte in
            if byte < 0x20, !byte.isSpace, byte != 0x0C, byte != 0x1B { count += 1 }
        }
        return controls * 50 <= min(bytes.count, 4096)
    }
}

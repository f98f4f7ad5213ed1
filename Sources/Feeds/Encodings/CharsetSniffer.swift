/// A sniffer that determines the encoding in the order of RFC 7303 §3 (byte order mark, transport, XML declaration).
/// Valid non-ASCII UTF-8 overrides any label, because other encodings hardly produce it by accident.
struct CharsetSniffer {
    let document: UnsafeBufferPointer<UInt8>
    /// The part of the document whose bytes are examined.
    let sample: UnsafeBufferPointer<UInt8>
    let transport: String?

    struct Detection {
        var charset: Charset
        /// The length of the byte order mark in bytes.
        var bomLength = 0
        var diagnostic: String?
    }

    func detect() -> Detection {
        if let detection = byteOrderMark() { return detection }
        if let detection = wideWithoutMark() { return detection }
        if begins(with: [0x4C, 0x6F, 0xA7, 0x94]) { return Detection(charset: ebcdicCharset()) }
        if let charset = labels.lazy.compactMap(Charset.labelled).first { return verified(charset) }
        return unlabelled(diagnostic: labelDiagnostic)
    }

    var labelDiagnostic: String? {
        guard let label = labels.last, !labels.contains(where: { Charset.labelled($0) != nil }) else { return nil }
        return "The encoding \"\(label.prefix(40))\" is unknown; the encoding was detected from the bytes."
    }

    private var labels: [String] { [transport, declaration].compactMap { $0 } }

    /// Returns the encoding in an EBCDIC declaration (XML 1.0, appendix F), read with the most common code page.
    private func ebcdicCharset() -> Charset {
        let fallback = Charset(name: "ibm037", iconvName: "IBM037", kind: .ebcdic)
        let head = Transcoder.text(of: Array(document.prefix(512)), in: fallback) ?? ""
        let charset = Self.label(in: head).flatMap(Charset.labelled)
        return charset.flatMap { $0.kind == .ebcdic ? $0 : nil } ?? fallback
    }

    private func byteOrderMark() -> Detection? {
        if begins(with: [0xEF, 0xBB, 0xBF]) { return Detection(charset: .utf8, bomLength: 3) }
        if begins(with: [0xFF, 0xFE, 0, 0]) { return Detection(charset: .utf32LittleEndian, bomLength: 4) }
        if begins(with: [0, 0, 0xFE, 0xFF]) { return Detection(charset: .utf32BigEndian, bomLength: 4) }
        if begins(with: [0xFF, 0xFE]) { return Detection(charset: .utf16LittleEndian, bomLength: 2) }
        if begins(with: [0xFE, 0xFF]) { return Detection(charset: .utf16BigEndian, bomLength: 2) }
        return nil
    }

    /// Detects `<`, `{` or white space in two or four bytes (XML 1.0, appendix F).
    private func wideWithoutMark() -> Detection? {
        guard document.count >= 4 else { return nil }
        func opens(_ byte: UInt8) -> Bool { byte == 0x3C || byte == 0x7B || byte == 0x0A || byte == 0x20 }
        switch (document[0], document[1], document[2], document[3]) {
        case (let a, 0, 0, 0) where opens(a): return Detection(charset: .utf32LittleEndian)
        case (0, 0, 0, let d) where opens(d): return Detection(charset: .utf32BigEndian)
        case (let a, 0, let c, 0) where opens(a) && c != 0: return Detection(charset: .utf16LittleEndian)
        case (0, let b, 0, let d) where opens(b) && d != 0: return Detection(charset: .utf16BigEndian)
        default: return nil
        }
    }

    /// The label in `<?xml … encoding="…"?>`.
    private var declaration: String? {
        Self.label(in: String(decoding: document.prefix(512), as: UTF8.self))
    }

    private static func label(in head: String) -> String? {
        guard let start = head.firstRange(of: "<?xml") else { return nil }
        let rest = head[start.upperBound...]
        let declaration = rest[..<(rest.firstRange(of: "?>")?.lowerBound ?? rest.firstIndex(of: ">") ?? rest.endIndex)]
        guard let key = declaration.firstRange(of: "encoding") else { return nil }
        let value = declaration[key.upperBound...].drop { $0 == " " || $0 == "=" || $0 == "\t" || $0 == "\n" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        let label = value.dropFirst().prefix { $0 != quote && $0 != " " }
        return label.isEmpty ? nil : String(label)
    }

    private func verified(_ charset: Charset) -> Detection {
        let statistics = UTF8Statistics(of: sample)
        switch charset.kind {
        case .utf8:
            guard statistics.isValid || statistics.isMostlyUTF8 else {
                var detection = unlabelled(diagnostic: nil)
                detection.diagnostic =
                    "The document is labelled utf-8, but its bytes are not; \(detection.charset.name) was read."
                return detection
            }
            return Detection(charset: .utf8)
        case .wide, .ebcdic:
            // Real UTF-16 and UTF-32 were detected before, by zero bytes.
            var detection = unlabelled(diagnostic: nil)
            detection.diagnostic =
                "The document is labelled \(charset.name), but its bytes are not; \(detection.charset.name) was read."
            return detection
        case .singleByte:
            guard statistics.isValid, statistics.sequences > 0 else { return Detection(charset: charset) }
            return Detection(
                charset: .utf8, diagnostic: "The document is labelled \(charset.name), but its bytes are UTF-8.")
        case .multiByte:
            guard statistics.isValid, statistics.longSequences > 1 else { return Detection(charset: charset) }
            return Detection(
                charset: .utf8, diagnostic: "The document is labelled \(charset.name), but its bytes are UTF-8.")
        }
    }

    /// Detects ISO-2022-JP by its escapes, else UTF-8 if valid, else guesses.
    private func unlabelled(diagnostic: String?) -> Detection {
        let statistics = UTF8Statistics(of: sample)
        let isJapanese = statistics.isASCII && hasJapaneseEscape
        if !isJapanese, statistics.isValid || statistics.isMostlyUTF8 {
            return Detection(charset: .utf8, diagnostic: diagnostic)
        }
        let found = isJapanese ? .iso2022JP : CharsetDetector.charset(of: sample)
        return Detection(
            charset: found,
            diagnostic: diagnostic ?? "No encoding was stated, and the bytes are not UTF-8; \(found.name) was read.")
    }

    /// True if the bytes have an escape to two-byte characters (Encoding Standard §12.2.1).
    private var hasJapaneseEscape: Bool {
        sample.first("\u{1B}$B", from: 0) != nil || sample.first("\u{1B}$@", from: 0) != nil
    }

    private func begins(with mark: [UInt8]) -> Bool {
        document.count >= mark.count && zip(document, mark).allSatisfy(==)
    }
}

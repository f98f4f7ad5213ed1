/// Determines a document's encoding from its first bytes and its labels.
///
/// The order is that of RFC 7303 §3: byte order mark, transport, XML declaration. Then the bytes must confirm the
/// label: text that is valid UTF-8 beyond ASCII is UTF-8 whatever its label, because no other encoding produces it by
/// accident at any length.
struct CharsetSniffer {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The label from the transport.
    let transport: String?
    /// The label from an XML declaration that was read before these bytes.
    var declared: String?

    /// The encoding found, and what was wrong with the labels.
    struct Detection {
        var charset: Charset
        /// Length of the byte order mark to skip.
        var mark = 0
        var diagnostic: String?
    }

    /// Detects the encoding. `nil` means that all bytes so far are ASCII and more may be awaited.
    func detect() -> Detection {
        if let detection = byteOrderMark() { return detection }
        if let detection = wideWithoutMark() { return detection }
        if begins(with: [0x4C, 0x6F, 0xA7, 0x94]) { return Detection(charset: ebcdicCharset()) }
        if let charset = labels.lazy.compactMap(Charset.labelled).first { return verified(charset) }
        return unlabelled(diagnostic: labelDiagnostic)
    }

    /// A problem of the labels alone, whatever the bytes are.
    var labelDiagnostic: String? {
        guard let label = labels.last, !labels.contains(where: { Charset.labelled($0) != nil }) else { return nil }
        return "The encoding \"\(label.prefix(40))\" is not known; the bytes were asked."
    }

    private var labels: [String] { [transport, declared ?? declaration()].compactMap { $0 } }

    /// `<?xm` in EBCDIC (XML 1.0, appendix F): decodes the declaration in the most common code page to read its label.
    private func ebcdicCharset() -> Charset {
        let usual = Charset(name: "ibm037", iconvName: "IBM037", shape: .ebcdic)
        let head = Transcoder.text(of: Array(bytes.prefix(512)), in: usual) ?? ""
        let charset = Self.label(in: head).flatMap(Charset.labelled)
        return charset.flatMap { $0.shape == .ebcdic ? $0 : nil } ?? usual
    }

    /// Detects Unicode's byte order marks.
    private func byteOrderMark() -> Detection? {
        if begins(with: [0xEF, 0xBB, 0xBF]) { return Detection(charset: .utf8, mark: 3) }
        if begins(with: [0xFF, 0xFE, 0, 0]) { return Detection(charset: .utf32LittleEndian, mark: 4) }
        if begins(with: [0, 0, 0xFE, 0xFF]) { return Detection(charset: .utf32BigEndian, mark: 4) }
        if begins(with: [0xFF, 0xFE]) { return Detection(charset: .utf16LittleEndian, mark: 2) }
        if begins(with: [0xFE, 0xFF]) { return Detection(charset: .utf16BigEndian, mark: 2) }
        return nil
    }

    /// Detects `<` or `{` in two or four bytes (XML 1.0, appendix F).
    private func wideWithoutMark() -> Detection? {
        guard bytes.count >= 4 else { return nil }
        func opens(_ byte: UInt8) -> Bool { byte == 0x3C || byte == 0x7B || byte == 0x0A || byte == 0x20 }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (let a, 0, 0, 0) where opens(a): return Detection(charset: .utf32LittleEndian)
        case (0, 0, 0, let d) where opens(d): return Detection(charset: .utf32BigEndian)
        case (let a, 0, let c, 0) where opens(a) && c != 0: return Detection(charset: .utf16LittleEndian)
        case (0, let b, 0, let d) where opens(b) && d != 0: return Detection(charset: .utf16BigEndian)
        default: return nil
        }
    }

    /// The label in `<?xml … encoding="…"?>`, anywhere in the first 256 bytes.
    func declaration() -> String? {
        Self.label(in: String(decoding: bytes.prefix(512), as: UTF8.self))
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

    /// Checks a label against the bytes.
    private func verified(_ charset: Charset) -> Detection {
        let shape = UTF8Statistics(of: bytes)
        switch charset.shape {
        case .utf8:
            guard shape.isValid || shape.isMostlyUTF8 else {
                var detection = unlabelled(diagnostic: nil)
                detection.diagnostic =
                    "The document is labelled utf-8, but its bytes are not; \(detection.charset.name) was read."
                return detection
            }
            return Detection(charset: .utf8)
        case .wide, .ebcdic:
            // A UTF-16 or UTF-32 label without a mark, and without a zero byte near the beginning, is wrong.
            var detection = unlabelled(diagnostic: nil)
            detection.diagnostic =
                "The document is labelled \(charset.name), but its bytes are not; \(detection.charset.name) was read."
            return detection
        case .singleByte:
            guard shape.isValid, shape.sequences > 0 else { return Detection(charset: charset) }
            return Detection(
                charset: .utf8, diagnostic: "The document is labelled \(charset.name), but its bytes are UTF-8.")
        case .multiByte:
            guard shape.isValid, shape.longSequences > 1 else { return Detection(charset: charset) }
            return Detection(
                charset: .utf8, diagnostic: "The document is labelled \(charset.name), but its bytes are UTF-8.")
        }
    }

    /// Without a usable label: UTF-8 when valid, then the language's usual encodings, then windows-1252.
    private func unlabelled(diagnostic: String?) -> Detection {
        let shape = UTF8Statistics(of: bytes)
        if shape.isValid || shape.isMostlyUTF8 { return Detection(charset: .utf8, diagnostic: diagnostic) }
        let guessed =
            LanguageDetector(bytes: bytes).charset ?? EncodingDetector(bytes: bytes).name.flatMap(Charset.labelled)
        let found = guessed ?? .windows1252
        return Detection(
            charset: found,
            diagnostic: diagnostic ?? "No encoding was given and the bytes are not UTF-8; \(found.name) was read.")
    }

    private func begins(with mark: [UInt8]) -> Bool {
        bytes.count >= mark.count && zip(bytes, mark).allSatisfy(==)
    }
}

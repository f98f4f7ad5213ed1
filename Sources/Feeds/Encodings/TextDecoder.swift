/// A decoder of chunks to UTF-8. The first non-ASCII chunk decides the encoding.
struct TextDecoder: ~Copyable {
    private let transport: String?
    private var hasCharset = false
    private var isFirst = true
    private var declared: String?
    private var transcoder: Transcoder?
    private(set) var diagnostics: [String] = []

    init(transport: String?) {
        self.transport = transport
    }

    /// Decodes a chunk into `text` and empties the chunk. UTF-8 passes unchanged; each field is repaired later.
    mutating func decode(_ piece: inout [UInt8], into text: inout [UInt8], isLast: Bool) {
        defer { piece.removeAll(keepingCapacity: true) }
        guard !piece.isEmpty || isLast else { return }
        var skipped = 0
        if !hasCharset { skipped = piece.withUnsafeBufferPointer { chooseCharset($0, isLast: isLast) } }
        guard transcoder != nil else {
            if text.isEmpty, skipped == 0 { swap(&text, &piece) } else { text.append(contentsOf: piece[skipped...]) }
            return
        }
        piece.withUnsafeBufferPointer { bytes in
            transcoder?.transcode(UnsafeBufferPointer(rebasing: bytes[skipped...]), into: &text, isLast: isLast)
        }
        if isLast, let errorCount = transcoder?.errorCount, errorCount > 0 {
            diagnostics.append(FeedDiagnostic.invalidBytes.rawValue)
        }
    }

    /// Chooses the encoding and returns the length of the byte order mark.
    private mutating func chooseCharset(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Int {
        if isFirst {
            declared = CharsetSniffer(bytes: bytes, transport: nil).declaration()
            isFirst = false
        }
        let isWide = bytes.prefix(4).contains(0)
        var nonASCIIBits: UInt8 = 0
        for byte in bytes { nonASCIIBits |= byte & 0x80 | (byte == 0x1B ? 1 : 0) }
        let isASCII = !isWide && nonASCIIBits == 0
        let sniffer = CharsetSniffer(bytes: bytes, transport: transport, declared: declared)
        guard !isASCII else {
            if isLast, let diagnostic = sniffer.labelDiagnostic { diagnostics.append(diagnostic) }
            return 0
        }
        hasCharset = true
        let detection = sniffer.detect()
        if let diagnostic = detection.diagnostic { diagnostics.append(diagnostic) }
        if detection.charset != .utf8 { transcoder = Transcoder(detection.charset) }
        return detection.bomLength
    }
}

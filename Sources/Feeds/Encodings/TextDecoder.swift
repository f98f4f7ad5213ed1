/// Turns a document's bytes into UTF-8, piece by piece. The encoding is decided by the first piece that is not all ASCII.
struct TextDecoder: ~Copyable {
    private let transport: String?
    private var hasCharset = false
    private var isFirst = true
    private var declared: String?
    private var transcoder: Transcoder?
    /// What was wrong with the encoding.
    private(set) var diagnostics: [String] = []

    /// - Parameter transport: the label that came with the document.
    init(transport: String?) {
        self.transport = transport
    }

    /// Appends what a piece says to `text`, and leaves it empty. Bytes that claim to be UTF-8 pass as they are; fields are
    /// mended one by one.
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
        if isLast, let mistakes = transcoder?.errorCount, mistakes > 0 {
            diagnostics.append(FeedDiagnostic.invalidBytes.rawValue)
        }
    }

    /// Answers how many bytes of a mark to skip.
    private mutating func chooseCharset(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Int {
        if isFirst {
            declared = CharsetSniffer(bytes: bytes, transport: nil).declaration()
            isFirst = false
        }
        let isWide = bytes.prefix(4).contains(0)
        var strange: UInt8 = 0
        for byte in bytes { strange |= byte & 0x80 | (byte == 0x1B ? 1 : 0) }
        let isASCII = !isWide && strange == 0
        let sniffer = CharsetSniffer(bytes: bytes, transport: transport, declared: declared)
        guard !isASCII else {
            if isLast, let complaint = sniffer.labelDiagnostic { diagnostics.append(complaint) }
            return 0
        }
        hasCharset = true
        let finding = sniffer.detect()
        if let complaint = finding.diagnostic { diagnostics.append(complaint) }
        if finding.charset != .utf8 { transcoder = Transcoder(finding.charset) }
        return finding.mark
    }
}

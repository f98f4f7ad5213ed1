/// A decoder of documents to UTF-8.
enum TextDecoder {
    /// Decodes a document. UTF-8 passes unchanged; each field is repaired later.
    ///
    /// - Parameter sampleSize: length in bytes of the part that decides the encoding: the first such part that is not
    ///   ASCII.
    static func decode(
        _ bytes: [UInt8], transport: String?, sampleSize: Int = .max
    ) -> (text: [UInt8], diagnostics: [String]) {
        bytes.withUnsafeBufferPointer { document in
            guard let sample = sample(of: document, size: sampleSize) else {
                let sniffer = CharsetSniffer(document: document, sample: document, transport: transport)
                return (bytes, sniffer.labelDiagnostic.map { [$0] } ?? [])
            }
            let detection = CharsetSniffer(document: document, sample: sample, transport: transport).detect()
            var diagnostics = detection.diagnostic.map { [$0] } ?? []
            guard detection.charset != .utf8 else {
                return (detection.bomLength == 0 ? bytes : Array(bytes.dropFirst(detection.bomLength)), diagnostics)
            }
            var transcoder = Transcoder(detection.charset)
            let text = transcoder.transcode(UnsafeBufferPointer(rebasing: document.dropFirst(detection.bomLength)))
            if transcoder.errorCount > 0 { diagnostics.append(FeedDiagnostic.invalidBytes.rawValue) }
            return (text, diagnostics)
        }
    }

    /// Returns the first part that is not ASCII; nil for an ASCII document. Zero bytes at the beginning mean UTF-16 or
    /// UTF-32; escapes may mean ISO-2022-JP.
    private static func sample(of document: UnsafeBufferPointer<UInt8>, size: Int) -> UnsafeBufferPointer<UInt8>? {
        let isWide = document.prefix(4).contains(0)
        var rest = document[...]
        while !rest.isEmpty {
            let part = UnsafeBufferPointer(rebasing: rest.prefix(size))
            var nonASCIIBits: UInt8 = isWide ? 1 : 0
            for byte in part { nonASCIIBits |= byte & 0x80 | (byte == 0x1B ? 1 : 0) }
            if nonASCIIBits != 0 { return part }
            rest = rest.dropFirst(size)
        }
        return nil
    }
}

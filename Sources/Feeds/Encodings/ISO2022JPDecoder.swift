/// A converter of ISO-2022-JP (Encoding Standard §12.2) to EUC-JP, because glibc's ISO-2022-JP lacks half-width kana
/// and vendor extensions.
struct ISO2022JPDecoder {
    private enum Mode { case ascii, kana, pairs }
    private var mode = Mode.ascii
    /// The bytes of an incomplete escape or pair.
    private var pending: [UInt8] = []

    /// Returns the text in EUC-JP, with 0xFF for invalid bytes.
    static func eucJP(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var (decoder, output) = (ISO2022JPDecoder(), [UInt8]())
        output.reserveCapacity(bytes.count)
        for byte in bytes { decoder.consume(byte, into: &output) }
        if !decoder.pending.isEmpty { output.append(0xFF) }
        return output
    }

    private mutating func consume(_ byte: UInt8, into output: inout [UInt8]) {
        if let first = pending.first {
            pending.append(byte)
            if first == 0x1B { finishEscape(into: &output) } else { finishPair(into: &output) }
            return
        }
        switch mode {
        case _ where byte == 0x1B: pending = [byte]
        case _ where byte == 0x0A || byte == 0x0D:
            mode = .ascii
            output.append(byte)
        case .ascii: output.append(byte < 0x80 ? byte : 0xFF)
        case .kana where (0x21...0x5F).contains(byte): output.append(contentsOf: [0x8E, byte | 0x80])
        case .pairs where (0x21...0x7E).contains(byte): pending = [byte]
        case .kana, .pairs: output.append(byte < 0x80 ? byte : 0xFF)
        }
    }

    private mutating func finishPair(into output: inout [UInt8]) {
        let (first, second) = (pending[0], pending[1])
        pending = []
        if (0x21...0x7E).contains(second) {
            output.append(contentsOf: [first | 0x80, second | 0x80])
        } else {
            output.append(0xFF)
            consume(second, into: &output)
        }
    }

    private mutating func finishEscape(into output: inout [UInt8]) {
        guard pending.count == 3 else { return }
        switch (pending[1], pending[2]) {
        case (0x28, 0x42), (0x28, 0x4A): mode = .ascii
        case (0x28, 0x49): mode = .kana
        case (0x24, 0x40), (0x24, 0x42): mode = .pairs
        default:
            let rest = pending.dropFirst()
            pending = []
            output.append(0xFF)
            for byte in rest { consume(byte, into: &output) }
            return
        }
        pending = []
    }
}

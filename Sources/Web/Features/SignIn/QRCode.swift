/// A QR code (ISO/IEC 18004) in byte mode, level M, versions 1 to 10: up to 213 bytes. No suitable package is
/// available.
public struct QRCode: Sendable {
    /// Dark modules by row, without the quiet zone.
    public let rows: [[Bool]]

    /// - Returns: nil for more than 213 bytes of UTF-8.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.all.first(where: { $0.capacity >= bytes.count }) else { return nil }
        var canvas = QRMatrix(version)
        canvas.placeCodewords(QRCodewords.interleaved(bytes, version))
        rows = canvas.bestMasked()
    }
}

/// A version at level M (ISO/IEC 18004, tables 1, 7 and 9, annex E).
struct QRVersion: Sendable {
    let number: Int
    /// Error correction codewords per block.
    let correction: Int
    /// Data codewords per block, shorter first.
    let blocks: [Int]
    /// Centres of the alignment patterns.
    let alignment: [Int]

    var size: Int { 17 + 4 * number }
    var dataCodewords: Int { blocks.reduce(0, +) }
    /// Width of the count field.
    var countBits: Int { number < 10 ? 8 : 16 }
    /// Bytes that fit beside the mode and count fields.
    var capacity: Int { (dataCodewords * 8 - 4 - countBits) / 8 }

    static let all = [
        QRVersion(number: 1, correction: 10, blocks: [16], alignment: []),
        QRVersion(number: 2, correction: 16, blocks: [28], alignment: [6, 18]),
        QRVersion(number: 3, correction: 26, blocks: [44], alignment: [6, 22]),
        QRVersion(number: 4, correction: 18, blocks: [32, 32], alignment: [6, 26]),
        QRVersion(number: 5, correction: 24, blocks: [43, 43], alignment: [6, 30]),
        QRVersion(number: 6, correction: 16, blocks: [27, 27, 27, 27], alignment: [6, 34]),
        QRVersion(number: 7, correction: 18, blocks: [31, 31, 31, 31], alignment: [6, 22, 38]),
        QRVersion(number: 8, correction: 22, blocks: [38, 38, 39, 39], alignment: [6, 24, 42]),
        QRVersion(number: 9, correction: 22, blocks: [36, 36, 36, 37, 37], alignment: [6, 26, 46]),
        QRVersion(number: 10, correction: 26, blocks: [43, 43, 43, 43, 44], alignment: [6, 28, 50]),
    ]
}

import CQrencode

/// A QR code (ISO/IEC 18004) in byte mode, level M, versions 1 to 10: up to 213 bytes. Encoded by libqrencode.
public struct QRCode: Sendable {
    /// The modules by row, true if dark, without the quiet zone. There are as many rows as columns.
    public let rows: [[Bool]]

    /// The number of bytes that version 10 holds at level M (ISO/IEC 18004, table 7).
    private static let capacity = 213

    /// Encodes a text.
    /// - Parameter text: the text, encoded as UTF-8 in the smallest version that holds it.
    public init(_ text: String) throws(QRCodeError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.capacity else { throw .tooLong(byteCount: bytes.count) }
        // The call is safe on any thread: the library fills its shared tables under a mutex if built with pthreads, as
        // Debian's is. Version 0 means the smallest that fits.
        guard let symbol = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { throw .notEncoded }
        defer { QRcode_free(symbol) }
        guard let modules = symbol.pointee.data else { throw .notEncoded }
        let size = Int(symbol.pointee.width)
        // bounded: the width of a version from 1 to 10. The lowest bit says whether a module is dark.
        rows = (0..<size).map { y in (0..<size).map { x in modules[y * size + x] & 1 == 1 } }
    }
}

/// An error of encoding a text as a QR code.
public enum QRCodeError: Error, Sendable, Equatable {
    /// The text has more than 213 bytes of UTF-8, so the caller shows the text itself.
    case tooLong(byteCount: Int)
    /// The text is empty, or memory ran out.
    case notEncoded
}

import CZlib

/// zlib-compressed text.
struct CompressedText: Sendable {
    var bytes: [UInt8]
    /// Bytes of the text.
    var size: Int

    init(bytes: [UInt8], size: Int) {
        self.bytes = bytes
        self.size = size
    }

    init(_ text: String) throws(LibraryError) {
        let plain = Array(text.utf8)
        var length = compressBound(uLong(plain.count))
        var packed = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&packed, &length, plain, uLong(plain.count), 6) == Z_OK else {
            throw .failed(why: "a story could not be compressed")
        }
        self.init(bytes: Array(packed.prefix(Int(length))), size: plain.count)
    }

    func decompressed() throws(LibraryError) -> String {
        guard size >= 0, size <= 64 << 20 else { throw .corruptDataFolder(why: "a kept original has a wrong size") }
        var plain = [UInt8](repeating: 0, count: max(size, 1))
        var length = uLong(size)
        guard uncompress(&plain, &length, bytes, uLong(bytes.count)) == Z_OK, Int(length) == size else {
            throw .corruptDataFolder(why: "a kept original cannot be unpacked")
        }
        return String(decoding: plain.prefix(size), as: UTF8.self)
    }
}

import Compression

/// A zlib-compressed text.
struct CompressedText: Sendable {
    var bytes: [UInt8]
    /// The size of the uncompressed text in bytes.
    var size: Int

    init(bytes: [UInt8], size: Int) {
        self.bytes = bytes
        self.size = size
    }

    init(_ text: String) throws(LibraryError) {
        let plain = Array(text.utf8)
        guard let packed = Zlib.deflate(plain, level: 6) else {
            throw .failed(why: "a story could not be compressed")
        }
        self.init(bytes: packed, size: plain.count)
    }

    func decompressed() throws(LibraryError) -> String {
        guard size >= 0, size <= 64 << 20 else { throw .corruptDataFolder(why: "a kept original has a wrong size") }
        guard let plain = Zlib.inflate(bytes, size: size) else {
            throw .corruptDataFolder(why: "a kept original cannot be unpacked")
        }
        return String(decoding: plain, as: UTF8.self)
    }
}

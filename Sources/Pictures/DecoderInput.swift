import CVipsShim

/// Image bytes whose format and size were checked before decoding.
struct DecoderInput: Sendable {
    let bytes: [UInt8]
    let kind: tidings_vips_kind
    let width: Int
    let height: Int

    /// Checks the format and reads the header; extracts the best image of an icon.
    init(_ bytes: [UInt8], targetWidth: Int) throws(PictureError) {
        var bytes = bytes
        if PictureFormat(bytes) == .icon { bytes = try ICODecoder.bestImage(in: bytes, targetWidth: targetWidth) }
        guard let kind = PictureFormat(bytes), let loader = kind.loader else {
            throw .notAnImage(why: "it is none of JPEG, PNG, WebP, GIF and ICO")
        }
        if kind == .jpeg, Self.scanCount(in: bytes) > PictureProcessor.scanLimit {
            throw .notAnImage(why: "it is drawn over more often than any honest picture")
        }
        var width: Int32 = 0
        var height: Int32 = 0
        var decoded = 0
        let status = bytes.withUnsafeBytes {
            tidings_vips_measure($0.baseAddress, $0.count, loader, &width, &height, &decoded)
        }
        guard status == 0, width > 0, height > 0 else { throw Self.error(status) }
        let pixels = Int(width) * Int(height)
        guard pixels <= PictureProcessor.pixelLimit else { throw .tooManyPixels(pixels) }
        // The GIF loader of libvips also holds a canvas of four bytes a pixel over all frames, whatever the header
        // says. Measured 2026-11-22: at most 23 bytes a pixel.
        let decodedSize = kind == .gif ? pixels * 24 : decoded
        guard decodedSize <= PictureProcessor.decodedLimit else { throw .tooManyBytes(decodedSize) }
        self.bytes = bytes
        self.kind = loader
        self.width = Int(width)
        self.height = Int(height)
    }

    static func error(_ status: Int32) -> PictureError {
        status == Int32(TIDINGS_VIPS_TOO_LONG)
            ? .timedOut : .notAnImage(why: "it is damaged, or made in a way that is not opened")
    }

    /// Counts the start-of-scan markers (0xFF 0xDA) of a JPEG; 0xFF in image data is always followed by 0.
    private static func scanCount(in bytes: [UInt8]) -> Int {
        var count = 0
        var previous: UInt8 = 0
        for byte in bytes {
            if previous == 0xFF, byte == 0xDA { count += 1 }
            previous = byte
        }
        return count
    }
}

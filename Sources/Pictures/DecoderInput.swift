import CVipsShim

/// Image bytes that passed the checks before decoding: their format is known and their size is within the limits.
struct DecoderInput: Sendable {
    let bytes: [UInt8]
    let kind: tidings_vips_kind
    /// As displayed, after applying the orientation.
    let width: Int
    let height: Int

    /// Detects the format, extracts the best image of an icon, and reads the header.
    ///
    /// - Parameter wanted: the target width in pixels.
    init(_ bytes: [UInt8], wanted: Int) throws(ImageError) {
        guard tidings_vips_start() == 0 else { throw .notAnImage(why: "the picture library did not start") }
        var bytes = bytes
        if ImageFormat(bytes) == .icon { bytes = try ICODecoder.bestImage(in: bytes, wanted: wanted) }
        guard let kind = ImageFormat(bytes), let loader = kind.loader else {
            throw .notAnImage(why: "it is none of JPEG, PNG, WebP, GIF and ICO")
        }
        if kind == .jpeg, Self.scanCount(in: bytes) > ImageProcessor.scanLimit {
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
        guard pixels <= ImageProcessor.pixelLimit else { throw .tooManyPixels(pixels) }
        // libvips' GIF loader also holds a canvas of four bytes a pixel, which covers every frame whatever the header's
        // screen size says.
        // Measured 2026-11-22: 23 bytes a pixel at the most, of which the canvas is the smaller part.
        let decodedSize = kind == .gif ? pixels * 24 : decoded
        guard decodedSize <= ImageProcessor.decodedLimit else { throw .tooManyBytes(decodedSize) }
        self.bytes = bytes
        self.kind = loader
        self.width = Int(width)
        self.height = Int(height)
    }

    /// Maps a status of the C shim.
    static func error(_ status: Int32) -> ImageError {
        status == Int32(TIDINGS_VIPS_TOO_LONG)
            ? .timedOut : .notAnImage(why: "it is damaged, or made in a way that is not opened")
    }

    /// Counts the scans of a JPEG: in its data 0xFF is always followed by 0, so a marker is unambiguous.
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

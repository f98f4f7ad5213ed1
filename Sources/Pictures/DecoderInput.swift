import CVipsShim

/// Bytes that have been looked at closely enough to be decoded: their kind is known and their size is bearable.
struct DecoderInput: Sendable {
    let bytes: [UInt8]
    let kind: tidings_vips_kind
    /// As seen, after turning.
    let width: Int
    let height: Int

    /// Sniffs, takes the best picture out of an icon, and reads the header.
    ///
    /// `wanted` is the width that will be made of it, in pixels.
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
        // libvips's GIF loader holds a canvas of its own, four bytes a pixel, beside the picture. The canvas has room for every
        // frame, whatever the header says of the screen.
        let taken = kind == .gif ? pixels * 8 : decoded
        guard taken <= ImageProcessor.decodedLimit else { throw .tooManyBytes(taken) }
        self.bytes = bytes
        self.kind = loader
        self.width = Int(width)
        self.height = Int(height)
    }

    /// What a number returned by the shim means.
    static func error(_ status: Int32) -> ImageError {
        status == Int32(TIDINGS_VIPS_TOO_LONG)
            ? .timedOut : .notAnImage(why: "it is damaged, or made in a way that is not opened")
    }

    /// How many scans a JPEG holds: in its data a marker can only be a marker, since 0xFF is followed by 0 there.
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

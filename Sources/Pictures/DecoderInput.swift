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

    /// The number of frames; 1 unless it is an animation.
    var frameCount: Int {
        get throws(PictureError) {
            var frames: Int32 = 0
            let status = bytes.withUnsafeBytes { tidings_vips_count_frames($0.baseAddress, $0.count, kind, &frames) }
            guard status == 0 else { throw Self.error(status) }
            return Int(frames)
        }
    }

    /// Decodes the first frame once and encodes it in each size; rejects damaged bytes.
    /// - Parameters:
    ///   - sizes: those without a crop come first, from the narrowest on.
    ///   - refusesWarnings: true to reject what the decoder only warns of, such as a part of the picture that is missing
    ///     before the marker of the end.
    func renditions(
        _ sizes: [RenditionSize], quality: Int32, refusesWarnings: Bool, timeLimit: Double
    ) throws(PictureError) -> [MadeRendition] {
        // The shim takes the widest first: the others are made of it.
        let widestFirst = sizes.filter { $0.height == 0 }.reversed() + sizes.filter { $0.height > 0 }
        let boxes = widestFirst.map { tidings_vips_size(width: Int32($0.width), height: Int32($0.height)) }
        var pictures = [tidings_vips_picture](repeating: tidings_vips_picture(), count: boxes.count)
        let status = bytes.withUnsafeBytes {
            tidings_vips_make_renditions(
                $0.baseAddress, $0.count, kind, refusesWarnings ? 1 : 0, boxes, Int32(boxes.count), quality, timeLimit,
                &pictures)
        }
        defer { for picture in pictures { tidings_vips_free(picture.bytes) } }
        guard status == 0 else { throw Self.error(status) }
        let made = zip(widestFirst, pictures).map { size, picture in
            MadeRendition(
                kind: size.kind, bytes: Array(UnsafeBufferPointer(start: picture.bytes, count: picture.length)),
                isPNG: picture.kind == TIDINGS_VIPS_PNG, width: Int(picture.width), height: Int(picture.height))
        }
        return sizes.compactMap { size in made.first { $0.kind == size.kind } }
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

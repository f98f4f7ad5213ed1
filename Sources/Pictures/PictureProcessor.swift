import CVipsShim
import Foundation
import Untrusted

/// A decoder and resizer of images, a few at a time on its own threads, with ten seconds for each.
struct PictureProcessor: Sendable {
    /// The maximum number of pixels according to the header.
    static let pixelLimit = 50_000_000
    /// The maximum size in memory in bytes: four for each pixel. Interlaced or progressive images are held whole; 16
    /// bits a channel take twice as much.
    static let decodedLimit = 200_000_000
    /// The maximum number of scans of a JPEG: a progressive one is decoded once per scan; real ones have ten.
    static let scanLimit = 64

    private let queue: OperationQueue
    private let timeLimit: Double

    init(timeLimit: Double = 10, concurrency: Int = 2) {
        self.timeLimit = timeLimit
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = concurrency
        queue.qualityOfService = .utility
    }

    func resized(
        _ bytes: [UInt8], width: Int, crop: PictureCrop, as encoding: PictureEncoding = .jpeg
    ) async throws(PictureError) -> [UInt8] {
        try await run { limit throws(PictureError) in
            let input = try DecoderInput(bytes, targetWidth: width)
            var picture = tidings_vips_picture()
            let status = input.bytes.withUnsafeBytes {
                tidings_vips_resize(
                    $0.baseAddress, $0.count, input.kind, Int32(width), Int32(crop.height(forWidth: width)),
                    encoding.kind, encoding.quality, limit, &picture)
            }
            guard status == 0, let out = picture.bytes else { throw DecoderInput.error(status) }
            defer { tidings_vips_free(out) }
            return Array(UnsafeBufferPointer(start: out, count: picture.length))
        }
    }

    func details(_ bytes: [UInt8]) async throws(PictureError) -> PictureMeasurements {
        try await run { limit throws(PictureError) in
            let input = try DecoderInput(bytes, targetWidth: .max)
            var meanColor: (UInt8, UInt8, UInt8) = (0, 0, 0)
            let status = input.bytes.withUnsafeBytes { source in
                withUnsafeMutableBytes(of: &meanColor) {
                    tidings_vips_mean_colour(
                        source.baseAddress, source.count, input.kind, limit,
                        $0.assumingMemoryBound(to: UInt8.self).baseAddress)
                }
            }
            guard status == 0 else { throw DecoderInput.error(status) }
            let hex = Hex.encode([meanColor.0, meanColor.1, meanColor.2])
            return PictureMeasurements(width: input.width, height: input.height, meanColor: "#\(hex)")
        }
    }

    /// Makes the renditions of an upload, in the order of `sizes`; fails for damaged bytes that `resized` would show in part.
    /// - Parameters:
    ///   - refusesWarnings: true to fail where the decoder only warns.
    ///   - sizes: the sizes for the width of the upload; those without a crop come first, from the narrowest on.
    func renditions(
        of bytes: [UInt8], quality: Int32, refusesWarnings: Bool = false,
        sizes: @escaping @Sendable (_ width: Int) -> [RenditionSize]
    ) async throws(PictureError) -> UploadedPicture {
        try await run { limit throws(PictureError) in
            let input = try DecoderInput(bytes, targetWidth: .max)
            let wanted = sizes(input.width)
            let renditions = try input.renditions(
                wanted, quality: quality, refusesWarnings: refusesWarnings, timeLimit: limit)
            return UploadedPicture(
                width: input.width, height: input.height, isAnimated: try input.frameCount > 1, renditions: renditions)
        }
    }

    /// Renders one of our own SVGs as PNG.
    func renderedSVG(_ svg: String) async throws(PictureError) -> [UInt8] {
        try await run { _ throws(PictureError) in
            var bytes: UnsafeMutablePointer<UInt8>?
            var length = 0
            guard tidings_vips_svg_to_png(svg, svg.utf8.count, &bytes, &length) == 0, let bytes else {
                throw .notAnImage(why: "the drawing could not be made")
            }
            defer { tidings_vips_free(bytes) }
            return Array(UnsafeBufferPointer(start: bytes, count: length))
        }
    }

    private func run<Value: Sendable>(
        _ job: @escaping @Sendable (Double) throws(PictureError) -> Value
    ) async throws(PictureError) -> Value {
        let limit = timeLimit
        let result: Result<Value, PictureError> = await withCheckedContinuation { done in
            queue.addOperation { done.resume(returning: Result { () throws(PictureError) in try job(limit) }) }
        }
        return try result.get()
    }
}

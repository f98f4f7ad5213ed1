import CVipsShim
import Foundation

/// Opens pictures and makes smaller ones: two at a time, on threads of its own, ten seconds each.
struct Darkroom: Sendable {
    /// The most pixels of a picture that is decoded, by its header: 50 megapixels.
    static let pixelLimit = 50_000_000
    /// The most bytes of its pixels once decoded: four for each of those pixels. An interlaced or progressive picture is
    /// held whole, and 16 bits a colour take twice what 8 do.
    static let decodedLimit = 200_000_000
    /// A progressive JPEG is drawn over and over again, once per scan; real ones have about ten.
    static let scanLimit = 64
    static let quality: Int32 = 78

    private let benches: OperationQueue
    private let seconds: Double

    init(seconds: Double = 10) {
        self.seconds = seconds
        benches = OperationQueue()
        benches.maxConcurrentOperationCount = 2
        benches.qualityOfService = .utility
    }

    /// The picture scaled down to a width and cut to a shape.
    func made(_ bytes: [UInt8], width: Int, shape: PictureShape) async throws(PictureError) -> [UInt8] {
        try await work { limit throws(PictureError) in
            let negative = try Negative(bytes, wanted: width)
            var picture = tidings_vips_picture()
            let status = negative.bytes.withUnsafeBytes {
                tidings_vips_resize(
                    $0.baseAddress, $0.count, negative.kind, Int32(width), Int32(shape.height(forWidth: width)),
                    Self.quality, limit, &picture)
            }
            guard status == 0, let out = picture.bytes else { throw Negative.failure(status) }
            defer { tidings_vips_free(out) }
            return Array(UnsafeBufferPointer(start: out, count: picture.length))
        }
    }

    /// Size and mean colour.
    func facts(_ bytes: [UInt8]) async throws(PictureError) -> PictureFacts {
        try await work { limit throws(PictureError) in
            let negative = try Negative(bytes, wanted: .max)
            var colour: (UInt8, UInt8, UInt8) = (0, 0, 0)
            let status = negative.bytes.withUnsafeBytes { source in
                withUnsafeMutableBytes(of: &colour) {
                    tidings_vips_mean_colour(
                        source.baseAddress, source.count, negative.kind, limit,
                        $0.assumingMemoryBound(to: UInt8.self).baseAddress)
                }
            }
            guard status == 0 else { throw Negative.failure(status) }
            let hex = [colour.0, colour.1, colour.2].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return PictureFacts(width: negative.width, height: negative.height, colour: "#\(hex)")
        }
    }

    /// A drawing of our own as a PNG.
    func drawn(_ svg: String) async throws(PictureError) -> [UInt8] {
        try await work { _ throws(PictureError) in
            var bytes: UnsafeMutablePointer<UInt8>?
            var length = 0
            guard tidings_vips_svg_to_png(svg, svg.utf8.count, &bytes, &length) == 0, let bytes else {
                throw .notAPicture(why: "the drawing could not be made")
            }
            defer { tidings_vips_free(bytes) }
            return Array(UnsafeBufferPointer(start: bytes, count: length))
        }
    }

    private func work<Value: Sendable>(
        _ job: @escaping @Sendable (Double) throws(PictureError) -> Value
    ) async throws(PictureError) -> Value {
        let limit = seconds
        let result: Result<Value, PictureError> = await withCheckedContinuation { done in
            benches.addOperation { done.resume(returning: Result { () throws(PictureError) in try job(limit) }) }
        }
        return try result.get()
    }
}

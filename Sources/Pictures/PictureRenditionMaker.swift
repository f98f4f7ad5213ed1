/// A maker of the files of a pack's picture from an uploaded one.
///
/// An upload is a JPEG, PNG, GIF or WebP (the original editor took all but WebP), known by its first bytes. It is always decoded
/// and encoded again, so that no metadata is kept: neither place, camera, author, comments, thumbnails nor colour profile. The
/// picture stands upright, in sRGB. Of an animation the first frame is used.
///
/// A rendition of which some pixel is not opaque is a PNG, all others are baseline JPEGs: without transparency a PNG of a
/// photograph is many times as large. Equal uploads make equal bytes with the same libvips.
public struct PictureRenditionMaker: Sendable {
    /// The maximum size of an upload in bytes, that of a pack's picture.
    public static let byteLimit = 32 << 20

    /// The renditions by width, as raw values of `PackRendition`.
    private static let widths: [(kind: String, width: Int)] = [
        ("phone", 480), ("phone-2x", 960), ("tablet", 1024), ("tablet-2x", 2048),
    ]
    private static let thumbnailSide = 185
    private static let quality: Int32 = 82

    private let processor: PictureProcessor
    private let libvips = LibvipsLoader()

    /// Creates a maker with a thread of its own, which decodes one picture at a time.
    public init() { self.init(processor: PictureProcessor(concurrency: 1)) }

    init(processor: PictureProcessor) { self.processor = processor }

    /// Returns the renditions of an uploaded picture, from the narrowest to the widest, then the thumbnail.
    ///
    /// Never enlarges. Of a picture narrower than 2048 pixels the last rendition has its own width, unless that is less
    /// than a tenth above the width of the one before; wider renditions are left out. `phone` and `thumbnail` always exist.
    public func makeRenditions(of upload: [UInt8]) async throws(PictureUploadError) -> UploadedPicture {
        guard !upload.isEmpty else { throw .empty }
        guard upload.count <= Self.byteLimit else { throw .tooLarge(upload.count) }
        guard let format = PictureFormat(upload), format != .icon else { throw .unreadable(UnreadableFileKind(upload)) }
        do throws(PictureError) {
            try libvips.load()
            return try await processor.renditions(of: upload, quality: Self.quality, sizes: Self.sizes)
        } catch {
            if format == .jpeg, let made = await renditionsOfJPEGWithoutEnd(upload) { return made }
            throw Self.uploadError(error, upload, format)
        }
    }

    /// Returns the renditions of a JPEG that lacks the marker of its end, as some cameras and programs write it; nil for others.
    /// The decoder warns of rows that are missing, except of those that it reads last.
    private func renditionsOfJPEGWithoutEnd(_ upload: [UInt8]) async -> UploadedPicture? {
        guard PictureEnd.isMissing(in: upload, of: .jpeg) else { return nil }
        // The end of image (ITU-T T.81, table B.1). The error that counts is that of the upload itself.
        var made = try? await processor.renditions(
            of: upload + [0xFF, 0xD9], quality: Self.quality, refusesWarnings: true, sizes: Self.sizes)
        made?.lacksEnd = true
        return made
    }

    /// Returns the sizes of the renditions of a picture, from the narrowest to the widest, then that of the thumbnail.
    static func sizes(width: Int) -> [RenditionSize] {
        var sizes: [RenditionSize] = []
        for (kind, limit) in widths {
            let own = min(limit, width)
            if let last = sizes.last?.width, own * 10 < last * 11, own < limit { break }
            sizes.append(RenditionSize(kind: kind, width: own))
            if own == width { break }
        }
        return sizes + [RenditionSize(kind: "thumbnail", width: thumbnailSide, height: thumbnailSide)]
    }

    private static func uploadError(
        _ error: PictureError, _ upload: [UInt8], _ format: PictureFormat
    ) -> PictureUploadError {
        switch error {
        case .tooManyPixels(let count): .tooManyPixels(count)
        case .tooManyBytes(let size): .tooManyBytes(size)
        case .timedOut: .timedOut
        case .noDecoder(let why): .noDecoder(why: why)
        default: PictureEnd.isMissing(in: upload, of: format) ? .cutOff : .damaged
        }
    }
}

/// A size of a rendition in pixels; a height of 0 keeps the proportions.
struct RenditionSize: Sendable, Hashable {
    let kind: String
    let width: Int
    var height = 0
}

/// The files made of an uploaded picture.
public struct UploadedPicture: Sendable, Hashable {
    /// The width of the upload in pixels, with orientation applied.
    public let width: Int
    /// The height of the upload in pixels, with orientation applied.
    public let height: Int
    /// True if the upload moves; its first frame was used.
    public let isAnimated: Bool
    /// The files, from the narrowest to the widest, then the thumbnail.
    public let renditions: [MadeRendition]

    /// True if the marker of the end was missing. The last rows may be missing too.
    public var lacksEnd = false

    /// A sentence about what was lost, for the person who uploads; nil if nothing was.
    public var note: String? {
        if lacksEnd { return "The end of its file is missing; look whether the lower edge of the picture is whole." }
        return isAnimated ? "The picture was animated; only its first frame is shown." : nil
    }
}

/// A file of a picture in one size.
public struct MadeRendition: Sendable, Hashable {
    /// A raw value of `PackRendition`: `phone`, `phone-2x`, `tablet`, `tablet-2x` or `thumbnail`.
    public let kind: String
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// True for a PNG, false for a JPEG.
    public let isPNG: Bool
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
}

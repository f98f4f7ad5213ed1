/// A reason why an uploaded picture is refused.
public enum PictureUploadError: Error, Sendable, Equatable {
    /// A file without bytes.
    case empty
    /// A size of the file in bytes above the limit of an upload.
    case tooLarge(Int)
    /// Bytes that are none of JPEG, PNG, GIF and WebP, with the kind that they seem to be, if it is known.
    case unreadable(UnreadableFileKind?)
    /// A number of pixels above the decoding limit.
    case tooManyPixels(Int)
    /// A decoded size in bytes above the memory limit.
    case tooManyBytes(Int)
    /// A picture whose end is missing.
    case cutOff
    /// Damaged bytes, or a variant that is not decoded.
    case damaged
    /// Decoding took over ten seconds.
    case timedOut
    /// The library libvips could not be loaded.
    case noDecoder(why: String)

    /// A sentence for the person who uploads, which says what to do.
    public var message: String {
        switch self {
        case .empty: "The file is empty; choose it again, or choose another."
        case .tooLarge(let size):
            "The file has \(Self.rounded(size, 1 << 20)) MB, and a picture may have "
                + "\(PictureRenditionMaker.byteLimit >> 20) MB; save it smaller and choose that."
        case .unreadable(let kind): kind?.message ?? "The file is no picture; choose a JPEG, PNG, GIF or WebP."
        case .tooManyPixels(let count):
            "The picture has \(Self.rounded(count, 1_000_000)) million pixels, and may have "
                + "\(PictureProcessor.pixelLimit / 1_000_000) million; save it smaller and choose that."
        case .tooManyBytes(let size):
            "The picture takes \(Self.rounded(size, 1_000_000)) MB to open, and may take "
                + "\(PictureProcessor.decodedLimit / 1_000_000) MB; save it smaller, or as JPEG, and choose that."
        case .cutOff: "The picture ends too early; copy or export it again and choose that."
        case .damaged: "The picture is damaged or of a rare variant; save it again as JPEG or PNG and choose that."
        case .timedOut: "The picture took too long to open; save it smaller and choose that."
        case .noDecoder(let why): PictureError.noDecoder(why: why).message
        }
    }

    /// Returns the number of units, rounded up, so that it is above the limit that it is compared with.
    private static func rounded(_ count: Int, _ unit: Int) -> Int { count / unit + (count % unit > 0 ? 1 : 0) }
}

public import Fetching

/// Why there is no picture.
public enum PictureError: Error, Sendable, Equatable {
    /// It could not be fetched; the reason says whether it may be there later.
    case notFetched(FetchError)
    /// The bytes are none of JPEG, PNG, WebP, GIF or an icon, or are damaged.
    case notAPicture(why: String)
    /// More pixels than are ever decoded.
    case tooManyPixels(Int)
    /// Pixels that take more memory than is ever given to one picture.
    case tooManyBytes(Int)
    /// Decoding took longer than ten seconds.
    case tookTooLong
    /// A width outside the closed set.
    case widthNotOffered(Int)
    /// The cache on disk could not be written or read.
    case notKept(why: String)

    /// One sentence that says what is wrong.
    public var sentence: String {
        switch self {
        case .notFetched(let error): error.sentence(about: "The picture's site")
        case .notAPicture(let why): "What is at this address is not a picture that Tidings shows: \(why)."
        case .tooManyPixels(let count): "The picture has \(count / 1_000_000) million pixels, more than Tidings opens."
        case .tooManyBytes(let count): "The picture takes \(count / 1_000_000) MB to open, more than Tidings gives one."
        case .tookTooLong: "The picture took too long to open."
        case .widthNotOffered(let width): "Pictures are not offered \(width) pixels wide."
        case .notKept(let why): "The picture could not be kept: \(why)."
        }
    }
}

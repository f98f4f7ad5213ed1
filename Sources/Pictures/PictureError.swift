public import Fetching
public import Foundation

/// A reason why there is no image.
public enum PictureError: Error, Sendable, Equatable {
    /// A failed fetch; the underlying error says whether a retry helps.
    case notFetched(FetchError)
    /// Damaged bytes, or bytes that are not JPEG, PNG, WebP, GIF or ICO.
    case notAnImage(why: String)
    /// A number of pixels above the decoding limit.
    case tooManyPixels(Int)
    /// A decoded size in bytes above the memory limit.
    case tooManyBytes(Int)
    /// Decoding took over ten seconds.
    case timedOut
    /// A width that is not offered.
    case unsupportedWidth(Int)
    /// The library libvips could not be loaded.
    case noDecoder(why: String)
    /// The disk cache failed.
    case cacheFailed(why: String)

    /// A sentence about the error for readers.
    public var message: String {
        switch self {
        case .notFetched(let error): error.message(about: "The picture's site")
        case .notAnImage(let why): "What is at this address is not a picture that Tidings shows: \(why)."
        case .tooManyPixels(let count): "The picture has \(count / 1_000_000) million pixels, more than Tidings opens."
        case .tooManyBytes(let count): "The picture takes \(count / 1_000_000) MB to open, more than Tidings gives one."
        case .timedOut: "The picture took too long to open."
        case .unsupportedWidth(let width): "Pictures are not offered \(width) pixels wide."
        case .noDecoder(let why):
            "Pictures need libvips 8.14 or newer (Debian's libvips42). It could not be loaded: \(why)."
        case .cacheFailed(let why): "The picture could not be kept: \(why)."
        }
    }
}

extension PictureError {
    /// Returns the time of the next attempt: at once after cancelled requests and local failures, minutes after
    /// temporary errors, hours after other failed fetches, a week after bytes that cannot be decoded.
    public func retryAt(from now: Date) -> Date {
        switch self {
        case .notFetched(.busy(let until, _)): until
        case .notFetched(.cancelled), .unsupportedWidth, .cacheFailed: now
        case .notFetched(.timedOut), .notFetched(.unreachable), .noDecoder: now.addingTimeInterval(10 * 60)
        case .notFetched: now.addingTimeInterval(6 * 3600)
        default: now.addingTimeInterval(7 * 86_400)
        }
    }

    /// The lifetime of the cached error in seconds; nil if the error is not cached.
    var cacheLifetime: TimeInterval? {
        switch self {
        case .notFetched(.cancelled), .notFetched(.busy), .unsupportedWidth, .noDecoder: nil
        case .notFetched(.gone), .notFetched(.notThere), .notFetched(.badAddress), .notFetched(.notAllowed): 86_400
        // An original that cannot be stored is not fetched again for every page view.
        case .notFetched, .cacheFailed: 600
        case .notAnImage, .tooManyPixels, .tooManyBytes: 86_400
        case .timedOut: 3600
        }
    }
}

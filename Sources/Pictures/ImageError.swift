public import Fetching
public import Foundation

/// Why there is no image.
public enum ImageError: Error, Sendable, Equatable {
    /// The fetch failed; the underlying error says whether a retry can help.
    case notFetched(FetchError)
    /// The bytes are not JPEG, PNG, WebP, GIF or an icon, or are damaged.
    case notAnImage(why: String)
    /// More pixels than the decoding limit.
    case tooManyPixels(Int)
    /// Decoded pixels would exceed the memory limit of one image.
    case tooManyBytes(Int)
    /// Decoding took longer than ten seconds.
    case timedOut
    /// A width that is not offered.
    case unsupportedWidth(Int)
    /// The disk cache could not be written or read.
    case cacheFailed(why: String)

    /// One sentence that says what is wrong.
    public var message: String {
        switch self {
        case .notFetched(let error): error.message(about: "The picture's site")
        case .notAnImage(let why): "What is at this address is not a picture that Tidings shows: \(why)."
        case .tooManyPixels(let count): "The picture has \(count / 1_000_000) million pixels, more than Tidings opens."
        case .tooManyBytes(let count): "The picture takes \(count / 1_000_000) MB to open, more than Tidings gives one."
        case .timedOut: "The picture took too long to open."
        case .unsupportedWidth(let width): "Pictures are not offered \(width) pixels wide."
        case .cacheFailed(let why): "The picture could not be kept: \(why)."
        }
    }
}

extension ImageError {
    /// When a failed image may be retried: minutes for temporary errors, a week for bytes that are no image.
    public func retryAt(from now: Date) -> Date {
        switch self {
        case .notFetched(.busy(let until, _)): until
        // These say nothing about the image.
        case .notFetched(.cancelled), .unsupportedWidth, .cacheFailed: now
        case .notFetched(.timedOut), .notFetched(.unreachable): now.addingTimeInterval(10 * 60)
        case .notFetched: now.addingTimeInterval(6 * 3600)
        default: now.addingTimeInterval(7 * 86_400)
        }
    }
}

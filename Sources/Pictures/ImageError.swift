public import Fetching
public import Foundation

/// Why there is no picture.
public enum ImageError: Error, Sendable, Equatable {
    /// It could not be fetched; the reason says whether it may be there later.
    case notFetched(FetchError)
    /// The bytes are none of JPEG, PNG, WebP, GIF or an icon, or are damaged.
    case notAnImage(why: String)
    /// More pixels than are ever decoded.
    case tooManyPixels(Int)
    /// Pixels that take more memory than is ever given to one picture.
    case tooManyBytes(Int)
    /// Decoding took longer than ten seconds.
    case timedOut
    /// A width outside the closed set.
    case unsupportedWidth(Int)
    /// The cache on disk could not be written or read.
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
    /// Until when the picture is taken as failed: minutes for what may pass, a week for what is no picture.
    public func retryAt(from now: Date) -> Date {
        switch self {
        case .notFetched(.busy(let until, _)): until
        // These say nothing about the picture.
        case .notFetched(.cancelled), .unsupportedWidth, .cacheFailed: now
        case .notFetched(.timedOut), .notFetched(.unreachable): now.addingTimeInterval(10 * 60)
        case .notFetched: now.addingTimeInterval(6 * 3600)
        default: now.addingTimeInterval(7 * 86_400)
        }
    }
}

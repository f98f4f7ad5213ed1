public import Fetching
public import Foundation

/// Why there is no image.
public enum ImageError: Error, Sendable, Equatable {
    /// The underlying error says whether a retry helps.
    case notFetched(FetchError)
    /// Damaged, or not JPEG, PNG, WebP, GIF or ICO.
    case notAnImage(why: String)
    /// Above the decoding limit.
    case tooManyPixels(Int)
    /// Above the memory limit, decoded.
    case tooManyBytes(Int)
    /// Decoding took over ten seconds.
    case timedOut
    /// Not offered.
    case unsupportedWidth(Int)
    /// libvips could not be loaded.
    case noDecoder(why: String)
    /// The disk cache failed.
    case cacheFailed(why: String)

    /// One sentence about it.
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

extension ImageError {
    /// When to retry: minutes after temporary errors, a week after bytes that are no image.
    public func retryAt(from now: Date) -> Date {
        switch self {
        case .notFetched(.busy(let until, _)): until
        case .notFetched(.cancelled), .unsupportedWidth, .cacheFailed: now
        case .notFetched(.timedOut), .notFetched(.unreachable), .noDecoder: now.addingTimeInterval(10 * 60)
        case .notFetched: now.addingTimeInterval(6 * 3600)
        default: now.addingTimeInterval(7 * 86_400)
        }
    }

    /// In seconds; nil for those that are not remembered.
    var cacheLifetime: TimeInterval? {
        switch self {
        case .notFetched(.cancelled), .notFetched(.busy), .unsupportedWidth, .noDecoder: nil
        case .notFetched(.gone), .notFetched(.notThere), .notFetched(.badAddress), .notFetched(.notAllowed): 86_400
        // An original that cannot be kept is not fetched for every page.
        case .notFetched, .cacheFailed: 600
        case .notAnImage, .tooManyPixels, .tooManyBytes: 86_400
        case .timedOut: 3600
        }
    }
}

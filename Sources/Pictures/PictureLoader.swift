import Caching
import Crypto
public import Fetching
public import Foundation
import Untrusted

/// A loader that fetches, checks, resizes and caches images.
///
/// Concurrent requests share the work; originals and results share one LRU disk cache.
public struct PictureLoader: Sendable {
    /// The offered widths in pixels: a fixed set, so that requests cannot fill the cache.
    public static let widths: [Int] = [72, 144, 216, 324, 480, 640, 828, 1080, 1280, 1600]

    /// The version in the names of cached results; an increase invalidates them.
    private static let formatVersion = 1

    private let fetcher: Fetcher
    private let processor: PictureProcessor
    private let libvips = LibvipsLoader()
    private let cache: DiskCache
    private let originalFetches = SingleFlight<String, Bool, PictureError>()
    private let resizes = SingleFlight<String, [UInt8], PictureError>()
    /// The errors by address, so that page views do not fetch failed images again.
    private let failures = BoundedCache<String, PictureError>(maxCount: 2_000)
    private let now: @Sendable () -> Date
    private let processingLimiter = ConcurrencyLimiter(limit: 3)

    /// Creates a loader.
    /// - Parameter folder: a folder for this cache only; created if missing.
    public init(
        folder: URL, fetcher: Fetcher, cacheLimit: Int = 512 * 1024 * 1024,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(folder: folder, fetcher: fetcher, cacheLimit: cacheLimit, processor: PictureProcessor(), now: now)
    }

    init(
        folder: URL, fetcher: Fetcher, cacheLimit: Int, processor: PictureProcessor, now: @escaping @Sendable () -> Date
    ) {
        self.fetcher = fetcher
        self.processor = processor
        cache = DiskCache(folder: folder, limit: cacheLimit, now: now)
        self.now = now
    }

    /// Returns an image, cropped, at most `width` pixels wide and never enlarged.
    ///
    /// `address` identifies the image; `id` is the one in our URLs. The caller decides which images may be shown.
    /// - Parameters:
    ///   - encoding: the encoding that the client prefers.
    ///   - isRetry: true to ignore a cached failure.
    public func image(
        id: Int64, address: String, width: Int, crop: PictureCrop, as encoding: PictureEncoding = .jpeg,
        isRetry: Bool = false
    ) async throws(PictureError) -> EncodedPicture {
        guard Self.widths.contains(width) else { throw .unsupportedWidth(width) }
        let name = Self.name(of: address, width, crop, encoding)
        if let cached = await cache.read(name) { return Self.encoded(cached) }
        if isRetry { failures.removeValue(for: address) }
        let resized = try await resizes.value(for: name) { () async throws(PictureError) in
            try await resizedImage(of: address, width: width, crop: crop, encoding, name: name)
        }
        return Self.encoded(resized)
    }

    /// Returns the cached image, and never fetches or resizes.
    public func cachedImage(
        address: String, width: Int, crop: PictureCrop, as encoding: PictureEncoding = .jpeg
    ) async -> EncodedPicture? {
        guard Self.widths.contains(width) else { return nil }
        return await cache.read(Self.name(of: address, width, crop, encoding)).map(Self.encoded)
    }

    /// Returns the size and mean colour of an image.
    public func details(of address: String) async throws(PictureError) -> PictureMeasurements {
        try await withOriginal(address) { (bytes) async throws(PictureError) in try await processor.details(bytes) }
    }

    /// Renders one of our own SVGs as PNG; must not get untrusted SVGs.
    public func renderedSVG(_ svg: String) async throws(PictureError) -> [UInt8] {
        try libvips.load()
        return try await processor.renderedSVG(svg)
    }

    // MARK: Processing

    private func resizedImage(
        of address: String, width: Int, crop: PictureCrop, _ encoding: PictureEncoding, name: String
    ) async throws(PictureError) -> [UInt8] {
        if let cached = await cache.read(name) { return cached }
        let resized = try await withOriginal(address) { (bytes) async throws(PictureError) in
            try await processor.resized(bytes, width: width, crop: crop, as: encoding)
        }
        do { try await cache.write(resized, as: name) } catch {
            // The image is returned without caching; the next request resizes it again.
            return resized
        }
        return resized
    }

    /// Runs work on an original, for few images at a time; waiting originals stay on disk.
    private func withOriginal<Value: Sendable>(
        _ address: String, _ work: ([UInt8]) async throws(PictureError) -> Value
    ) async throws(PictureError) -> Value {
        if let reason = failures.value(for: address, now: now()) { throw reason }
        // A missing libvips should fail before a fetch.
        try libvips.load()
        let name = "\(Self.hash(address))-original"
        if await !cache.contains(name) {
            _ = try await originalFetches.value(for: name) { () async throws(PictureError) in
                if await cache.contains(name) { return true }
                try await recordingFailure(address) { () async throws(PictureError) in
                    _ = try await fetch(address, name)
                }
                return true
            }
        }
        await processingLimiter.acquire()
        let result: Result<Value, PictureError>
        do throws(PictureError) {
            // The original is not cached if it is too large or evicted.
            var bytes = await cache.read(name)
            if bytes == nil { bytes = try await fetch(address, name) }
            let original = bytes ?? []
            result = .success(
                try await recordingFailure(address) { () async throws(PictureError) in try await work(original) })
        } catch {
            result = .failure(error)
        }
        await processingLimiter.release()
        return try result.get()
    }

    private func fetch(_ address: String, _ name: String) async throws(PictureError) -> [UInt8] {
        let accept = "image/webp,image/jpeg,image/png,image/gif;q=0.8,image/x-icon;q=0.5"
        let response: FetchResponse
        do throws(FetchError) {
            response = try await fetcher.fetch(FetchRequest(address: address, accept: accept))
        } catch {
            throw .notFetched(error)
        }
        guard PictureFormat(response.body) != nil else {
            throw .notAnImage(why: "it is none of JPEG, PNG, WebP, GIF and ICO")
        }
        try await cache.write(response.body, as: name)
        return response.body
    }

    private func recordingFailure<Value: Sendable>(
        _ address: String, _ work: () async throws(PictureError) -> Value
    ) async throws(PictureError) -> Value {
        do throws(PictureError) {
            return try await work()
        } catch {
            if let lifetime = error.cacheLifetime {
                failures.store(error, for: address, lifetime: lifetime, now: now())
            }
            throw error
        }
    }

    /// Returns the name of a cached result.
    private static func name(
        of address: String, _ width: Int, _ crop: PictureCrop, _ encoding: PictureEncoding
    ) -> String {
        "\(hash(address))-\(width)\(crop.pathSuffix)-\(formatVersion)\(encoding.cacheSuffix)"
    }

    private static func hash(_ text: String) -> String { Hex.encode(SHA256.hash(data: Array(text.utf8)).prefix(16)) }

    private static func encoded(_ bytes: [UInt8]) -> EncodedPicture {
        let type = PictureFormat(bytes)?.mediaType ?? "image/jpeg"
        return EncodedPicture(bytes: bytes, type: type, etag: "\"\(Hex.encode(SHA256.hash(data: bytes).prefix(12)))\"")
    }
}

/// The measurements that reserve an image's space on the page.
public struct PictureMeasurements: Sendable, Hashable {
    /// The width in pixels, with orientation applied.
    public let width: Int
    /// The height in pixels, with orientation applied.
    public let height: Int
    /// The mean colour as `#rrggbb`, on a white background.
    public let meanColor: String
}

/// An encoded image with the values of its response headers.
public struct EncodedPicture: Sendable, Hashable {
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// The media type of the bytes.
    public let type: String
    /// A strong entity tag of the bytes.
    public let etag: String
}

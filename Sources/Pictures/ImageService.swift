import Caching
import Crypto
public import Fetching
public import Foundation
import Untrusted

/// Fetches, checks, resizes and caches images.
///
/// Concurrent requests share the work; originals and results share one LRU disk cache.
public struct ImageService: Sendable {
    /// A fixed set, so that requests cannot fill the cache.
    public static let widths: [Int] = [72, 144, 216, 324, 480, 640, 828, 1080, 1280, 1600]

    /// Increase it to invalidate the cache.
    private static let formatVersion = 1

    private let fetcher: Fetcher
    private let processor: ImageProcessor
    private let libvips = LibvipsLoader()
    private let cache: DiskCache
    private let originalFetches = SingleFlight<String, Bool, ImageError>()
    private let resizes = SingleFlight<String, [UInt8], ImageError>()
    /// By address, so that page views do not fetch failed images again.
    private let failures = BoundedCache<String, ImageError>(maxCount: 2_000)
    private let now: @Sendable () -> Date
    private let processingLimiter = ConcurrencyLimiter(limit: 3)

    /// - Parameter folder: for this cache only; created when missing.
    public init(
        folder: URL, fetcher: Fetcher, cacheLimit: Int = 512 * 1024 * 1024,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(folder: folder, fetcher: fetcher, cacheLimit: cacheLimit, processor: ImageProcessor(), now: now)
    }

    init(
        folder: URL, fetcher: Fetcher, cacheLimit: Int, processor: ImageProcessor, now: @escaping @Sendable () -> Date
    ) {
        self.fetcher = fetcher
        self.processor = processor
        cache = DiskCache(folder: folder, limit: cacheLimit, now: now)
        self.now = now
    }

    /// Cropped, at most `width` pixels wide, never enlarged.
    ///
    /// `address` identifies it, `id` is for our URLs. The caller decides what may be shown.
    /// - Parameter isRetry: ignores a cached failure.
    public func image(
        id: Int64, address: String, width: Int, crop: ImageCrop, isRetry: Bool = false
    ) async throws(ImageError) -> EncodedImage {
        guard Self.widths.contains(width) else { throw .unsupportedWidth(width) }
        let name = "\(Self.hash(address))-\(width)\(crop.pathSuffix)-\(Self.formatVersion)"
        if let cached = await cache.read(name) { return Self.encoded(cached) }
        if isRetry { failures.removeValue(for: address) }
        let resized = try await resizes.value(for: name) { () async throws(ImageError) in
            try await resizedImage(of: address, width: width, crop: crop, name: name)
        }
        return Self.encoded(resized)
    }

    /// The cached image; never fetches or resizes.
    public func cachedImage(address: String, width: Int, crop: ImageCrop) async -> EncodedImage? {
        guard Self.widths.contains(width) else { return nil }
        return await cache.read("\(Self.hash(address))-\(width)\(crop.pathSuffix)-\(Self.formatVersion)").map(
            Self.encoded)
    }

    /// Size and mean colour.
    public func details(of address: String) async throws(ImageError) -> ImageDetails {
        try await withOriginal(address) { (bytes) async throws(ImageError) in try await processor.details(bytes) }
    }

    /// Only for our own SVGs.
    public func renderedSVG(_ svg: String) async throws(ImageError) -> [UInt8] {
        try libvips.load()
        return try await processor.renderedSVG(svg)
    }

    // MARK: Processing

    private func resizedImage(
        of address: String, width: Int, crop: ImageCrop, name: String
    ) async throws(ImageError) -> [UInt8] {
        if let cached = await cache.read(name) { return cached }
        let resized = try await withOriginal(address) { (bytes) async throws(ImageError) in
            try await processor.resized(bytes, width: width, crop: crop)
        }
        do { try await cache.write(resized, as: name) } catch {
            // It is shown all the same, and made again next time.
            return resized
        }
        return resized
    }

    /// Few at a time; waiting originals stay on disk.
    private func withOriginal<Value: Sendable>(
        _ address: String, _ work: ([UInt8]) async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        if let reason = failures.value(for: address, now: now()) { throw reason }
        // Before anything is fetched in vain.
        try libvips.load()
        let name = "\(Self.hash(address))-original"
        if await !cache.contains(name) {
            _ = try await originalFetches.value(for: name) { () async throws(ImageError) in
                if await cache.contains(name) { return true }
                try await recordingFailure(address) { () async throws(ImageError) in _ = try await fetch(address, name)
                }
                return true
            }
        }
        await processingLimiter.acquire()
        let result: Result<Value, ImageError>
        do throws(ImageError) {
            // Not cached: too large, or evicted.
            var bytes = await cache.read(name)
            if bytes == nil { bytes = try await fetch(address, name) }
            let original = bytes ?? []
            result = .success(
                try await recordingFailure(address) { () async throws(ImageError) in try await work(original) })
        } catch {
            result = .failure(error)
        }
        await processingLimiter.release()
        return try result.get()
    }

    private func fetch(_ address: String, _ name: String) async throws(ImageError) -> [UInt8] {
        let accept = "image/webp,image/jpeg,image/png,image/gif;q=0.8,image/x-icon;q=0.5"
        let response: FetchResponse
        do throws(FetchError) {
            response = try await fetcher.fetch(FetchRequest(address: address, accept: accept))
        } catch {
            throw .notFetched(error)
        }
        guard ImageFormat(response.body) != nil else {
            throw .notAnImage(why: "it is none of JPEG, PNG, WebP, GIF and ICO")
        }
        try await cache.write(response.body, as: name)
        return response.body
    }

    private func recordingFailure<Value: Sendable>(
        _ address: String, _ work: () async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        do throws(ImageError) {
            return try await work()
        } catch {
            if let lifetime = error.cacheLifetime {
                failures.store(error, for: address, lifetime: lifetime, now: now())
            }
            throw error
        }
    }

    private static func hash(_ text: String) -> String { Hex.encode(SHA256.hash(data: Array(text.utf8)).prefix(16)) }

    private static func encoded(_ bytes: [UInt8]) -> EncodedImage {
        let type = ImageFormat(bytes) == .png ? "image/png" : "image/jpeg"
        return EncodedImage(bytes: bytes, type: type, etag: "\"\(Hex.encode(SHA256.hash(data: bytes).prefix(12)))\"")
    }
}

/// Reserves an image's space on the page.
public struct ImageDetails: Sendable, Hashable {
    /// With orientation applied.
    public let width: Int
    public let height: Int
    /// `#rrggbb`, on white.
    public let meanColor: String
}

/// Bytes and response headers.
public struct EncodedImage: Sendable, Hashable {
    public let bytes: [UInt8]
    /// PNG for transparency, else JPEG.
    public let type: String
    /// A strong entity tag of the bytes.
    public let etag: String
}

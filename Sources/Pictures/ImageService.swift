import Crypto
public import Fetching
public import Foundation

/// Fetches, checks, resizes and caches external images.
///
/// Concurrent requests share one fetch and one resize. Originals and results share one LRU disk cache.
public struct ImageService: Sendable {
    /// The widths that are offered, in pixels; others are rejected, so that requests cannot fill the cache at will.
    public static let widths: [Int] = [72, 144, 216, 324, 480, 640, 828, 1080, 1280, 1600]

    /// Part of the cache keys: increasing it invalidates all resized images.
    private static let formatVersion = 1

    private let fetcher: Fetcher
    private let processor: ImageProcessor
    private let cache: DiskCache
    private let originalFetches = SingleFlight<Bool>()
    private let resizes = SingleFlight<[UInt8]>()
    private let failures: FailureCache
    private let processingLimiter = ConcurrencyLimiter(places: 3)

    /// - Parameters:
    ///   - folder: the cache folder, for this service only; created when missing.
    ///   - cacheLimit: the most bytes in the folder.
    public init(
        folder: URL, fetcher: Fetcher, cacheLimit: Int = 512 * 1024 * 1024,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(folder: folder, fetcher: fetcher, cacheLimit: cacheLimit, darkroom: ImageProcessor(), now: now)
    }

    init(
        folder: URL, fetcher: Fetcher, cacheLimit: Int, darkroom: ImageProcessor, now: @escaping @Sendable () -> Date
    ) {
        self.fetcher = fetcher
        self.processor = darkroom
        cache = DiskCache(folder: folder, limit: cacheLimit, now: now)
        failures = FailureCache(now: now)
    }

    /// Returns the image at an address, cropped, at most `width` pixels wide and never enlarged.
    ///
    /// The address identifies the image; `id` appears in our URLs only. The caller decides which addresses may be
    /// shown.
    /// - Parameter isAskedAgain: true when a person retries; ignores a cached failure.
    public func image(
        id: Int64, address: String, width: Int, shape: ImageCrop, isAskedAgain: Bool = false
    ) async throws(ImageError) -> EncodedImage {
        guard Self.widths.contains(width) else { throw .unsupportedWidth(width) }
        let name = "\(Self.hash(address))-\(width)\(shape.pathSuffix)-\(Self.formatVersion)"
        if let cached = await cache.read(name) { return Self.encoded(cached) }
        if isAskedAgain { await failures.remove(address) }
        let resized = try await resizes.value(name) { () async throws(ImageError) in
            try await resizedImage(of: address, width: width, shape: shape, name: name)
        }
        return Self.encoded(resized)
    }

    /// Returns that image if it is cached; never fetches or resizes.
    public func cachedImage(address: String, width: Int, shape: ImageCrop) async -> EncodedImage? {
        guard Self.widths.contains(width) else { return nil }
        return await cache.read("\(Self.hash(address))-\(width)\(shape.pathSuffix)-\(Self.formatVersion)").map(
            Self.encoded)
    }

    /// Returns size and mean colour of the image at an address.
    public func details(of address: String) async throws(ImageError) -> ImageDetails {
        try await withOriginal(address) { (bytes) async throws(ImageError) in try await processor.details(bytes) }
    }

    /// Renders one of our own SVGs, never an external one, as a PNG.
    public func renderedSVG(_ svg: String) async throws(ImageError) -> [UInt8] { try await processor.renderedSVG(svg) }

    // MARK: Processing

    private func resizedImage(
        of address: String, width: Int, shape: ImageCrop, name: String
    ) async throws(ImageError) -> [UInt8] {
        if let cached = await cache.read(name) { return cached }
        let resized = try await withOriginal(address) { (bytes) async throws(ImageError) in
            try await processor.resized(bytes, width: width, shape: shape)
        }
        try await cache.write(resized, as: name)
        return resized
    }

    /// Runs work on an original, few at a time. The original waits on disk for a slot, not in memory.
    private func withOriginal<Value: Sendable>(
        _ address: String, _ work: ([UInt8]) async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        if let reason = await failures.error(for: address) { throw reason }
        let name = "\(Self.hash(address))-original"
        if await !cache.contains(name) {
            _ = try await originalFetches.value(name) { () async throws(ImageError) in
                if await cache.contains(name) { return true }
                try await recordingFailure(address) { () async throws(ImageError) in _ = try await fetch(address, name)
                }
                return true
            }
        }
        await processingLimiter.acquire()
        let result: Result<Value, ImageError>
        do throws(ImageError) {
            // Missing only when it is too large to cache or was just evicted.
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
            await failures.store(error, for: address)
            throw error
        }
    }

    private static func hash(_ text: String) -> String { hex(SHA256.hash(data: Array(text.utf8)).prefix(16)) }

    private static func encoded(_ bytes: [UInt8]) -> EncodedImage {
        let type = ImageFormat(bytes) == .png ? "image/png" : "image/jpeg"
        return EncodedImage(bytes: bytes, type: type, etag: "\"\(hex(SHA256.hash(data: bytes).prefix(12)))\"")
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// What is known about an image before it is shown, to reserve its space on the page.
public struct ImageDetails: Sendable, Hashable {
    /// Pixels, as displayed: rotated by the orientation tag.
    public let width: Int
    public let height: Int
    /// The mean colour, `#rrggbb`; transparent parts count as white.
    public let meanColor: String
}

/// An encoded image with its response headers.
public struct EncodedImage: Sendable, Hashable {
    public let bytes: [UInt8]
    /// `image/jpeg`, or `image/png` for transparency.
    public let type: String
    /// A strong entity tag with quotes, derived from the bytes.
    public let etag: String
}

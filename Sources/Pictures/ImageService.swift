import Crypto
public import Fetching
public import Foundation

/// Pictures of others, fetched once, checked, made small and kept for a while.
///
/// However many readers ask, a picture is fetched once and made once; the original and what was made of it are kept
/// in one bounded folder, from which what was not used for longest is dropped.
public struct ImageService: Sendable {
    /// The widths that are offered, in pixels; others are refused, so that a cache cannot be filled at will.
    public static let widths: [Int] = [72, 144, 216, 324, 480, 640, 828, 1080, 1280, 1600]

    /// Goes into the names of kept pictures: a new way of making them makes all of them anew.
    private static let formatVersion = 1

    private let fetcher: Fetcher
    private let processor: ImageProcessor
    private let cache: DiskCache
    private let originalFetches = SingleFlight<Bool>()
    private let resizes = SingleFlight<[UInt8]>()
    private let failures: FailureCache
    private let processingLimiter = ConcurrencyLimiter(places: 3)

    /// - Parameters:
    ///   - folder: where pictures are kept; made when it is missing, and nobody else's.
    ///   - cacheLimit: bytes; the folder never holds more.
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

    /// The picture at an address, at most `width` pixels wide and never larger than it is, cut to a shape.
    ///
    /// `id` is the picture's id in addresses of ours; the address is what decides. Which addresses may be shown at
    /// all is the caller's to know.
    /// - Parameter isAskedAgain: a person asks for what could not be had a moment ago.
    public func image(
        id: Int64, address: String, width: Int, shape: ImageCrop, isAskedAgain: Bool = false
    ) async throws(ImageError) -> EncodedImage {
        guard Self.widths.contains(width) else { throw .unsupportedWidth(width) }
        let name = "\(Self.hash(address))-\(width)\(shape.pathSuffix)-\(Self.formatVersion)"
        if let kept = await cache.read(name) { return Self.encoded(kept) }
        if isAskedAgain { await failures.remove(address) }
        let made = try await resizes.value(name) { () async throws(ImageError) in
            try await resizedImage(of: address, width: width, shape: shape, name: name)
        }
        return Self.encoded(made)
    }

    /// The same picture if it is kept in that very form; nothing is fetched or made for it.
    public func cachedImage(address: String, width: Int, shape: ImageCrop) async -> EncodedImage? {
        guard Self.widths.contains(width) else { return nil }
        return await cache.read("\(Self.hash(address))-\(width)\(shape.pathSuffix)-\(Self.formatVersion)").map(
            Self.encoded)
    }

    /// Size and colour of the picture at an address.
    public func details(of address: String) async throws(ImageError) -> ImageDetails {
        try await withOriginal(address) { (bytes) async throws(ImageError) in try await processor.details(bytes) }
    }

    /// Draws an SVG of the house's own, never one from outside, as a PNG.
    public func renderedSVG(_ svg: String) async throws(ImageError) -> [UInt8] { try await processor.renderedSVG(svg) }

    // MARK: Making

    private func resizedImage(
        of address: String, width: Int, shape: ImageCrop, name: String
    ) async throws(ImageError) -> [UInt8] {
        if let kept = await cache.read(name) { return kept }
        let made = try await withOriginal(address) { (bytes) async throws(ImageError) in
            try await processor.resized(bytes, width: width, shape: shape)
        }
        try await cache.write(made, as: name)
        return made
    }

    /// Works with an original, few at a time. It waits on disk for its turn and not in memory.
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
            // Not there only when it is too large to be kept or was pushed out just now.
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
        let answer: FetchResponse
        do throws(FetchError) {
            answer = try await fetcher.fetch(FetchRequest(address: address, accept: accept))
        } catch {
            throw .notFetched(error)
        }
        guard ImageFormat(answer.body) != nil else {
            throw .notAnImage(why: "it is none of JPEG, PNG, WebP, GIF and ICO")
        }
        try await cache.write(answer.body, as: name)
        return answer.body
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

/// What can be said of a picture before it is shown, to keep its place on the page.
public struct ImageDetails: Sendable, Hashable {
    /// Pixels, as seen: turned by its orientation tag.
    public let width: Int
    public let height: Int
    /// The mean colour, `#rrggbb`; transparent parts count as white.
    public let meanColor: String
}

/// A picture as it is served.
public struct EncodedImage: Sendable, Hashable {
    public let bytes: [UInt8]
    /// `image/jpeg`, or `image/png` where something shows through.
    public let type: String
    /// A strong entity tag with its quotes; the same bytes always have the same one.
    public let etag: String
}

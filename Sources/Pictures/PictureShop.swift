import Crypto
public import Fetching
public import Foundation

/// Pictures of others, fetched once, checked, made small and kept for a while.
///
/// However many readers ask, a picture is fetched once and made once; the original and what was made of it are kept
/// in one bounded folder, from which what was not used for longest is dropped.
public struct PictureShop: Sendable {
    /// The widths that are offered, in pixels; others are refused, so that a cache cannot be filled at will.
    public static let widths: [Int] = [72, 144, 216, 324, 480, 640, 828, 1080, 1280, 1600]

    /// Goes into the names of kept pictures: a new way of making them makes all of them anew.
    private static let edition = 1

    private let fetcher: Fetcher
    private let darkroom: Darkroom
    private let cupboard: Cupboard
    private let originals = Flights<Bool>()
    private let prints = Flights<[UInt8]>()
    private let disappointments: Disappointments
    private let turnstile = Turnstile(places: 3)

    /// - Parameters:
    ///   - folder: where pictures are kept; made when it is missing, and nobody else's.
    ///   - cacheLimit: bytes; the folder never holds more.
    public init(
        folder: URL, fetcher: Fetcher, cacheLimit: Int = 512 * 1024 * 1024,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(folder: folder, fetcher: fetcher, cacheLimit: cacheLimit, darkroom: Darkroom(), now: now)
    }

    init(
        folder: URL, fetcher: Fetcher, cacheLimit: Int, darkroom: Darkroom, now: @escaping @Sendable () -> Date
    ) {
        self.fetcher = fetcher
        self.darkroom = darkroom
        cupboard = Cupboard(folder: folder, limit: cacheLimit, now: now)
        disappointments = Disappointments(now: now)
    }

    /// The picture at an address, at most `width` pixels wide and never larger than it is, cut to a shape.
    ///
    /// `id` is the picture's id in addresses of ours; the address is what decides. Which addresses may be shown at
    /// all is the caller's to know.
    /// - Parameter isAskedAgain: a person asks for what could not be had a moment ago.
    public func picture(
        id: Int64, address: String, width: Int, shape: PictureShape, isAskedAgain: Bool = false
    ) async throws(PictureError) -> PictureBytes {
        guard Self.widths.contains(width) else { throw .widthNotOffered(width) }
        let name = "\(Self.mark(address))-\(width)\(shape.letter)-\(Self.edition)"
        if let kept = await cupboard.bytes(name) { return Self.served(kept) }
        if isAskedAgain { await disappointments.forget(address) }
        let made = try await prints.result(name) { () async throws(PictureError) in
            try await print(of: address, width: width, shape: shape, name: name)
        }
        return Self.served(made)
    }

    /// The same picture if it is kept in that very form; nothing is fetched or made for it.
    public func keptPicture(address: String, width: Int, shape: PictureShape) async -> PictureBytes? {
        guard Self.widths.contains(width) else { return nil }
        return await cupboard.bytes("\(Self.mark(address))-\(width)\(shape.letter)-\(Self.edition)").map(Self.served)
    }

    /// Size and colour of the picture at an address.
    public func facts(of address: String) async throws(PictureError) -> PictureFacts {
        try await withOriginal(address) { (bytes) async throws(PictureError) in try await darkroom.facts(bytes) }
    }

    /// Draws an SVG of the house's own, never one from outside, as a PNG.
    public func drawing(_ svg: String) async throws(PictureError) -> [UInt8] { try await darkroom.drawn(svg) }

    // MARK: Making

    private func print(
        of address: String, width: Int, shape: PictureShape, name: String
    ) async throws(PictureError) -> [UInt8] {
        if let kept = await cupboard.bytes(name) { return kept }
        let made = try await withOriginal(address) { (bytes) async throws(PictureError) in
            try await darkroom.made(bytes, width: width, shape: shape)
        }
        try await cupboard.keep(made, as: name)
        return made
    }

    /// Works with an original, few at a time. It waits on disk for its turn and not in memory.
    private func withOriginal<Value: Sendable>(
        _ address: String, _ work: ([UInt8]) async throws(PictureError) -> Value
    ) async throws(PictureError) -> Value {
        if let reason = await disappointments.reason(for: address) { throw reason }
        let name = "\(Self.mark(address))-original"
        if await !cupboard.has(name) {
            _ = try await originals.result(name) { () async throws(PictureError) in
                if await cupboard.has(name) { return true }
                try await remembering(address) { () async throws(PictureError) in _ = try await fetch(address, name) }
                return true
            }
        }
        await turnstile.enter()
        let result: Result<Value, PictureError>
        do throws(PictureError) {
            // Not there only when it is too large to be kept or was pushed out just now.
            var bytes = await cupboard.bytes(name)
            if bytes == nil { bytes = try await fetch(address, name) }
            let original = bytes ?? []
            result = .success(
                try await remembering(address) { () async throws(PictureError) in try await work(original) })
        } catch {
            result = .failure(error)
        }
        await turnstile.leave()
        return try result.get()
    }

    private func fetch(_ address: String, _ name: String) async throws(PictureError) -> [UInt8] {
        let accept = "image/webp,image/jpeg,image/png,image/gif;q=0.8,image/x-icon;q=0.5"
        let answer: FetchAnswer
        do throws(FetchError) {
            answer = try await fetcher.fetch(FetchRequest(address: address, accept: accept))
        } catch {
            throw .notFetched(error)
        }
        guard PictureKind(answer.body) != nil else {
            throw .notAPicture(why: "it is none of JPEG, PNG, WebP, GIF and ICO")
        }
        try await cupboard.keep(answer.body, as: name)
        return answer.body
    }

    private func remembering<Value: Sendable>(
        _ address: String, _ work: () async throws(PictureError) -> Value
    ) async throws(PictureError) -> Value {
        do throws(PictureError) {
            return try await work()
        } catch {
            await disappointments.remember(error, for: address)
            throw error
        }
    }

    private static func mark(_ text: String) -> String { hex(SHA256.hash(data: Array(text.utf8)).prefix(16)) }

    private static func served(_ bytes: [UInt8]) -> PictureBytes {
        let type = PictureKind(bytes) == .png ? "image/png" : "image/jpeg"
        return PictureBytes(bytes: bytes, type: type, etag: "\"\(hex(SHA256.hash(data: bytes).prefix(12)))\"")
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

import Caching
public import Foundation
public import URLs
import Untrusted

/// A reader of recordings in chunks. It is injected, as Web must not fetch; the fetcher validates addresses, limits
/// sizes, and allows one request at a time per host.
public struct AudioProxy: Sendable {
    /// The key that signs the URLs of recordings.
    public let key: [UInt8]
    private let fetch: Fetch
    private let now: @Sendable () -> Date
    /// The number of small pieces received of each recording; see `smallPieceLimit`.
    private let smallPieces = BoundedCache<WebAddress, Int>(maxCount: 500, lifetime: 600)

    /// A function that reads a non-empty byte range within 0 to ``HTTPByteRange/maxLength``.
    public typealias Fetch = @Sendable (WebAddress, Range<Int64>) async throws(AudioProxyError) -> AudioChunk

    public init(key: [UInt8], now: @escaping @Sendable () -> Date = { Date() }, fetch: @escaping Fetch) {
        self.key = key
        self.now = now
        self.fetch = fetch
    }

    /// The size in bytes below which a piece that is shorter than requested (RFC 9110 §15.3.7) counts as small. With
    /// such pieces, an hour of sound would take a thousand requests.
    static let smallPieceSize = 64 << 10
    /// The number of small pieces of a recording in ten minutes after which no more are fetched from its origin.
    static let smallPieceLimit = 16

    /// Reads a part of a recording, or only its beginning if the origin sends less.
    /// - Parameter current: the recording's present address, if its origin has redirected.
    func read(
        _ recording: WebAddress, at current: WebAddress? = nil, _ range: Range<Int64>
    ) async throws(AudioProxyError) -> AudioChunk {
        let count = smallPieces.value(for: recording, now: now()) ?? 0
        guard count < Self.smallPieceLimit else {
            throw AudioProxyError(
                userMessage:
                    "\(recording.host) sends this recording in pieces that are too small to play. Open the file there.")
        }
        let chunk = try await fetch(current ?? recording, range)
        let end = min(range.upperBound, chunk.length)
        if chunk.bytes.count < Self.smallPieceSize, range.lowerBound + Int64(chunk.bytes.count) < end {
            smallPieces.store(count + 1, for: recording, now: now())
        }
        return chunk
    }
}

/// A byte range of a recording.
public struct AudioChunk: Sendable {
    /// The bytes: fewer than requested at the end or if the origin sends less; empty beyond the end.
    public var bytes: [UInt8]
    /// The length of the whole recording in bytes: 0 to ``HTTPByteRange/maxLength``.
    public let length: Int64
    /// The origin's Content-Type.
    public var type: String?
    /// The origin's ETag, equal for all chunks of a response.
    public var entityTag: String?
    /// The address after redirects, from which the next chunk is read.
    public var address: WebAddress

    public init(bytes: [UInt8], length: Int64, type: String? = nil, entityTag: String? = nil, address: WebAddress) {
        self.bytes = bytes
        self.length = min(max(0, length), HTTPByteRange.maxLength)
        self.type = type
        self.entityTag = entityTag
        self.address = address
    }
}

/// An error of reading a recording, with a message for the user.
public struct AudioProxyError: Error, Sendable {
    /// The message for the user.
    public let userMessage: String
    public init(userMessage: String) { self.userMessage = userMessage }
}

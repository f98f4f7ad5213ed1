public import URLs
import Untrusted

/// Reads recordings in chunks. Injected, as Web must not fetch; the fetcher vets addresses, limits sizes, and allows
/// one request at a time per host.
public struct AudioRelay: Sendable {
    /// Signs the URLs of recordings.
    public let key: [UInt8]
    /// Reads a non-empty byte range within 0 to ``HTTPByteRange/maxLength``.
    public let read: @Sendable (WebAddress, Range<Int64>) async throws(AudioProxyError) -> AudioChunk

    public init(
        key: [UInt8],
        read: @escaping @Sendable (WebAddress, Range<Int64>) async throws(AudioProxyError) -> AudioChunk
    ) {
        self.key = key
        self.read = read
    }
}

/// A byte range of a recording.
public struct AudioChunk: Sendable {
    /// Fewer than requested at the end, none beyond.
    public var bytes: [UInt8]
    /// Of the recording, in bytes: 0 to ``HTTPByteRange/maxLength``.
    public let length: Int64
    /// The origin's Content-Type.
    public var type: String?
    /// The origin's ETag, equal for all chunks of a response.
    public var entityTag: String?
    /// After redirects; the next chunk is read from it.
    public var address: WebAddress

    public init(bytes: [UInt8], length: Int64, type: String? = nil, entityTag: String? = nil, address: WebAddress) {
        self.bytes = bytes
        self.length = min(max(0, length), HTTPByteRange.maxLength)
        self.type = type
        self.entityTag = entityTag
        self.address = address
    }
}

/// Why a recording cannot be read, for the user.
public struct AudioProxyError: Error, Sendable {
    public let userMessage: String
    public init(userMessage: String) { self.userMessage = userMessage }
}

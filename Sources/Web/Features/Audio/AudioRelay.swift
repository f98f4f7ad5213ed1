public import Markup
import Untrusted

/// Reads recordings from their origins in chunks. Provided by the composition root, since Web must not fetch. Every
/// read goes through the fetcher's rules: vetted addresses, one request at a time per host, size limits.
public struct AudioRelay: Sendable {
    /// Key that signs the URLs of recordings.
    public let key: [UInt8]
    /// Reads a byte range of a recording; the range lies within 0 to ``HTTPByteRange/maxLength`` and is not empty.
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
    /// The bytes from the requested position on: fewer than requested at the recording's end, none beyond it.
    public var bytes: [UInt8]
    /// Length of the whole recording in bytes: 0 to ``HTTPByteRange/maxLength``.
    public let length: Int64
    /// The origin's Content-Type.
    public var type: String?
    /// The origin's ETag; all chunks of one response must have the same.
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

/// Why a recording cannot be read, as a sentence for the user.
public struct AudioProxyError: Error, Sendable {
    public let userMessage: String
    public init(sentence: String) { self.userMessage = sentence }
}

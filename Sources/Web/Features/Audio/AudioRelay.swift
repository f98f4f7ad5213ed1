public import Markup
import Untrusted

/// Hands on recordings from their origins, a piece at a time: handed over by the composition root, as pages may not fetch.
/// Every piece is asked for by the house's own rules (addresses vetted, one question at a time for a host, bounded).
public struct AudioRelay: Sendable {
    /// Signs the addresses under which recordings are played.
    public let key: [UInt8]
    /// Reads some bytes of a recording; what is asked for lies within 0 to ``HTTPByteRange/longest``, and is at least one byte.
    public let read: @Sendable (WebAddress, Range<Int64>) async throws(AudioProxyError) -> AudioChunk

    public init(
        key: [UInt8],
        read: @escaping @Sendable (WebAddress, Range<Int64>) async throws(AudioProxyError) -> AudioChunk
    ) {
        self.key = key
        self.read = read
    }
}

/// Some bytes of a recording.
public struct AudioChunk: Sendable {
    /// From where they were asked on; fewer than were asked for at the recording's end, none beyond it.
    public var bytes: [UInt8]
    /// How long the whole recording is, in bytes: 0 to ``HTTPByteRange/longest``.
    public let length: Int64
    /// The media type as the origin says.
    public var type: String?
    /// The origin's ETag: the pieces of one answer must all have the same.
    public var entityTag: String?
    /// Where the origin led: the next piece is asked for there.
    public var address: WebAddress

    public init(bytes: [UInt8], length: Int64, type: String? = nil, entityTag: String? = nil, address: WebAddress) {
        self.bytes = bytes
        self.length = min(max(0, length), HTTPByteRange.maxLength)
        self.type = type
        self.entityTag = entityTag
        self.address = address
    }
}

/// Why a recording cannot be had, in a sentence.
public struct AudioProxyError: Error, Sendable {
    public let userMessage: String
    public init(sentence: String) { self.userMessage = sentence }
}

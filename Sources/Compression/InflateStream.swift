import CZlib

/// Unpacks bytes as they arrive. Memory stays the same whatever they unpack to: the receiver of the output, which comes
/// in pieces, counts it and may end the work.
public final class InflateStream {
    private let stream: UnsafeMutablePointer<z_stream>
    private let scratch: UnsafeMutablePointer<UInt8>
    /// True once the last block is unpacked; only the checksum may still follow.
    public private(set) var hasAllData = false

    private static let scratchSize = 64 * 1024

    /// - Parameter isRaw: whether neither a zlib nor a gzip header comes first.
    /// - Returns: nil for lack of memory.
    public init?(isRaw: Bool) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // A 15-bit window; 32 more accept both headers, a negative one accepts none.
        let window: Int32 = isRaw ? -15 : 15 + 32
        guard inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            stream.deinitialize(count: 1)
            stream.deallocate()
            return nil
        }
        self.stream = stream
        scratch = .allocate(capacity: Self.scratchSize)
    }

    deinit {
        scratch.deallocate()
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Begins another stream of the same kind.
    /// - Returns: false if that is impossible.
    public func reset() -> Bool {
        hasAllData = false
        return inflateReset(stream) == Z_OK
    }

    /// How a piece of input ended.
    public struct Progress: Sendable {
        /// Bytes of the input.
        public let used: Int
        /// Whether the packed stream is complete; what was not used comes after it.
        public let isAtEnd: Bool
    }

    /// Unpacks until the input or the packed stream ends.
    /// - Parameter receive: gets each piece of output, valid during the call; its error ends the work.
    /// - Returns: nil for damaged bytes.
    public func inflate<Failure: Error>(
        _ input: UnsafeBufferPointer<UInt8>, receive: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) -> Progress? {
        let available = UInt32(clamping: input.count)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = available
        defer { stream.pointee.next_in = nil }
        var status = Z_OK
        var isAtBlockEnd = false
        // More may come after all input.
        repeat {
            stream.pointee.next_out = scratch
            stream.pointee.avail_out = UInt32(Self.scratchSize)
            // Stops at the end of a block, and then says whether it was the last.
            status = CZlib.inflate(stream, Z_BLOCK)
            isAtBlockEnd = stream.pointee.data_type & 128 != 0
            if isAtBlockEnd, stream.pointee.data_type & 64 != 0 { hasAllData = true }
            try receive(UnsafeBufferPointer(start: scratch, count: Self.scratchSize - Int(stream.pointee.avail_out)))
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { return nil }
        } while status == Z_OK && (isAtBlockEnd || stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
        return Progress(used: Int(available - stream.pointee.avail_in), isAtEnd: status == Z_STREAM_END)
    }
}

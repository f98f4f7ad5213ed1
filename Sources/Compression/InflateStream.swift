import CZlib

/// A streaming decompressor. Memory stays constant whatever the output size: the receiver gets the output in pieces,
/// counts it and may stop the work.
public final class InflateStream {
    private let stream: UnsafeMutablePointer<z_stream>
    private let scratch: UnsafeMutablePointer<UInt8>
    /// True once the last block is decompressed; only the checksum may still follow.
    public private(set) var hasAllData = false

    private static let scratchSize = 64 * 1024

    /// Creates a decompressor; nil for lack of memory.
    /// - Parameter isRaw: true for deflate data without a zlib or gzip header.
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

    /// Starts another stream of the same kind.
    /// - Returns: false if zlib fails.
    public func reset() -> Bool {
        hasAllData = false
        return inflateReset(stream) == Z_OK
    }

    /// The progress after a piece of input.
    public struct Progress: Sendable {
        /// The number of consumed input bytes.
        public let used: Int
        /// True if the compressed stream is complete; unconsumed input belongs to the next one.
        public let isAtEnd: Bool
    }

    /// Decompresses until the input or the compressed stream ends.
    /// - Parameter receive: gets each piece of output, valid during the call; an error it throws ends the work.
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
        // More output may come after all input.
        repeat {
            stream.pointee.next_out = scratch
            stream.pointee.avail_out = UInt32(Self.scratchSize)
            // Inflate stops at the end of a block, and then reports whether the block was the last.
            status = CZlib.inflate(stream, Z_BLOCK)
            isAtBlockEnd = stream.pointee.data_type & 128 != 0
            if isAtBlockEnd, stream.pointee.data_type & 64 != 0 { hasAllData = true }
            try receive(UnsafeBufferPointer(start: scratch, count: Self.scratchSize - Int(stream.pointee.avail_out)))
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { return nil }
        } while status == Z_OK && (isAtBlockEnd || stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
        return Progress(used: Int(available - stream.pointee.avail_in), isAtEnd: status == Z_STREAM_END)
    }
}

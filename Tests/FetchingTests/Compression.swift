import CZlib

/// Packs bytes as zlib does; `window` 31 is gzip, 15 zlib, -15 bare deflate.
func deflated(_ bytes: [UInt8], window: Int32) -> [UInt8] {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    deflateInit2_(
        stream, 9, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer {
        deflateEnd(stream)
        stream.deallocate()
    }
    let capacity = Int(deflateBound(stream, UInt(bytes.count))) + 64
    var input = bytes
    return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        input.withUnsafeMutableBufferPointer { source in
            stream.pointee.next_in = source.baseAddress
            stream.pointee.avail_in = UInt32(source.count)
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(capacity)
            deflate(stream, Z_FINISH)
            count = capacity - Int(stream.pointee.avail_out)
        }
    }
}

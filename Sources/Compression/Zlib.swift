import CZlib

/// One-shot compression in zlib's formats; ``InflateStream`` is for bytes that arrive piece by piece.
public enum Zlib {
    /// Compresses to gzip (RFC 1952).
    /// - Parameter level: 1 (fast) to 9 (small).
    /// - Returns: nil for lack of memory, or for more than 4 GB.
    public static func gzip(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        // A 15-bit window; 16 more select the gzip format.
        packed(bytes, level, window: 15 + 16)
    }

    /// Compresses to the zlib format (RFC 1950).
    /// - Parameter level: 1 (fast) to 9 (small).
    /// - Returns: nil for lack of memory, or for more than 4 GB.
    public static func deflate(_ bytes: [UInt8], level: Int32) -> [UInt8]? { packed(bytes, level, window: 15) }

    /// Decompresses the output of `deflate`.
    /// - Parameter size: the size of the output, which is held in memory at once: the caller bounds it.
    /// - Returns: nil for damaged bytes, or if the size differs.
    public static func inflate(_ bytes: [UInt8], size: Int) -> [UInt8]? {
        guard size >= 0 else { return nil }
        // The zlib library needs a buffer even for an empty output.
        var plain = [UInt8](repeating: 0, count: max(size, 1))
        var length = uLong(size)
        guard uncompress(&plain, &length, bytes, uLong(bytes.count)) == Z_OK, length == uLong(size) else { return nil }
        plain.removeLast(plain.count - size)
        return plain
    }

    private static func packed(_ bytes: [UInt8], _ level: Int32, window: Int32) -> [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))))
        guard let available = UInt32(exactly: input.count), let room = UInt32(exactly: output.count) else { return nil }
        let status = input.withUnsafeMutableBufferPointer { from in
            output.withUnsafeMutableBufferPointer { to in
                (stream.next_in, stream.avail_in) = (from.baseAddress, available)
                (stream.next_out, stream.avail_out) = (to.baseAddress, room)
                return CZlib.deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { return nil }
        output.removeLast(output.count - Int(stream.total_out))
        return output
    }
}

import CZlib
import Hummingbird
import Untrusted

/// gzip (RFC 1952) by zlib.
enum Gzip {
    /// By Accept-Encoding (RFC 9110 §12.5.3).
    static func isAccepted(_ request: Request) -> Bool { isAccepted(request.headers[.acceptEncoding] ?? "") }

    /// gzip's weight overrides that of `*`; zero forbids.
    static func isAccepted(_ accepted: String) -> Bool {
        var byName: [String: Bool] = [:]
        for item in accepted.split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { continue }
            byName[name] = !parts.dropFirst().contains { parameter in
                parameter.hasPrefix("q=") && UntrustedDecimal(parameter.dropFirst(2))?.within(-1...0) != nil
            }
        }
        return byName["gzip"] ?? byName["x-gzip"] ?? byName["*"] ?? false
    }

    /// - Parameter level: 1 (fast) to 9 (small); 4 for pages (29 kB in 0.28 ms), 9 for assets.
    /// - Returns: nil for lack of memory.
    static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        var stream = z_stream()
        // A 15-bit window; 16 more select the gzip format.
        let initialized = deflateInit2_(
            &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)
        )
        guard initialized == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let status = input.withUnsafeMutableBufferPointer { from in
            output.withUnsafeMutableBufferPointer { to in
                stream.next_in = from.baseAddress
                stream.avail_in = UInt32(from.count)
                stream.next_out = to.baseAddress
                stream.avail_out = UInt32(to.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { return nil }
        output.removeLast(output.count - Int(stream.total_out))
        return output
    }
}

import CZlib

/// Unpacks gzip and deflate as it comes, never past a limit, whatever the ratio (RFC 9110 §8.4.1).
struct Unpacker: ~Copyable {
    /// How a body is packed.
    enum Packing: Sendable {
        case none, gzip, deflate
        /// A packing that we did not ask for and cannot undo, or a word that is none at all, as `utf-8`.
        case unknown

        init(contentEncoding values: [String]) {
            let words = values.flatMap { $0.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" } }
            switch words.filter({ $0 != "identity" && $0 != "none" }) {
            case []: self = .none
            // Packed twice, or labelled so: what is below the first layer shows itself.
            case ["gzip"], ["x-gzip"], ["gzip", "gzip"]: self = .gzip
            case ["deflate"]: self = .deflate
            default: self = .unknown
            }
        }
    }

    /// What came out so far.
    private(set) var bytes: [UInt8] = []
    private let limit: Int
    private var packing: Packing
    private var held: [UInt8] = []
    private var stream: UnsafeMutablePointer<z_stream>?
    private var isAtEnd = false

    init(_ packing: Packing, limit: Int, expecting length: Int?) {
        self.packing = packing
        self.limit = limit
        if packing == .none, let length { bytes.reserveCapacity(min(length, limit)) }
    }

    deinit { Self.close(stream) }

    private static func close(_ stream: UnsafeMutablePointer<z_stream>?) {
        guard let stream else { return }
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Takes the next bytes from the wire. Throws `tooLarge` at the limit and `unreadable` for damaged bytes.
    mutating func take(_ chunk: some Collection<UInt8>) throws(FetchError) {
        if packing == .none || packing == .unknown {
            guard bytes.count + chunk.count <= limit else { throw .tooLarge(limit: limit) }
            bytes.append(contentsOf: chunk)
            return
        }
        held.append(contentsOf: chunk)
        if stream == nil {
            guard held.count >= 2 else { return }
            guard try open() else {
                // Labelled as packed and not packed at all: some servers do that.
                packing = .none
                let plain = held
                held = []
                try take(plain)
                return
            }
        }
        let input = held
        held = []
        try inflateAll(input)
    }

    /// To be called after the last byte. Throws `unreadable` when the end is missing.
    mutating func finish() throws(FetchError) {
        if packing == .unknown {
            // The label may be a slip; only what is plain text is believed.
            guard bytes.isEmpty || Self.isPlain(bytes) else {
                throw .unreadable(why: "it is packed in a way that Tidings did not ask for")
            }
        } else if packing != .none, stream == nil, !held.isEmpty {
            bytes = held
        } else if stream != nil, !isAtEnd {
            throw .unreadable(why: "the packed answer breaks off")
        }
    }

    private mutating func open() throws(FetchError) -> Bool {
        let isGzip = held[0] == 0x1f && held[1] == 0x8b
        // "deflate" is meant to be zlib, but servers send the bare form as well; zlib's header tells them apart.
        let isZlib = held[0] & 0x0f == 8 && (Int(held[0]) << 8 | Int(held[1])) % 31 == 0
        if !isGzip, !isZlib, packing == .gzip || Self.isPlain(held) { return false }
        let window: Int32 = isGzip || isZlib ? 15 + 32 : -15
        let made = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        made.initialize(to: z_stream())
        guard inflateInit2_(made, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            made.deinitialize(count: 1)
            made.deallocate()
            throw .unreadable(why: "it could not be unpacked")
        }
        stream = made
        return true
    }

    private mutating func inflateAll(_ input: [UInt8]) throws(FetchError) {
        var rest = input[...]
        while !rest.isEmpty, !isAtEnd {
            let used = try inflateSome(rest)
            rest = rest.dropFirst(used)
        }
        // A second gzip member may follow the first (RFC 1952 §2.2); anything else behind the end is ignored.
        if isAtEnd, rest.starts(with: [0x1f, 0x8b]), let stream, inflateReset(stream) == Z_OK {
            isAtEnd = false
            try inflateAll(Array(rest))
        }
    }

    /// One buffer's worth of output; returns how much of the input was used.
    private mutating func inflateSome(_ input: ArraySlice<UInt8>) throws(FetchError) -> Int {
        guard let stream else { return input.count }
        var used = 0
        var result = Z_OK
        let room = 64 * 1024
        let output = [UInt8](unsafeUninitializedCapacity: room) { space, count in
            input.withUnsafeBufferPointer { source in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.pointee.avail_in = UInt32(source.count)
                stream.pointee.next_out = space.baseAddress
                stream.pointee.avail_out = UInt32(room)
                result = inflate(stream, Z_NO_FLUSH)
                used = source.count - Int(stream.pointee.avail_in)
                count = room - Int(stream.pointee.avail_out)
                stream.pointee.next_in = nil
                stream.pointee.next_out = nil
            }
        }
        guard bytes.count + output.count <= limit else { throw .tooLarge(limit: limit) }
        bytes.append(contentsOf: output)
        if result == Z_STREAM_END { isAtEnd = true }
        guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else {
            throw .unreadable(why: "the packed answer is damaged")
        }
        if used == 0, output.isEmpty, !isAtEnd { throw .unreadable(why: "the packed answer is damaged") }
        return used
    }

    /// Whether bytes begin as a document does, with only printable characters: no packed stream does so by chance for
    /// long.
    private static func isPlain(_ bytes: [UInt8]) -> Bool {
        let text = bytes.prefix(64).drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 == 32 || (9...13).contains($0) }
        guard let first = text.first, first == UInt8(ascii: "<") || first == UInt8(ascii: "{") else { return false }
        return text.allSatisfy { (32...126).contains($0) || $0 >= 0x80 || (9...13).contains($0) }
    }

    /// A document that is still gzip after its label was heeded (packed twice, or a packed file without a label) is
    /// unpacked once more; what then cannot be read stays as it was.
    static func unpackedAgain(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        guard bytes.starts(with: [0x1f, 0x8b, 8]) else { return bytes }
        var unpacker = Unpacker(.gzip, limit: limit, expecting: nil)
        do {
            try unpacker.take(bytes)
            try unpacker.finish()
            return unpacker.bytes
        } catch { return bytes }
    }
}

import Compression
import Failures

/// A decoder of a content coding (RFC 9110 §8.4.1) that decodes bytes as they arrive, within limits.
///
/// Many gzip members (RFC 1952 §2.2) are read without recursion or copying.
struct ContentDecoder: ~Copyable {
    enum Coding: Sendable {
        case identity, gzip, deflate
        /// A coding that cannot be decoded, or a word that is no coding (`utf-8`).
        case unknown

        init(contentEncoding values: [String]) {
            let codings = values.flatMap { $0.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" } }
            switch codings.filter({ $0 != "identity" && $0 != "none" }) {
            case []: self = .identity
            // A body labelled gzip twice is coded twice, or only labelled so.
            case ["gzip"], ["x-gzip"], ["gzip", "gzip"]: self = .gzip
            case ["deflate"]: self = .deflate
            default: self = .unknown
            }
        }
    }

    struct Limits: Sendable {
        /// The size of the decoded body in bytes.
        var size: Int
        /// The number of gzip members; block compressors write one per 64 kB.
        var members = 1_000
        /// The number of output bytes per input byte, above `ratioThreshold`. Deflate's maximum is 1,032; feeds and
        /// pages remain below 50.
        var ratio = 300
        var ratioThreshold = 1 << 20
    }

    private enum Phase {
        case start
        case inflating
        /// The end of a member; another member may begin.
        case betweenMembers
        case trailing
    }

    private(set) var bytes: [UInt8] = []
    private let limits: Limits
    private var coding: Coding
    private var phase = Phase.start
    private var magic: [UInt8] = []
    private var members = 1
    private var received = 0
    private var stream: InflateStream?

    /// - Parameter length: expected length in bytes, only a hint.
    init(_ coding: Coding, limits: Limits, expecting length: Int?) {
        self.coding = coding
        self.limits = limits
        if coding == .identity, let length, length > 0 { bytes.reserveCapacity(min(length, limits.size)) }
    }

    /// Decodes a chunk.
    ///
    /// - Throws: `tooLarge`, or `unreadable` for damaged bytes, too high a ratio or too many members.
    mutating func decode(_ chunk: some Collection<UInt8>) throws(FetchError) {
        received += chunk.count
        var failure: FetchError?
        // Network buffers are contiguous.
        let isDone: Void? = chunk.withContiguousStorageIfAvailable { piece in
            do throws(FetchError) { try decode(piece[...]) } catch { failure = error }
        }
        if isDone == nil {
            Array(chunk).withUnsafeBufferPointer { piece in
                do throws(FetchError) { try decode(piece[...]) } catch { failure = error }
            }
        }
        if let failure { throw failure }
    }

    /// Ends decoding; throws `unreadable` if the end of the data is missing. The checksum after the data may be
    /// missing, as in browsers (Chromium's `GzipSourceStream`, Firefox' `nsHTTPCompressConv`).
    mutating func finish() throws(FetchError) {
        switch (coding, phase) {
        case (.identity, _): break
        case (.unknown, _):
            // The label may be wrong: plain text is accepted.
            guard bytes.isEmpty || Self.isPlainText(bytes) else { throw .unreadable(.unknownCoding) }
        case (_, .start): bytes = magic
        case (_, .inflating): guard stream?.hasAllData == true else { throw .unreadable(.truncatedCoding) }
        case (_, .betweenMembers), (_, .trailing): break
        }
    }

    // MARK: - Decoding

    private mutating func decode(_ piece: Slice<UnsafeBufferPointer<UInt8>>) throws(FetchError) {
        var rest = piece
        while !rest.isEmpty {
            if coding == .identity || coding == .unknown { return try append(rest) }
            switch phase {
            case .start:
                guard readMagic(&rest) else { return }
                if try !beginInflating(before: rest) { coding = .identity }
                try decodeMagic()
            case .betweenMembers:
                guard readMagic(&rest) else { return }
                try beginNextMember()
            case .inflating:
                let used = try inflate(UnsafeBufferPointer(rebasing: rest))
                guard used > 0 || phase != .inflating else { throw Self.corruptBody }
                rest = rest.dropFirst(used)
            case .trailing: return
            }
        }
    }

    private mutating func readMagic(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        while magic.count < 2, let byte = rest.popFirst() { magic.append(byte) }
        return magic.count == 2
    }

    private mutating func decodeMagic() throws(FetchError) {
        let first = magic
        magic = []
        received -= first.count
        try decode(first)
    }

    private mutating func beginNextMember() throws(FetchError) {
        guard magic == [0x1f, 0x8b], let stream, stream.reset() else {
            magic = []
            phase = .trailing
            return
        }
        members += 1
        guard members <= limits.members else { throw .unreadable(.tooManyMembers) }
        phase = .inflating
        try decodeMagic()
    }

    /// Begins decompression if the bytes are compressed.
    ///
    /// - Parameter rest: the bytes after `magic`.
    /// - Returns: false for bytes that are not compressed.
    private mutating func beginInflating(before rest: Slice<UnsafeBufferPointer<UInt8>>) throws(FetchError) -> Bool {
        let isGzip = magic == [0x1f, 0x8b]
        // The name "deflate" means zlib, but some servers send raw deflate.
        let isZlib = magic[0] & 0x0f == 8 && (Int(magic[0]) * 256 + Int(magic[1])) % 31 == 0
        if !isGzip, !isZlib, coding == .gzip || Self.isPlainText(magic + rest.prefix(62)) { return false }
        guard let newStream = InflateStream(isRaw: !isGzip && !isZlib) else { throw .unreadable(.undecodable) }
        stream = newStream
        phase = .inflating
        return true
    }

    /// Decompresses bytes and returns the number consumed.
    private mutating func inflate(_ input: UnsafeBufferPointer<UInt8>) throws(FetchError) -> Int {
        guard let stream else { return input.count }
        let progress = try stream.inflate(input) { piece throws(FetchError) in try append(piece[...]) }
        guard let progress else { throw Self.corruptBody }
        if progress.isAtEnd { phase = .betweenMembers }
        return progress.used
    }

    private mutating func append(_ piece: Slice<UnsafeBufferPointer<UInt8>>) throws(FetchError) {
        let total = bytes.count + piece.count
        guard total <= limits.size else { throw .tooLarge(limit: limits.size) }
        if stream != nil, total > limits.ratioThreshold, total / max(1, received) > limits.ratio {
            throw .unreadable(.expandsTooMuch)
        }
        bytes.append(contentsOf: piece)
    }

    private static let corruptBody = FetchError.unreadable(.corruptCoding)

    /// Returns true if the bytes begin like a printable document; compressed bytes never do for long.
    private static func isPlainText(_ bytes: [UInt8]) -> Bool {
        let text = bytes.prefix(64).drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 == 32 || (9...13).contains($0) }
        guard let first = text.first, first == UInt8(ascii: "<") || first == UInt8(ascii: "{") else { return false }
        return text.allSatisfy { (32...126).contains($0) || $0 >= 0x80 || (9...13).contains($0) }
    }

    /// Returns decoded bytes of a document coded twice, or unlabelled; unchanged bytes if decoding fails.
    static func decodedIfGzip(_ bytes: [UInt8], limits: Limits) -> [UInt8] {
        guard bytes.starts(with: [0x1f, 0x8b, 8]) else { return bytes }
        var decoder = ContentDecoder(.gzip, limits: limits, expecting: nil)
        do {
            try decoder.decode(bytes)
            try decoder.finish()
            return decoder.bytes
        } catch { return bytes }
    }
}

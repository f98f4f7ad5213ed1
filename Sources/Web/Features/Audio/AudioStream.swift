import Hummingbird
import URLs
import Untrusted

/// The body of one response, with bytes of a recording that are fetched piece by piece: a paused player holds no
/// connection to the origin.
struct AudioStream: Sendable {
    let relay: AudioProxy
    let recording: WebAddress
    private var piece: AudioChunk
    private let opening: AudioChunk
    /// The range of the body, within the recording's length.
    private(set) var range: Range<Int64>

    private static let maxPieceSize: Int64 = 2 << 20

    /// Creates the body of a response.
    /// - Parameter opening: the first chunk, from which the length is known.
    init(relay: AudioProxy, recording: WebAddress, opening: AudioChunk, range: Range<Int64>) {
        self.relay = relay
        self.recording = recording
        self.opening = opening
        self.range = range
        piece = opening
    }

    /// Replaces the opening chunk, which is from another part of the recording, with the first piece of the range.
    mutating func readFirstPiece(limit: Int64) async throws(AudioProxyError) {
        guard let wanted = Range(checked: range.lowerBound, min(range.lowerBound + limit, range.upperBound)) else {
            return
        }
        piece = try await read(wanted)
    }

    /// Shortens the range to the bytes received, if the origin has sent less than was requested: the player requests
    /// the rest when it needs it (RFC 9110 §15.3.7).
    mutating func endAfterShortPiece(limit: Int64) {
        let requested = min(limit, range.upperBound - range.lowerBound)
        guard !piece.bytes.isEmpty, piece.bytes.count < requested,
            let shorter = Range(checked: range.lowerBound, range.lowerBound + Int64(piece.bytes.count))
        else { return }
        range = shorter
    }

    private func read(_ wanted: Range<Int64>) async throws(AudioProxyError) -> AudioChunk {
        let next = try await relay.read(recording, at: piece.address, wanted)
        // The file changed at the origin: the player must start again.
        guard next.length == opening.length, next.entityTag == opening.entityTag, !next.bytes.isEmpty else {
            throw AudioProxyError(userMessage: "The recording changed while it was played.")
        }
        return next
    }

    /// The response body, which fetches each piece once the previous one has been sent.
    var body: ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            var stream = self
            var size = AudioHandler.firstChunkSize
            var at = range.lowerBound
            while at < range.upperBound {
                if stream.piece.bytes.isEmpty {
                    size = min(size * 2, Self.maxPieceSize)
                    // The range lies within the bounded length, and so does every sum here.
                    guard let wanted = Range(checked: at, min(at + size, range.upperBound)) else { break }
                    stream.piece = try await stream.read(wanted)
                }
                let part = stream.piece.bytes.prefix(Int(range.upperBound - at))
                try await writer.write(ByteBuffer(bytes: part))
                at += Int64(part.count)
                stream.piece.bytes = []
            }
            try await writer.finish(nil)
        }
    }
}

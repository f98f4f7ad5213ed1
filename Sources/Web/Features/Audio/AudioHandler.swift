import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News
import Pictures
import Untrusted

/// A story's recording under an address of this house: fetched from its origin while it is played, never kept. So no page
/// need be allowed to ask elsewhere, wherever the origin leads.
struct AudioHandler {
    let house: WebDependencies

    static let signingPurpose = "sound"

    /// The address of a recording; nil where nothing can be handed on.
    static func path(_ dependencies: WebDependencies, _ story: StoryID, _ index: Int) -> String? {
        guard let relay = dependencies.services.audio else { return nil }
        let mark = URLSigner(key: relay.key, purpose: signingPurpose).signature(of: "\(story.rawValue)/\(index)")
        return "/sound/\(story.rawValue)/\(index)/\(mark)"
    }

    func response(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        let parameters = context.parameters
        guard let relay = house.services.audio, let id = RequestScope.pathID("story", of: context),
            let index = RequestScope.pathID("part", of: context).map(Int.init),
            URLSigner(key: relay.key, purpose: Self.signingPurpose)
                .isValid("\(id)/\(index)", mark: parameters.get("mac") ?? "")
        else { return Self.errorResponse(.notFound, "There is no such recording.") }
        let story = StoryID(rawValue: id)
        let facts = try await house.library.stories.story(story, for: .first, in: nil)
        guard let enclosure = facts.enclosures.element(at: index) else {
            return Self.errorResponse(.notFound, "There is no such recording.")
        }
        // Neither needs a byte of the recording: HEAD, and another site's page, which gets none.
        if request.method == .head { return Self.headResponse(enclosure) }
        guard RequestIntent.current(request).allowsSideEffectsForSignedURL else {
            return Self.errorResponse(.forbidden, "A recording is played only from a page of Tidings. Open its story.")
        }
        do {
            return try await rangeResponse(enclosure, relay, request)
        } catch let trouble as AudioProxyError {
            return Self.errorResponse(.badGateway, trouble.userMessage)
        }
    }

    /// Says no length: nobody was asked for it.
    private static func headResponse(_ enclosure: Enclosure) -> Response {
        var headers: HTTPFields = [.acceptRanges: "bytes", .cacheControl: "no-store"]
        let unknown = AudioChunk(bytes: [], length: 0, address: enclosure.address)
        // Without a type of sound or film the header is left out.
        if let type = try? mediaType(of: unknown, enclosure) { headers[.contentType] = type }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(contentLength: nil) { try await $0.finish(nil) })
    }

    private func rangeResponse(_ enclosure: Enclosure, _ relay: AudioRelay, _ request: Request) async throws -> Response
    {
        var asked = HTTPByteRange(request.headers[.range])
        var first = try await relay.read(enclosure.address, asked.firstRequest(most: Self.firstChunkSize))
        // What was begun with another version of the file cannot be gone on with.
        if let known = request.headers[.ifRange], known != first.entityTag {
            asked = .whole
            first = try await relay.read(enclosure.address, asked.firstRequest(most: Self.firstChunkSize))
        }
        let type = try Self.mediaType(of: first, enclosure)
        guard let wanted = asked.bytes(of: first.length) else {
            var response = Self.errorResponse(.rangeNotSatisfiable, "The recording is not so long.")
            response.headers[.contentRange] = "bytes */\(first.length)"
            return response
        }
        if case .last = asked { first.bytes = [] }
        return Response(
            status: asked == .whole ? .ok : .partialContent, headers: Self.headers(type, first, wanted, asked),
            body: Self.body(first, wanted, relay))
    }

    /// Bytes of the first piece, which is small so that playing begins soon, and of the largest.
    private static let firstChunkSize: Int64 = 256 << 10
    private static let maxChunkSize: Int64 = 2 << 20

    private static func headers(
        _ type: String, _ piece: AudioChunk, _ wanted: Range<Int64>, _ asked: HTTPByteRange
    ) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: type, .acceptRanges: "bytes", .cacheControl: "private, max-age=3600",
            .contentLength: String(wanted.count),
            // Whatever the bytes are, they are nothing but sound here.
            .contentSecurityPolicy: "default-src 'none'; sandbox; frame-ancestors 'none'",
        ]
        if asked != .whole {
            headers[.contentRange] = "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(piece.length)"
        }
        if let tag = piece.entityTag, tag.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { headers[.eTag] = tag }
        return headers
    }

    /// Piece after piece, each asked for when the one before has gone out: a player that pauses holds nobody's line.
    private static func body(_ opening: AudioChunk, _ wanted: Range<Int64>, _ relay: AudioRelay) -> ResponseBody {
        ResponseBody(contentLength: wanted.count) { writer in
            var at = wanted.lowerBound
            var piece = opening
            var size = firstChunkSize
            while at < wanted.upperBound {
                if piece.bytes.isEmpty {
                    size = min(size * 2, maxChunkSize)
                    // `wanted` lies within the length, which is bounded: so does every sum here.
                    guard let range = Range(checked: at, min(at + size, wanted.upperBound)) else { break }
                    let next = try await relay.read(piece.address, range)
                    // Another file than it was: the player must begin anew, so the answer breaks off.
                    guard next.length == opening.length, next.entityTag == opening.entityTag, !next.bytes.isEmpty else {
                        throw AudioProxyError(sentence: "The recording changed while it was played.")
                    }
                    piece = next
                }
                let part = piece.bytes.prefix(Int(wanted.upperBound - at))
                try await writer.write(ByteBuffer(bytes: part))
                at += Int64(part.count)
                piece.bytes = []
            }
            try await writer.finish(nil)
        }
    }

    /// The media type: only sound and film may pass, as an origin's page must never stand under an address of ours.
    private static func mediaType(of piece: AudioChunk, _ enclosure: Enclosure) throws(AudioProxyError) -> String {
        let told = piece.type?.lowercased() ?? ""
        let isVague = ["", "application/octet-stream", "binary/octet-stream", "application/ogg"].contains(told)
        let type = isVague ? enclosure.type?.lowercased() ?? "" : told
        let isPlain = type.utf8.allSatisfy { byte in
            (97...122).contains(byte) || (48...57).contains(byte) || [0x2B, 0x2D, 0x2E, 0x2F].contains(byte)
        }
        guard isPlain, type.hasPrefix("audio/") || type.hasPrefix("video/") else {
            throw AudioProxyError(sentence: "The origin answered with something that is no recording.")
        }
        return type
    }

    private static func errorResponse(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        SecurityMiddleware.plainText(status, sentence)
    }
}

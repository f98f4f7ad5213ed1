import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News
import Pictures
import Untrusted

/// Serves a story's recording under a local URL (docs/decisions/0011). Bytes are fetched from the origin while they are
/// played and never stored, so the content security policy can forbid media from other hosts.
struct AudioHandler {
    let house: WebDependencies

    static let signingPurpose = "sound"

    /// The signed path of a recording; nil without an audio relay.
    static func path(_ dependencies: WebDependencies, _ story: StoryID, _ index: Int) -> String? {
        guard let relay = dependencies.services.audio else { return nil }
        let signature = URLSigner(key: relay.key, purpose: signingPurpose).signature(of: "\(story.rawValue)/\(index)")
        return "/sound/\(story.rawValue)/\(index)/\(signature)"
    }

    func response(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        let parameters = context.parameters
        guard let relay = house.services.audio, let id = RequestScope.pathID("story", of: context),
            let index = RequestScope.pathID("part", of: context).map(Int.init),
            URLSigner(key: relay.key, purpose: Self.signingPurpose)
                .isValid("\(id)/\(index)", mark: parameters.get("mac") ?? "")
        else { return Self.errorResponse(.notFound, "There is no such recording.") }
        let story = StoryID(rawValue: id)
        let details = try await house.library.stories.story(story, for: .first, in: nil)
        guard let enclosure = details.enclosures.element(at: index) else {
            return Self.errorResponse(.notFound, "There is no such recording.")
        }
        // HEAD and cross-site requests must not cause a fetch.
        if request.method == .head { return Self.headResponse(enclosure) }
        guard RequestIntent.current(request).allowsSideEffectsForSignedURL else {
            return Self.errorResponse(.forbidden, "A recording is played only from a page of Tidings. Open its story.")
        }
        do {
            return try await rangeResponse(enclosure, relay, request)
        } catch let error as AudioProxyError {
            return Self.errorResponse(.badGateway, error.userMessage)
        }
    }

    /// Has no Content-Length: it is unknown before the first fetch.
    private static func headResponse(_ enclosure: Enclosure) -> Response {
        var headers: HTTPFields = [.acceptRanges: "bytes", .cacheControl: "no-store"]
        let emptyChunk = AudioChunk(bytes: [], length: 0, address: enclosure.address)
        // Without an audio or video type the header is left out.
        if let type = try? mediaType(of: emptyChunk, enclosure) { headers[.contentType] = type }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(contentLength: nil) { try await $0.finish(nil) })
    }

    private func rangeResponse(_ enclosure: Enclosure, _ relay: AudioRelay, _ request: Request) async throws -> Response
    {
        var requested = HTTPByteRange(request.headers[.range])
        var first = try await relay.read(enclosure.address, requested.firstRequest(most: Self.firstChunkSize))
        // If-Range names another version of the file, so the whole file is sent (RFC 9110 §13.1.5).
        if let known = request.headers[.ifRange], known != first.entityTag {
            requested = .whole
            first = try await relay.read(enclosure.address, requested.firstRequest(most: Self.firstChunkSize))
        }
        let type = try Self.mediaType(of: first, enclosure)
        guard let byteRange = requested.bytes(of: first.length) else {
            var response = Self.errorResponse(.rangeNotSatisfiable, "The recording is not so long.")
            response.headers[.contentRange] = "bytes */\(first.length)"
            return response
        }
        if case .last = requested { first.bytes = [] }
        return Response(
            status: requested == .whole ? .ok : .partialContent,
            headers: Self.headers(type, first, byteRange, requested),
            body: Self.body(first, byteRange, relay))
    }

    /// Size of the first chunk, small so that playback starts soon, and of the largest.
    private static let firstChunkSize: Int64 = 256 << 10
    private static let maxChunkSize: Int64 = 2 << 20

    private static func headers(
        _ type: String, _ chunk: AudioChunk, _ byteRange: Range<Int64>, _ requested: HTTPByteRange
    ) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: type, .acceptRanges: "bytes", .cacheControl: "private, max-age=3600",
            .contentLength: String(byteRange.count),
            // The bytes are untrusted and must not be rendered as a document.
            .contentSecurityPolicy: "default-src 'none'; sandbox; frame-ancestors 'none'",
        ]
        if requested != .whole {
            headers[.contentRange] = "bytes \(byteRange.lowerBound)-\(byteRange.upperBound - 1)/\(chunk.length)"
        }
        if let tag = chunk.entityTag, tag.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { headers[.eTag] = tag }
        return headers
    }

    /// Streams chunk after chunk; each is fetched once the one before was sent, so a paused player holds no connection
    /// to the origin.
    private static func body(_ opening: AudioChunk, _ byteRange: Range<Int64>, _ relay: AudioRelay) -> ResponseBody {
        ResponseBody(contentLength: byteRange.count) { writer in
            var at = byteRange.lowerBound
            var chunk = opening
            var size = firstChunkSize
            while at < byteRange.upperBound {
                if chunk.bytes.isEmpty {
                    size = min(size * 2, maxChunkSize)
                    // `byteRange` lies within the bounded length, and so does every sum here.
                    guard let range = Range(checked: at, min(at + size, byteRange.upperBound)) else { break }
                    let next = try await relay.read(chunk.address, range)
                    // The file changed at the origin: the body ends early and the player has to start again.
                    guard next.length == opening.length, next.entityTag == opening.entityTag, !next.bytes.isEmpty else {
                        throw AudioProxyError(sentence: "The recording changed while it was played.")
                    }
                    chunk = next
                }
                let part = chunk.bytes.prefix(Int(byteRange.upperBound - at))
                try await writer.write(ByteBuffer(bytes: part))
                at += Int64(part.count)
                chunk.bytes = []
            }
            try await writer.finish(nil)
        }
    }

    /// The media type; only audio and video are let through, since an origin's HTML must never be served from this
    /// host.
    private static func mediaType(of chunk: AudioChunk, _ enclosure: Enclosure) throws(AudioProxyError) -> String {
        let declaredType = chunk.type?.lowercased() ?? ""
        let isVague = ["", "application/octet-stream", "binary/octet-stream", "application/ogg"].contains(declaredType)
        let type = isVague ? enclosure.type?.lowercased() ?? "" : declaredType
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

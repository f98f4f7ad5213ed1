import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News
import Pictures
import Untrusted

/// A handler that proxies recordings (docs/decisions/0011) without storing them, so that the CSP can forbid media from
/// other hosts.
struct AudioHandler {
    let dependencies: WebDependencies

    static let signingPurpose = "audio"

    /// Returns the signed local path of an enclosure; nil without an audio relay.
    static func path(_ dependencies: WebDependencies, _ story: StoryID, _ index: Int) -> String? {
        guard let relay = dependencies.integrations.audio else { return nil }
        let signature = URLSigner(key: relay.key, purpose: signingPurpose).signature(of: "\(story.rawValue)/\(index)")
        return "/audio/\(story.rawValue)/\(index)/\(signature)"
    }

    func response(_ request: Request, _ context: ReaderRequestContext) async throws -> Response {
        let parameters = context.parameters
        guard let relay = dependencies.integrations.audio, let id = RequestScope.pathID("story", of: context),
            let index = RequestScope.pathID("part", of: context).map(Int.init),
            URLSigner(key: relay.key, purpose: Self.signingPurpose)
                .isValid("\(id)/\(index)", signature: parameters.get("mac") ?? "")
        else { return Response.plainText(.notFound, "There is no such recording.") }
        let story = StoryID(rawValue: id)
        let details = try await dependencies.library.stories.story(story, for: context.reader, in: nil)
        guard let enclosure = details.enclosures.element(at: index) else {
            return Response.plainText(.notFound, "There is no such recording.")
        }
        // HEAD and cross-site requests must not cause a fetch.
        if request.method == .head { return Self.headResponse(enclosure) }
        guard context.client.intent.allowsSideEffectsForSignedURL else {
            return Response.plainText(.forbidden, "A recording is played only from a page of Tidings. Open its story.")
        }
        do {
            return try await rangeResponse(enclosure, relay, request)
        } catch let error as AudioProxyError {
            return Response.plainText(.badGateway, error.userMessage)
        }
    }

    /// Returns the response to HEAD. It has no Content-Length, which is unknown before the first fetch.
    private static func headResponse(_ enclosure: Enclosure) -> Response {
        var headers: HTTPFields = [.acceptRanges: "bytes", .cacheControl: "no-store"]
        let emptyChunk = AudioChunk(bytes: [], length: 0, address: enclosure.address)
        // The Content-Type is omitted unless it is an audio or video type.
        if let type = try? mediaType(of: emptyChunk, enclosure) { headers[.contentType] = type }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(contentLength: nil) { try await $0.finish(nil) })
    }

    private func rangeResponse(_ enclosure: Enclosure, _ relay: AudioProxy, _ request: Request) async throws -> Response
    {
        let address = enclosure.address
        var requested = HTTPByteRange(request.headers[.range])
        var first = try await relay.read(address, requested.firstRequest(limit: Self.firstChunkSize))
        // If-Range names another version, so the whole file is sent (RFC 9110 §13.1.5).
        if let known = request.headers[.ifRange], known != first.entityTag {
            requested = .whole
            first = try await relay.read(address, requested.firstRequest(limit: Self.firstChunkSize))
        }
        let type = try Self.mediaType(of: first, enclosure)
        guard let byteRange = requested.bytes(of: first.length) else {
            var response = Response.plainText(.rangeNotSatisfiable, "The recording is shorter than that.")
            response.headers[.contentRange] = "bytes */\(first.length)"
            return response
        }
        var stream = AudioStream(relay: relay, recording: address, opening: first, range: byteRange)
        if case .last = requested { try await stream.readFirstPiece(limit: Self.firstChunkSize) }
        // A response with a part may have less than was requested; a response with the whole file may not.
        if requested != .whole { stream.endAfterShortPiece(limit: Self.firstChunkSize) }
        return Response(
            status: requested == .whole ? .ok : .partialContent,
            headers: Self.headers(type, first, stream.range, requested), body: stream.body)
    }

    /// The size of the first chunk in bytes, small so that playback starts soon.
    static let firstChunkSize: Int64 = 256 << 10

    private static func headers(
        _ type: String, _ chunk: AudioChunk, _ byteRange: Range<Int64>, _ requested: HTTPByteRange
    ) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: type, .acceptRanges: "bytes", .cacheControl: "private, max-age=3600",
            .contentLength: String(byteRange.count),
            // Untrusted bytes must not be rendered as a document.
            .contentSecurityPolicy: "default-src 'none'; sandbox; frame-ancestors 'none'",
        ]
        if requested != .whole {
            headers[.contentRange] = "bytes \(byteRange.lowerBound)-\(byteRange.upperBound - 1)/\(chunk.length)"
        }
        if let tag = chunk.entityTag, tag.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { headers[.eTag] = tag }
        return headers
    }

    /// Returns the media type, which must be audio or video: an origin's HTML must not be served from this host.
    private static func mediaType(of chunk: AudioChunk, _ enclosure: Enclosure) throws(AudioProxyError) -> String {
        let declaredType = chunk.type?.lowercased() ?? ""
        let isVague = ["", "application/octet-stream", "binary/octet-stream", "application/ogg"].contains(declaredType)
        let type = isVague ? enclosure.type?.lowercased() ?? "" : declaredType
        let isPlain = type.utf8.allSatisfy { byte in
            (97...122).contains(byte) || (48...57).contains(byte) || [0x2B, 0x2D, 0x2E, 0x2F].contains(byte)
        }
        guard isPlain, type.hasPrefix("audio/") || type.hasPrefix("video/") else {
            throw AudioProxyError(userMessage: "The site sent something that is not a recording.")
        }
        return type
    }
}

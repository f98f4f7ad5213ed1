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
struct SoundScreen {
    let house: House

    static let purpose = "sound"

    /// The address of a recording; nil where nothing can be handed on.
    static func path(_ house: House, _ story: StoryID, _ index: Int) -> String? {
        guard let relay = house.backstage.sounds else { return nil }
        let mark = AddressSigner(key: relay.key, purpose: purpose).mark(of: "\(story.rawValue)/\(index)")
        return "/sound/\(story.rawValue)/\(index)/\(mark)"
    }

    func response(_ request: Request, _ context: PageContext) async throws -> Response {
        let parameters = context.parameters
        guard let relay = house.backstage.sounds, let id = Visit.id("story", of: context),
            let index = Visit.id("part", of: context).map(Int.init),
            AddressSigner(key: relay.key, purpose: Self.purpose)
                .check("\(id)/\(index)", mark: parameters.get("mac") ?? "")
        else { return Self.sorry(.notFound, "There is no such recording.") }
        let story = StoryID(rawValue: id)
        let facts = try await house.library.stories.story(story, for: .first, in: nil)
        guard let enclosure = facts.enclosures.element(at: index) else {
            return Self.sorry(.notFound, "There is no such recording.")
        }
        // Neither needs a byte of the recording: HEAD, and another site's page, which gets none.
        if request.method == .head { return Self.head(enclosure) }
        guard RequestIntent.current(request).mayHaveEffectsIfSigned else {
            return Self.sorry(.forbidden, "A recording is played only from a page of Tidings. Open its story.")
        }
        do {
            return try await answer(enclosure, relay, request)
        } catch let trouble as SoundTrouble {
            return Self.sorry(.badGateway, trouble.sentence)
        }
    }

    /// Says no length: nobody was asked for it.
    private static func head(_ enclosure: Enclosure) -> Response {
        var headers: HTTPFields = [.acceptRanges: "bytes", .cacheControl: "no-store"]
        let unknown = SoundPiece(bytes: [], length: 0, address: enclosure.address)
        // Without a type of sound or film the header is left out.
        if let type = try? type(of: unknown, enclosure) { headers[.contentType] = type }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(contentLength: nil) { try await $0.finish(nil) })
    }

    private func answer(_ enclosure: Enclosure, _ relay: SoundRelay, _ request: Request) async throws -> Response {
        var asked = HTTPByteRange(request.headers[.range])
        var first = try await relay.read(enclosure.address, asked.opening(most: Self.least))
        // What was begun with another version of the file cannot be gone on with.
        if let known = request.headers[.ifRange], known != first.entityTag {
            asked = .whole
            first = try await relay.read(enclosure.address, asked.opening(most: Self.least))
        }
        let type = try Self.type(of: first, enclosure)
        guard let wanted = asked.bytes(of: first.length) else {
            var response = Self.sorry(.rangeNotSatisfiable, "The recording is not so long.")
            response.headers[.contentRange] = "bytes */\(first.length)"
            return response
        }
        if case .last = asked { first.bytes = [] }
        return Response(
            status: asked == .whole ? .ok : .partialContent, headers: Self.headers(type, first, wanted, asked),
            body: Self.body(first, wanted, relay))
    }

    /// Bytes of the first piece, which is small so that playing begins soon, and of the largest.
    private static let least: Int64 = 256 << 10
    private static let most: Int64 = 2 << 20

    private static func headers(
        _ type: String, _ piece: SoundPiece, _ wanted: Range<Int64>, _ asked: HTTPByteRange
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
    private static func body(_ opening: SoundPiece, _ wanted: Range<Int64>, _ relay: SoundRelay) -> ResponseBody {
        ResponseBody(contentLength: wanted.count) { writer in
            var at = wanted.lowerBound
            var piece = opening
            var size = least
            while at < wanted.upperBound {
                if piece.bytes.isEmpty {
                    size = min(size * 2, most)
                    // `wanted` lies within the length, which is bounded: so does every sum here.
                    guard let range = Range(checked: at, min(at + size, wanted.upperBound)) else { break }
                    let next = try await relay.read(piece.address, range)
                    // Another file than it was: the player must begin anew, so the answer breaks off.
                    guard next.length == opening.length, next.entityTag == opening.entityTag, !next.bytes.isEmpty else {
                        throw SoundTrouble(sentence: "The recording changed while it was played.")
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
    private static func type(of piece: SoundPiece, _ enclosure: Enclosure) throws(SoundTrouble) -> String {
        let told = piece.type?.lowercased() ?? ""
        let isVague = ["", "application/octet-stream", "binary/octet-stream", "application/ogg"].contains(told)
        let type = isVague ? enclosure.type?.lowercased() ?? "" : told
        let isPlain = type.utf8.allSatisfy { byte in
            (97...122).contains(byte) || (48...57).contains(byte) || [0x2B, 0x2D, 0x2E, 0x2F].contains(byte)
        }
        guard isPlain, type.hasPrefix("audio/") || type.hasPrefix("video/") else {
            throw SoundTrouble(sentence: "The origin answered with something that is no recording.")
        }
        return type
    }

    private static func sorry(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        SecurityHeaders.plain(status, sentence)
    }
}

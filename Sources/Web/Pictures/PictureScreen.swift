import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News
import Pictures

/// Pictures of stories the Library knows, at a width of the closed set, by signed address only (decision 14).
struct PictureScreen {
    let house: House

    func response(_ request: Request, _ context: PageContext) async -> Response {
        let parameters = context.parameters
        guard
            let order = house.signer.opened(
                id: parameters.get("id") ?? "", size: parameters.get("width") ?? "", mark: parameters.get("mac") ?? "")
        else { return Self.none(.notFound, "There is no such picture.") }
        do {
            let fact = try await house.library.pictures.picture(
                PictureID(rawValue: order.id), atLeast: order.width)
            // Another site's page, and HEAD, get what is kept.
            guard RequestIntent.current(request).mayHaveEffectsIfSigned else {
                let kept = await house.pictures.keptPicture(
                    address: fact.address.text, width: order.width, shape: order.shape)
                guard let kept else { return Self.none(.notFound, "That picture is not here yet.") }
                return Self.response(kept, to: request)
            }
            // Somebody looks at the place where it is missing, and asks once more.
            let isAskedAgain = Query(request.uri.query ?? "")["again"] != nil
            guard !fact.isKnownToFail || isAskedAgain else {
                return Self.none(.notFound, "That picture could not be had.")
            }
            return try await bytes(fact, order.width, order.shape, isAskedAgain, request)
        } catch {
            return Self.none(.notFound, "There is no such picture.")
        }
    }

    private func bytes(
        _ fact: PictureFact, _ width: Int, _ shape: PictureShape, _ isAskedAgain: Bool, _ request: Request
    ) async throws(LibraryError) -> Response {
        let picture: PictureBytes
        do {
            picture = try await house.pictures.picture(
                id: fact.id.rawValue, address: fact.address.text, width: width, shape: shape,
                isAskedAgain: isAskedAgain)
        } catch {
            try await house.library.pictures.failed(fact.id, until: error.failedUntil(from: house.settings.now()))
            return Self.none(.notFound, error.sentence)
        }
        if fact.isKnownToFail { try await house.library.pictures.failed(fact.id, until: house.settings.now()) }
        return Self.response(picture, to: request)
    }

    private static func response(_ picture: PictureBytes, to request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: picture.type, .eTag: picture.etag, .cacheControl: "private, max-age=2592000, immutable",
        ]
        if request.headers[.ifNoneMatch] == picture.etag { return Response(status: .notModified, headers: headers) }
        headers[.contentLength] = String(picture.bytes.count)
        let body = request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes))
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Not kept by the browser: the picture may come yet.
    private static func none(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        SecurityHeaders.plain(status, sentence)
    }
}

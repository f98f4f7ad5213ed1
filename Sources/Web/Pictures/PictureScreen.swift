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

    func response(_ request: Request, _ context: BasicRequestContext) async -> Response {
        let parameters = context.parameters
        guard
            let order = house.signer.opened(
                id: parameters.get("id") ?? "", size: parameters.get("width") ?? "", mark: parameters.get("mac") ?? "")
        else { return Self.none(.notFound, "There is no such picture.") }
        do {
            let fact = try await house.library.pictures.picture(PictureID(rawValue: order.id))
            guard !fact.isKnownToFail else { return Self.none(.notFound, "That picture could not be had.") }
            return try await bytes(fact, order.width, order.shape, request)
        } catch {
            return Self.none(.notFound, "There is no such picture.")
        }
    }

    private func bytes(
        _ fact: PictureFact, _ width: Int, _ shape: PictureShape, _ request: Request
    ) async throws(LibraryError) -> Response {
        do {
            let picture = try await house.pictures.picture(
                id: fact.id.rawValue, address: fact.address.text, width: width, shape: shape)
            var headers: HTTPFields = [
                .contentType: picture.type, .eTag: picture.etag, .cacheControl: "private, max-age=2592000, immutable",
            ]
            if request.headers[.ifNoneMatch] == picture.etag { return Response(status: .notModified, headers: headers) }
            headers[.contentLength] = String(picture.bytes.count)
            return Response(
                status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes)))
        } catch {
            try await house.library.pictures.failed(fact.id, until: error.failedUntil(from: house.settings.now()))
            return Self.none(.notFound, error.sentence)
        }
    }

    /// Not kept by the browser: the picture may come yet.
    private static func none(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        SecurityHeaders<BasicRequestContext>.plain(status, sentence)
    }
}

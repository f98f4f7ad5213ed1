import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News
import Pictures

/// Pictures of stories the Library knows, at a width of the closed set, by signed address only (decision 14).
struct ImageHandler {
    let dependencies: WebDependencies

    func response(_ request: Request, _ context: WebRequestContext) async -> Response {
        let parameters = context.parameters
        guard
            let order = dependencies.signer.verified(
                id: parameters.get("id") ?? "", size: parameters.get("width") ?? "", mark: parameters.get("mac") ?? "")
        else { return Self.unavailable(.notFound, "There is no such picture.") }
        do {
            let fact = try await dependencies.library.pictures.picture(
                PictureID(rawValue: order.id), atLeast: order.width)
            // Another site's page, and HEAD, get what is kept.
            guard RequestIntent.current(request).allowsSideEffectsForSignedURL else {
                let kept = await dependencies.pictures.cachedImage(
                    address: fact.address.text, width: order.width, shape: order.shape)
                guard let kept else { return Self.unavailable(.notFound, "That picture is not here yet.") }
                return Self.response(kept, to: request)
            }
            // Somebody looks at the place where it is missing, and asks once more.
            let isAskedAgain = QueryParameters(request.uri.query ?? "")["again"] != nil
            guard !fact.isKnownToFail || isAskedAgain else {
                return Self.unavailable(.notFound, "That picture could not be had.")
            }
            return try await imageResponse(fact, order.width, order.shape, isAskedAgain, request)
        } catch {
            return Self.unavailable(.notFound, "There is no such picture.")
        }
    }

    private func imageResponse(
        _ fact: PictureDetails, _ width: Int, _ shape: ImageCrop, _ isAskedAgain: Bool, _ request: Request
    ) async throws(LibraryError) -> Response {
        let picture: EncodedImage
        do {
            picture = try await dependencies.pictures.image(
                id: fact.id.rawValue, address: fact.address.text, width: width, shape: shape,
                isAskedAgain: isAskedAgain)
        } catch {
            try await dependencies.library.pictures.recordFailure(
                fact.id, until: error.retryAt(from: dependencies.settings.now()))
            return Self.unavailable(.notFound, error.message)
        }
        if fact.isKnownToFail {
            try await dependencies.library.pictures.recordFailure(fact.id, until: dependencies.settings.now())
        }
        return Self.response(picture, to: request)
    }

    private static func response(_ picture: EncodedImage, to request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: picture.type, .eTag: picture.etag, .cacheControl: "private, max-age=2592000, immutable",
        ]
        if request.headers[.ifNoneMatch] == picture.etag { return Response(status: .notModified, headers: headers) }
        headers[.contentLength] = String(picture.bytes.count)
        let body = request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes))
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Not kept by the browser: the picture may come yet.
    private static func unavailable(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        SecurityMiddleware.plainText(status, sentence)
    }
}

public import Foundation
import Hummingbird
import Library
import News
public import Pictures

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
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes)))
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

extension PictureError {
    /// Until when the picture is taken as failed: minutes for what may pass, a week for what is no picture.
    public func failedUntil(from now: Date) -> Date {
        switch self {
        case .notFetched(.busy(let until, _)): until
        case .notFetched(.timedOut), .notFetched(.unreachable): now.addingTimeInterval(10 * 60)
        case .notFetched: now.addingTimeInterval(6 * 3600)
        default: now.addingTimeInterval(7 * 86_400)
        }
    }
}

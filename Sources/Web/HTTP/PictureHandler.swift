import Caching
import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News
import Pictures
import URLs

/// A handler of images of stored stories in a fixed set of widths, by signed URL.
struct PictureHandler {
    let dependencies: WebDependencies

    func response(_ request: Request, _ context: ReaderRequestContext) async -> Response {
        let parameters = context.parameters
        guard
            let variant = dependencies.signer.verified(
                id: parameters.get("id") ?? "", size: parameters.get("width") ?? "",
                signature: parameters.get("mac") ?? "")
        else { return Response.plainText(.notFound, "There is no such picture.") }
        do {
            let details = try await dependencies.library.pictures.picture(
                PictureID(rawValue: variant.id), atLeast: variant.width)
            // HEAD and cross-site requests get cached images only.
            guard context.client.intent.allowsSideEffectsForSignedURL else {
                let cached = await dependencies.images.cachedImage(
                    address: details.address.text, width: variant.width, crop: variant.crop,
                    as: Self.encoding(for: request))
                guard let cached else { return Response.plainText(.notFound, "That picture has not been loaded yet.") }
                return Self.response(cached, to: request)
            }
            // The user requested the missing image again.
            let isRetry = QueryParameters(request.uri.query ?? "")["again"] != nil
            guard !details.isKnownToFail || isRetry else {
                return Response.plainText(.notFound, "That picture could not be loaded.")
            }
            return try await imageResponse(details, variant.width, variant.crop, isRetry, request)
        } catch {
            return Response.plainText(.notFound, "There is no such picture.")
        }
    }

    /// Returns several icons as one file. One that cannot be had is left out, and then the file is asked for again.
    func sheet(_ request: Request, _ context: ReaderRequestContext) async -> Response {
        let (parameters, encoding) = (context.parameters, Self.encoding(for: request))
        guard
            context.client.intent.allowsSideEffectsForSignedURL,
            let ids = dependencies.signer.verifiedSheet(
                ids: parameters.get("ids") ?? "", signature: parameters.get("mac") ?? "")
        else { return Response.plainText(.notFound, "There is no such picture.") }
        var icons: [(id: Int64, picture: EncodedPicture)] = []
        for id in ids {
            if let icon = await icon(PictureID(rawValue: id), as: encoding) { icons.append((id, icon)) }
        }
        var response = Self.response(.sheet(of: icons, size: SiteIconSheet.size), to: request)
        if icons.count < ids.count { response.headers[.cacheControl] = "private, no-cache" }
        return response
    }

    /// Returns an icon; nil if it cannot be had.
    private func icon(_ id: PictureID, as encoding: PictureEncoding) async -> EncodedPicture? {
        do {
            let details = try await dependencies.library.pictures.picture(id)
            guard !details.isKnownToFail else { return nil }
            return try await dependencies.images.image(
                id: id.rawValue, address: details.address.text, width: SiteIconSheet.size, crop: .square, as: encoding)
        } catch { return nil }
    }

    private func imageResponse(
        _ details: PictureDetails, _ width: Int, _ crop: PictureCrop, _ isRetry: Bool, _ request: Request
    ) async throws(LibraryError) -> Response {
        let picture: EncodedPicture
        do {
            picture = try await dependencies.images.image(
                id: details.id.rawValue, address: details.address.text, width: width, crop: crop,
                as: Self.encoding(for: request), isRetry: isRetry)
        } catch {
            try await dependencies.library.pictures.recordFailure(
                details.id, until: error.retryAt(from: dependencies.settings.now()))
            return Response.plainText(.notFound, error.message)
        }
        if details.isKnownToFail {
            try await dependencies.library.pictures.recordFailure(details.id, until: dependencies.settings.now())
        }
        if width == SiteIconSheet.size, crop == .square { dependencies.availableIcons.store(true, for: details.id) }
        return Self.response(picture, to: request)
    }

    /// Returns WebP if the client names it among the types that it accepts (RFC 9110 §12.5.1), as browsers do that show it. A
    /// script's request accepts anything and says nothing, so it gets what it can pass on to other programs.
    static func encoding(for request: Request) -> PictureEncoding {
        AcceptedValues.named(in: request.headers[.accept] ?? "")["image/webp"] == true ? .webp : .jpeg
    }

    static func response(_ picture: EncodedPicture, to request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: picture.type, .eTag: picture.etag, .cacheControl: "private, max-age=2592000, immutable",
            .vary: "Accept",
        ]
        if request.hasCopy(of: picture.etag) { return Response(status: .notModified, headers: headers) }
        headers[.contentLength] = String(picture.bytes.count)
        let body = request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes))
        return Response(status: .ok, headers: headers, body: body)
    }
}

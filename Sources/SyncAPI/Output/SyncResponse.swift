import HTTPTypes
import Hummingbird
import Untrusted

/// The responses of the interfaces. None may be stored: they are one reader's.
enum SyncResponse {
    static func text(_ text: String, _ status: HTTPResponse.Status = .ok) -> Response {
        response(Array(text.utf8), type: "text/plain; charset=utf-8", status)
    }

    /// The response to a change. Newsboat compares it with these two letters.
    static var ok: Response { text("OK") }

    static func object(
        _ format: ObjectWriter.Format = .json, _ members: (inout ObjectWriter) -> Void
    ) -> Response {
        let type = format == .json ? "application/json; charset=utf-8" : "application/xml; charset=utf-8"
        return response(ObjectWriter.document(format, members), type: type)
    }

    static func response(_ bytes: [UInt8], type: String, _ status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "private, no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns an object with a validator, for lists that programs ask for at each sync.
    static func conditional(
        _ request: Request, _ format: ObjectWriter.Format, _ members: (inout ObjectWriter) -> Void
    ) -> Response {
        let bytes = ObjectWriter.document(format, members)
        let tag = "\"\(Hex.encode(FNV1a.hash(bytes)))\""
        if request.headers[.ifNoneMatch] == tag {
            return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: "private, no-cache"])
        }
        let type = format == .json ? "application/json; charset=utf-8" : "application/xml; charset=utf-8"
        var response = response(bytes, type: type)
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = "private, no-cache"
        return response
    }
}

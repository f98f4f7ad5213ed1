import HTTPTypes
import Hummingbird

extension Response {
    /// Returns an uncached response of one line of text, for errors.
    static func plainText(_ status: HTTPResponse.Status, _ message: String) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: message + "\n")))
    }
}

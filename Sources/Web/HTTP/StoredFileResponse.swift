import Foundation
import HTTPTypes
import Hummingbird

/// A response that streams a file of the data folder.
struct StoredFileResponse {
    let file: URL
    let type: String
    /// The entity tag, with its quotation marks.
    let tag: String
    let cacheControl: String

    func response(to request: Request, _ context: some RequestContext) async throws -> Response {
        var headers: HTTPFields = [.contentType: type, .eTag: tag, .cacheControl: cacheControl]
        if request.hasCopy(of: tag) { return Response(status: .notModified, headers: headers) }
        if request.method == .head {
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
            headers[.contentLength] = size.map { "\($0)" }
            return Response(status: .ok, headers: headers)
        }
        let body = try await FileIO().loadFile(path: file.path, context: context)
        return Response(status: .ok, headers: headers, body: body)
    }
}

import Compression
import HTTPTypes
import Hummingbird
import Library
import Synchronization

/// A middleware that gives requests for an interface of other programs to it, before a session is asked for.
struct ProgramMiddleware: RouterMiddleware {
    typealias Context = WebRequestContext
    let interface: ProgramInterface
    let dependencies: WebDependencies

    func handle(
        _ request: Request, context: WebRequestContext, next: (Request, WebRequestContext) async throws -> Response
    ) async throws -> Response {
        guard interface.contains(request.uri.path) else { return try await next(request, context) }
        let client = try context.requireClient()
        let (log, limiter) = (dependencies.log, dependencies.settings.connectionLimiter)
        let program = ProgramClient(
            login: client.loginClient(request), onAuthorized: { limiter?.admit(context.connection) },
            onRejected: { error in
                if let failure = ServerLog.SignInFailure(error) { log.signInFailed(failure, client) }
            })
        do {
            let response = try await interface.respond(request, program)
            if request.method == .head { return response.createHeadResponse() }
            return Gzip.isAccepted(request) ? try await Self.compressed(response) : response
        } catch let error as LibraryError {
            let status = ErrorMiddleware.status(of: error)
            log.pageFailed(error, status, request, context, client)
            return Response.plainText(status, error.userMessage)
        }
    }
}

extension ProgramMiddleware {
    /// The size in bytes below which nothing is compressed, as it fits into one packet.
    private static let minSize = 1400

    /// Returns a response with its body compressed: a phone's first sync is megabytes of text.
    private static func compressed(_ response: Response) async throws -> Response {
        guard let size = response.body.contentLength, size >= minSize else { return response }
        let collected = Mutex<[UInt8]>([])
        try await response.body.write(CollectingWriter { bytes in collected.withLock { $0 += bytes } })
        var headers = response.headers
        var bytes = collected.withLock { $0 }
        headers[.contentLength] = nil
        headers[.vary] = "Accept-Encoding"
        if let packed = Zlib.gzip(bytes, level: 4) {
            headers[.contentEncoding] = "gzip"
            bytes = packed
        }
        return Response(
            status: response.status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// A writer that gives the bytes of a body on.
private struct CollectingWriter: ResponseBodyWriter {
    let collect: ([UInt8]) -> Void

    func write(_ buffer: ByteBuffer) async throws { collect(Array(buffer: buffer)) }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension ServerLog.SignInFailure {
    fileprivate init?(_ error: SignInError) {
        switch error {
        case .wrongPassword: self = .wrongPassword
        case .throttled: self = .throttled
        case .noPassword, .linkUsed, .linkExpired, .passkey, .library: return nil
        }
    }
}

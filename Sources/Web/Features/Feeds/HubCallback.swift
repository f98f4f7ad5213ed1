import HTTPTypes
import Hummingbird
import Library
import NIOCore
import News
import Untrusted

extension PathPattern {
    static let hub: Self = "hub/:token"
}

extension PublicEndpoint {
    /// The addresses at which hubs verify subscriptions and send content. Only a hub knows the secret in its address.
    static let hubs: [Self] = [
        .response(.get, .hub, at: .app) { routes, request, context in
            try await HubCallback(hubs: routes.dependencies.library.hubs).verify(request, context)
        },
        .response(.post, .hub, at: .app) { routes, request, context in
            try await HubCallback(hubs: routes.dependencies.library.hubs).receive(request, context)
        },
    ]
}

/// The handler of requests from hubs (WebSub §5.3 and §7).
struct HubCallback {
    let hubs: HubService

    private static let notAsked = Response.plainText(.notFound, "There is no such request.")
    private static let gone = Response.plainText(.gone, "There is no such subscription.")

    private func token(_ context: WebRequestContext) -> SecretToken? {
        context.parameters.get("token").flatMap { SecretToken($0) }
    }

    /// Repeats the challenge of a hub, if Tidings has asked for what the hub wants to have confirmed.
    func verify(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        guard request.method == .get, let token = token(context) else { return Self.notAsked }
        let query = QueryParameters(request.uri.query ?? "")
        let challenge = query["hub.challenge"] ?? ""
        let verification = HubVerification(
            mode: query["hub.mode"] ?? "", topic: query["hub.topic"] ?? "", challenge: challenge,
            leaseSeconds: query.number("hub.lease_seconds")?.int(clampedTo: 0...2_000_000_000),
            reason: query["hub.reason"])
        guard try await hubs.verify(verification, token: token) else { return Self.notAsked }
        return Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: challenge)))
    }

    /// Takes content. A wrong signature is answered like a right one, so that nobody learns which is which.
    func receive(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        guard let token = token(context), try await hubs.takesContent(at: token) else { return Self.gone }
        let body: ByteBuffer
        do { body = try await request.body.collect(upTo: HubService.maxContentSize) } catch is NIOTooManyBytesError {
            try await hubs.refuseTooLarge(at: token)
            return Response.plainText(.contentTooLarge, "The content is too large; the feed is fetched instead.")
        }
        let document = HubDocument(
            bytes: Array(buffer: body), contentType: request.headers[.contentType],
            links: request.headers[values: .link])
        let signature = request.headers[.hubSignature]
        return switch try await hubs.receive(document, signature: signature, token: token) {
        case .accepted: Response(status: .accepted, headers: [.cacheControl: "no-store"])
        case .gone: Self.gone
        }
    }
}

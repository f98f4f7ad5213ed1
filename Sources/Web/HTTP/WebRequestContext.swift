public import Hummingbird
import NIOCore

/// The context of every request: its connection, and the client as identified by middleware.
public struct WebRequestContext: RequestContext {
    /// The storage that Hummingbird requires of every context.
    public var coreContext: CoreRequestContextStorage
    /// The peer's address; nil without a network.
    let remoteAddress: String?
    let localAddress: String?
    let connection: ConnectionLimiter.ID
    /// The client; nil before `SecurityMiddleware`.
    var client: ClientInfo?
    /// The reader; nil before `AuthMiddleware`, and for requests without access, which get only public resources.
    var identity: ReaderIdentity?

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        connection = ObjectIdentifier(source.channel)
        remoteAddress = source.channel.remoteAddress?.ipAddress
        localAddress = source.channel.localAddress.flatMap { address in
            guard let ip = address.ipAddress, let port = address.port else { return nil }
            return AccessPolicy.authority(ip, port: port)
        }
    }

    /// Returns the client, for routes and middleware after `SecurityMiddleware`.
    /// - Throws: `noClient` before it.
    func requireClient() throws(RequestContextError) -> ClientInfo {
        guard let client else { throw .noClient }
        return client
    }
}

/// An error of a route that was reached without the middleware that it needs. The request is not handled in any
/// reader's name.
enum RequestContextError: Error {
    /// The `SecurityMiddleware` is missing.
    case noClient
    /// The request has no access; `AuthMiddleware` was skipped or let it pass to a public path.
    case noReader
}

public import Hummingbird
import NIOCore

/// The context of every request: its connection, and what middleware has found out about its client.
public struct WebRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The peer's address; nil without a network.
    let remoteAddress: String?
    let localAddress: String?
    let connection: ConnectionLimiter.ID
    /// Nil before `SecurityMiddleware`.
    var client: ClientInfo?
    /// Nil before `AuthMiddleware`, and for requests without access, which only get what is public.
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

    /// For routes and middleware after `SecurityMiddleware`.
    /// - Throws: `noClient` before it.
    func requireClient() throws(RequestContextError) -> ClientInfo {
        guard let client else { throw .noClient }
        return client
    }
}

/// A route was reached without the middleware that it needs. Nothing is answered on anybody's behalf.
enum RequestContextError: Error {
    /// `SecurityMiddleware` is missing.
    case noClient
    /// The request has no access; `AuthMiddleware` was skipped or let it pass to a public path.
    case noReader
}

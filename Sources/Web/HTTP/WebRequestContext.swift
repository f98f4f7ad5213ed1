public import Hummingbird
import NIOCore

/// The request context with its connection's addresses.
public struct WebRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The peer's address; nil without a network.
    let remoteAddress: String?
    let localAddress: String?
    let connection: ConnectionLimiter.ID

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        connection = ObjectIdentifier(source.channel)
        remoteAddress = source.channel.remoteAddress?.ipAddress
        localAddress = source.channel.localAddress.flatMap { address in
            guard let ip = address.ipAddress, let port = address.port else { return nil }
            return AccessPolicy.authority(ip, port: port)
        }
    }
}

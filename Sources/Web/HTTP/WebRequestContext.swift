public import Hummingbird
import NIOCore

/// What is known of one request beside its words: between which addresses its connection stands.
public struct WebRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The address that the connection comes from; nil where there is no network.
    let remoteAddress: String?
    /// The address and port of this machine that it came to.
    let localAddress: String?
    /// Names the connection to the `ConnectionLimiter`.
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

public import Hummingbird
import NIOCore

/// What is known of one request beside its words: between which addresses its connection stands.
public struct PageContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The address that the connection comes from; nil where there is no network.
    let remote: String?
    /// The address and port of this machine that it came to.
    let local: String?
    /// Names the connection to the `ConnectionLimiter`.
    let connection: ConnectionLimiter.ID

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        connection = ObjectIdentifier(source.channel)
        remote = source.channel.remoteAddress?.ipAddress
        local = source.channel.localAddress.flatMap { address in
            guard let ip = address.ipAddress, let port = address.port else { return nil }
            return Frontage.authority(ip, port: port)
        }
    }
}

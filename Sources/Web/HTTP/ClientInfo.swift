import HTTPTypes
import Hummingbird
import Library
import News

/// The client of a request as the connection and the headers describe it; determined once, before anything else.
struct ClientInfo: Sendable {
    /// The Host, lower case; behind a trusted proxy that of the request to the proxy.
    let host: String
    /// Whether the client uses https, to us or to a trusted proxy.
    let isSecure: Bool
    /// The client's network address; behind a trusted proxy the one that the proxy reports. Empty when unknown.
    let address: String
    /// Whether a proxy, trusted or not, forwarded the request, so that a loopback connection does not mean a local
    /// client.
    let isProxied: Bool
    /// Whether the client is on this machine: no proxy, a loopback connection and a loopback Host.
    let isLocal: Bool
    /// Which side effects the request may have.
    let intent: RequestIntent
    /// The client's session, if it has one.
    var session: ReaderSession?
    /// Whether `AuthMiddleware` has authorized the request.
    var isAuthorized = false

    var reader: ReaderID { session?.reader ?? .first }
    /// Whether browsers treat the page as a secure context: https or loopback.
    var isSecureContext: Bool { isSecure || Self.isLoopbackName(host) }

    /// The client of the current request, set by middleware so that no route has to pass it on; nil only outside a
    /// request.
    @TaskLocal static var current: ClientInfo?

    init(_ request: Request, remote: String?, accessPolicy: AccessPolicy) {
        let authority = (request.head.authority ?? "").lowercased()
        let forwarded = ForwardedHeaders(request, remote: remote, trusted: accessPolicy.trustedProxies)
        let host = forwarded?.host ?? authority
        self.host = host
        address = forwarded?.address ?? remote ?? ""
        let isPublic = accessPolicy.publicOrigin.map {
            $0.hasPrefix("https:") && AccessPolicy.authority(of: $0) == host
        }
        isSecure = accessPolicy.isTLS || (forwarded?.isSecure ?? isPublic ?? false)
        let isLoopback = remote.map(CIDRBlock.isLoopback) ?? false
        isProxied = forwarded != nil || ForwardedHeaders.hasProxyHeaders(request)
        isLocal = isLoopback && !isProxied && Self.isLoopbackName(authority)
        intent = RequestIntent(request, origin: Self.origin(host, isSecure: isSecure))
    }

    /// Our own origin as the browser sees it (RFC 6454 §6.2).
    private static func origin(_ host: String, isSecure: Bool) -> String { "\(isSecure ? "https" : "http")://\(host)" }

    /// What login attempts are counted by. Behind an untrusted proxy on this machine every connection is from loopback,
    /// so the short delays of local clients need `isLocal`.
    func loginClient(_ request: Request) -> LoginClient {
        LoginClient(
            address: CIDRBlock.rateLimitKey(of: address), isLocal: isLocal, agent: request.headers[.userAgent],
            device: DeviceCookie.token(request, self))
    }

    /// Whether it is `localhost` or a loopback address that `serve` and `demo` print.
    static func isLoopbackName(_ host: String) -> Bool {
        let bare = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return bare == "localhost" || bare == "127.0.0.1" || bare == "[::1]"
    }
}

import HTTPTypes
import Hummingbird
import Library

/// What is known of every request's client, whether or not it has access.
struct ClientInfo: Sendable {
    /// Lower case; behind a trusted proxy the forwarded one.
    let host: String
    /// Whether the client uses https to us or to a trusted proxy.
    let isSecure: Bool
    /// Behind a trusted proxy the forwarded one. Empty when unknown.
    let address: String
    /// Whether any proxy forwarded the request; a loopback connection is then not local.
    let isProxied: Bool
    /// No proxy, loopback connection and loopback Host.
    let isLocal: Bool
    var intent: RequestIntent

    /// Whether browsers treat the page as a secure context.
    var isSecureContext: Bool { isSecure || Self.isLoopbackName(host) }

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

    /// Our origin as the browser sees it (RFC 6454 §6.2).
    private static func origin(_ host: String, isSecure: Bool) -> String { "\(isSecure ? "https" : "http")://\(host)" }

    /// The key for login throttling. The short delays of local clients need `isLocal`: behind an untrusted local proxy
    /// every connection is from loopback.
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

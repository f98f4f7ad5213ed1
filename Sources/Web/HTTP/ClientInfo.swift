import Foundation
import HTTPTypes
import Hummingbird
import Library

/// The properties of a request's client, whether or not it has access.
struct ClientInfo: Sendable {
    /// The host in lower case; behind a trusted proxy the forwarded one.
    let host: String
    /// True if the client uses https to this server or to a trusted proxy.
    let isSecure: Bool
    /// The client's address; behind a trusted proxy the forwarded one. Empty if unknown.
    let address: String
    /// True if any proxy forwarded the request; a loopback connection is then not local.
    let isProxied: Bool
    /// True for a loopback connection with a loopback Host and without a proxy.
    let isLocal: Bool
    var intent: RequestIntent
    /// The statement of a trusted proxy about who this is; nil without one.
    let proxyClaim: ProxySignIn.Claim?

    /// This server's origin as the browser sees it (RFC 6454 §6.2).
    var origin: String { Self.origin(host, isSecure: isSecure) }
    /// True if the browser names this server by loopback's name, so that the address is of no use elsewhere.
    var hasLoopbackName: Bool { Self.isLoopbackName(host) }
    /// The port in the address; nil for the scheme's own.
    var port: Int? { URLComponents(string: origin)?.port }

    /// True if browsers treat the page as a secure context.
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
        proxyClaim = accessPolicy.proxySignIn?.claim(request, remote: remote, trusted: accessPolicy.trustedProxies)
        isProxied = forwarded != nil || proxyClaim != nil || ForwardedHeaders.hasProxyHeaders(request)
        isLocal = isLoopback && !isProxied && Self.isLoopbackName(authority)
        intent = RequestIntent(request, origin: Self.origin(host, isSecure: isSecure))
    }

    private static func origin(_ host: String, isSecure: Bool) -> String { "\(isSecure ? "https" : "http")://\(host)" }

    /// Returns the key for login throttling. The short delays of local clients require `isLocal`: behind an untrusted
    /// local proxy every connection is from loopback.
    func loginClient(_ request: Request) -> LoginClient {
        LoginClient(
            address: CIDRBlock.rateLimitKey(of: address), isLocal: isLocal, agent: request.headers[.userAgent],
            device: DeviceCookie.token(request, self))
    }

    /// Returns true for `localhost` and the loopback addresses that `serve` and `demo` print.
    static func isLoopbackName(_ host: String) -> Bool {
        let bare = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return bare == "localhost" || bare == "127.0.0.1" || bare == "[::1]"
    }
}

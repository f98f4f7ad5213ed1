import HTTPTypes
import Hummingbird
import Library
import News

/// Who asks, as far as the wire tells: found once for each request, before anything else is done with it.
struct ClientInfo: Sendable {
    /// The Host it named, lower case; where a trusted proxy stands between, the one the proxy was asked by.
    let host: String
    /// Whether it came by https all the way to us or to a trusted proxy.
    let isSecure: Bool
    /// The network address; behind a trusted proxy the one that the proxy saw. Empty when unknown.
    let address: String
    /// Whether somebody stands between: a proxy has handed it on, trusted or not, so that a connection from this machine
    /// says nothing about where the person is.
    let isProxied: Bool
    /// Whether it sits at this machine: no proxy, a connection over loopback, by one of loopback's own names.
    let isLocal: Bool
    /// What the request may cause beside its answer.
    let intent: RequestIntent
    /// The session it came in by, if it needed one.
    var session: ReaderSession?
    /// Whether the door has let it pass.
    var isAuthorized = false

    var reader: ReaderID { session?.reader ?? .first }
    /// Where browsers allow what they keep for secure places: https, and the machine itself.
    var isSecureContext: Bool { isSecure || Self.isLoopbackName(host) }

    /// Whose request is being answered. Set by the middleware around every route, so that no route has to hand it on
    /// and none can forget to; nil only outside a request.
    @TaskLocal static var current: ClientInfo?

    init(_ request: Request, remote: String?, accessPolicy: AccessPolicy) {
        let named = (request.head.authority ?? "").lowercased()
        let forwarded = ForwardedHeaders(request, remote: remote, trusted: accessPolicy.trustedProxies)
        let asked = forwarded?.host ?? named
        host = asked
        address = forwarded?.address ?? remote ?? ""
        let isPublic = accessPolicy.publicOrigin.map {
            $0.hasPrefix("https:") && AccessPolicy.authority(of: $0) == asked
        }
        isSecure = accessPolicy.isTLS || (forwarded?.isSecure ?? isPublic ?? false)
        let isNear = remote.map(CIDRBlock.isLoopback) ?? false
        isProxied = forwarded != nil || ForwardedHeaders.hasProxyHeaders(request)
        isLocal = isNear && !isProxied && Self.isLoopbackName(named)
        intent = RequestIntent(request, origin: Self.origin(asked, isSecure: isSecure))
    }

    /// Our own origin as the browser that asks sees it (RFC 6454 §6.2).
    private static func origin(_ host: String, isSecure: Bool) -> String { "\(isSecure ? "https" : "http")://\(host)" }

    /// What its guesses are counted by. Behind a proxy on this machine that is not trusted everybody looks near; the
    /// short waits of `here` are for those alone who named loopback itself.
    func loginClient(_ request: Request) -> LoginClient {
        LoginClient(
            address: CIDRBlock.rateLimitKey(of: address), isLocal: isLocal, agent: request.headers[.userAgent],
            device: DeviceCookie.token(request, self))
    }

    /// `localhost`, and the addresses of loopback that `serve` and `demo` print.
    static func isLoopbackName(_ host: String) -> Bool {
        let bare = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return bare == "localhost" || bare == "127.0.0.1" || bare == "[::1]"
    }
}

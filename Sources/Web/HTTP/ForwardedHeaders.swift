import HTTPTypes
import Hummingbird

/// The client as a trusted proxy reports it: `X-Forwarded-For`, `-Proto` and `-Host`, as Caddy, nginx, Apache and
/// Traefik write them. From anybody else these headers are ignored.
struct ForwardedHeaders: Sendable {
    /// The last forwarded address that is not a trusted proxy's.
    let address: String?
    let isSecure: Bool?
    let host: String?

    /// - Returns: nil when the peer is no trusted proxy, or nothing was forwarded.
    init?(_ request: Request, remote: String?, trusted: [CIDRBlock]) {
        guard let remote, trusted.contains(where: { $0.contains(remote) }) else { return nil }
        let chain = Self.values(request, .forwardedFor)
        let scheme = Self.values(request, .forwardedProto).last?.lowercased()
        host = Self.values(request, .forwardedHost).last?.lowercased()
        isSecure = scheme.map { $0 == "https" || $0 == "wss" }
        // Read from the right: only what trusted proxies appended is reliable, the rest the client may have sent.
        let addresses = chain.map(Self.withoutPort)
        address = addresses.last { text in !trusted.contains { $0.contains(text) } } ?? addresses.first
        if chain.isEmpty, scheme == nil, host == nil { return nil }
    }

    /// Headers that proxies add besides `x-forwarded-…`: Via (RFC 9110 §7.6.3), Forwarded (RFC 7239) and those of
    /// common proxies. No browser sends one of them.
    private static let proxyHeaderNames: Set<String> = [
        "via", "forwarded", "x-forwarded", "forwarded-for", "x-real-ip", "x-client-ip", "client-ip", "true-client-ip",
        "x-cluster-client-ip", "x-original-forwarded-for", "x-original-host", "x-original-url", "x-proxyuser-ip",
        "cf-connecting-ip", "cf-ray", "cdn-loop", "fastly-client-ip", "fly-client-ip", "x-envoy-external-address",
        "x-appengine-user-ip", "x-arr-ssl", "tailscale-user-login",
    ]

    /// Whether any header says that a proxy forwarded the request. It counts from any peer, as it only takes rights
    /// away: a client behind an unknown proxy is not local, even if the proxy is. HTTP/1.0 requests get a `Via` from
    /// `RequestHeadHandler`.
    static func hasProxyHeaders(_ request: Request) -> Bool {
        request.headers.contains { field in
            proxyHeaderNames.contains(field.name.canonicalName) || field.name.canonicalName.hasPrefix("x-forwarded-")
        }
    }

    private static func values(_ request: Request, _ name: HTTPField.Name) -> [String] {
        request.headers[values: name].joined(separator: ",").split(separator: ",").compactMap { part in
            let text = part.drop { $0 == " " || $0 == "\t" }
            let end = text.lastIndex { $0 != " " && $0 != "\t" }
            return end.map { String(text[...$0]) }
        }
    }

    /// `[2001:db8::1]:4711` and `192.0.2.1:4711` name the port too.
    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        let colons = text.count { $0 == ":" }
        return colons == 1 ? String(text.prefix { $0 != ":" }) : text
    }
}

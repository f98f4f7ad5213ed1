import HTTPTypes
import Hummingbird

/// The headers of a trusted proxy (`X-Forwarded-For`, `-Proto`, `-Host`); those of other peers are ignored.
struct ForwardedHeaders: Sendable {
    /// The last address that is not a trusted proxy's; if all are, the first.
    let address: String?
    let isSecure: Bool?
    let host: String?

    /// Reads the headers.
    /// - Returns: nil unless a trusted proxy sent at least one of them.
    init?(_ request: Request, remote: String?, trusted: [CIDRBlock]) {
        guard let remote, trusted.contains(where: { $0.contains(remote) }) else { return nil }
        let chain = Self.values(request, .forwardedFor)
        let scheme = Self.values(request, .forwardedProto).last?.lowercased()
        host = Self.values(request, .forwardedHost).last?.lowercased()
        isSecure = scheme.map { $0 == "https" || $0 == "wss" }
        // Addresses are read from the right: only those that trusted proxies appended are reliable.
        let addresses = chain.map(Self.withoutPort)
        address = addresses.last { text in !trusted.contains { $0.contains(text) } } ?? addresses.first
        if chain.isEmpty, scheme == nil, host == nil { return nil }
    }

    /// The proxy headers besides `x-forwarded-…`: Via (RFC 9110 §7.6.3), Forwarded (RFC 7239), others in common use.
    /// Browsers send none of them.
    private static let proxyHeaderNames: Set<String> = [
        "via", "forwarded", "x-forwarded", "forwarded-for", "x-real-ip", "x-client-ip", "client-ip", "true-client-ip",
        "x-cluster-client-ip", "x-original-forwarded-for", "x-original-host", "x-original-url", "x-proxyuser-ip",
        "cf-connecting-ip", "cf-ray", "cdn-loop", "fastly-client-ip", "fly-client-ip", "x-envoy-external-address",
        "x-appengine-user-ip", "x-arr-ssl", "tailscale-user-login",
    ]

    /// Returns true if a proxy forwarded the request. Headers of any peer count, as they only remove rights. HTTP/1.0
    /// requests get a `Via` from `RequestHeadHandler`.
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

    /// Returns the address without its port: `[2001:db8::1]:4711`, `192.0.2.1:4711`.
    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        let colons = text.count { $0 == ":" }
        return colons == 1 ? String(text.prefix { $0 != ":" }) : text
    }
}

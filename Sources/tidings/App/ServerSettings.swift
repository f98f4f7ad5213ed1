import Foundation
import Untrusted
import Web

/// The settings of `serve`.
struct ServerSettings: Sendable {
    /// The address to listen on; `0.0.0.0` and `::` mean all interfaces.
    var host = "127.0.0.1"
    var port = 8480
    /// The public scheme, host and non-standard port.
    var publicOrigin: String?
    /// The proxies whose `X-Forwarded-…` headers are trusted.
    var trustedProxies: [CIDRBlock] = []
    /// The header in which the proxies name the reader, and true to make a reader of an unknown name.
    var proxyHeader: String?
    var proxyHeaderJoins = false
    /// The paths of the certificate and its key, in PEM.
    var certificate: String?
    var key: String?
    /// The access without a session that replaces the default; for the demonstration.
    var accessMode: AccessPolicy.AnonymousAccess?
    var signInHint: String?
    /// The command that lets other devices reach the server; nil for that of `serve`.
    var listenCommand: String?
    /// The further accepted Host headers, with port.
    var extraHosts: Set<String> = []
    /// The limits of connections in total and per client address; nil to derive them from the open-file limit.
    var connections: Int?
    var connectionsPerAddress: Int?
    /// The time limits. The request timeout is for requests before sign-in, the upload timeout for those after.
    var headTimeout: Duration?
    var requestTimeout: Duration?
    var uploadTimeout: Duration?
    var idleTimeout: Duration?

    var isLoopback: Bool { host == "127.0.0.1" || host == "::1" }
    var listensOnAllInterfaces: Bool { host == "0.0.0.0" || host == "::" }
    var isTLS: Bool { certificate != nil }
    /// True if other machines can connect.
    var needsPassword: Bool { !isLoopback || publicOrigin != nil }
    var scheme: String { isTLS ? "https" : "http" }

    /// The access policy. Requests from this machine need sign-in only once a password is set; others always.
    var accessPolicy: AccessPolicy {
        AccessPolicy(
            anonymousAccess: accessMode ?? (needsPassword || proxyHeader != nil ? .never : .untilPasswordSet),
            publicOrigin: publicOrigin,
            listensOnAllAddresses: listensOnAllInterfaces && extraHosts.isEmpty, isTLS: isTLS,
            trustedProxies: trustedProxies,
            listenCommand: listenCommand ?? "tidings serve --listen 0.0.0.0:\(port)", signInHint: signInHint,
            proxySignIn: proxyHeader.flatMap { ProxySignIn(header: $0, admitsUnknown: proxyHeaderJoins) },
            reachableOrigins: { [self] in reachableOrigins })
    }

    /// The origins by which other devices reach this server, the public one first; none if it answers on loopback alone.
    private var reachableOrigins: [String] {
        var authorities: [String] = []
        if !extraHosts.isEmpty {
            authorities = extraHosts.sorted()
        } else if listensOnAllInterfaces {
            authorities = LocalAddresses.privateIPv4().map { AccessPolicy.authority($0, port: port) }
        } else if !isLoopback {
            authorities = [AccessPolicy.authority(host, port: port)]
        }
        return (publicOrigin.map { [$0] } ?? []) + authorities.map { "\(scheme)://\($0)" }
    }

    /// The accepted Host headers besides the public origin and, on all interfaces, the machine's addresses.
    var allowedHosts: Set<String> {
        WebSettings.loopbackHosts(port: port).union([AccessPolicy.authority(host, port: port)]).union(extraHosts)
    }

    var address: String {
        if let publicOrigin { return publicOrigin + "/" }
        let reachable = listensOnAllInterfaces ? LocalAddresses.privateIPv4().first ?? "127.0.0.1" : host
        return "\(scheme)://\(AccessPolicy.authority(reachable, port: port))/"
    }

    /// Returns the limits of connections.
    ///
    /// - Parameter descriptors: open-file limit, which caps connections.
    func limits(descriptors: Int) -> ConnectionLimits {
        let allowed = ConnectionLimits(descriptors: descriptors).total
        let total = min(connections ?? allowed, allowed)
        var limits = ConnectionLimits(
            total: total, perAddress: min(connectionsPerAddress ?? ConnectionLimits.perAddressShare(of: total), total))
        if let headTimeout { limits.headTimeout = headTimeout }
        if let requestTimeout { limits.requestTimeout = requestTimeout }
        if let uploadTimeout { limits.uploadTimeout = uploadTimeout }
        if let idleTimeout { limits.idleTimeout = idleTimeout }
        return limits
    }

    // MARK: - Parsing

    /// Parses "127.0.0.1:8480", "[::1]:8480", "news.lan:8480" or a port.
    mutating func listen(_ text: String, from: String) throws {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let given = parts.count > 1 ? parts.dropLast().joined(separator: ":") : "127.0.0.1"
        let bare = given.hasPrefix("[") && given.hasSuffix("]") ? String(given.dropFirst().dropLast()) : given
        guard let number = parts.last.flatMap({ UntrustedInteger(digits: $0)?.int(in: 1...65_535) }), Self.isHost(bare)
        else {
            throw CLIError(
                .configuration,
                "\(from): listen takes an address and a port such as 127.0.0.1:8480 or 0.0.0.0:8480, not “\(text)”.")
        }
        (host, port) = (bare.lowercased() == "localhost" ? "127.0.0.1" : bare.lowercased(), number)
    }

    private static func isHost(_ text: String) -> Bool {
        if text.contains(":") { return CIDRBlock(text) != nil && !text.contains("/") }
        return !text.isEmpty && text.utf8.count <= 253 && !text.hasPrefix("-")
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
    }

    /// Parses "https://news.example", with an optional port.
    mutating func setPublicURL(_ text: String, from: String) throws {
        let bare = text.hasSuffix("/") ? String(text.dropLast()) : text
        let parts = URLComponents(string: bare)
        guard let parts, let scheme = parts.scheme?.lowercased(), ["https", "http"].contains(scheme),
            let name = parts.host, !name.isEmpty, parts.path.isEmpty, parts.query == nil, parts.fragment == nil,
            parts.user == nil
        else {
            throw CLIError(
                .configuration,
                "\(from): web.publicURL takes an address without a path, such as https://news.example, not “\(text)”.")
        }
        let standard = scheme == "https" ? 443 : 80
        let port = parts.port.flatMap { $0 == standard ? nil : ":\($0)" } ?? ""
        publicOrigin = "\(scheme)://\(name.lowercased())\(port)"
    }

    mutating func setTrustedProxies(_ values: [String], from: String) throws {
        trustedProxies = try values.flatMap { $0.split(separator: ",") }.map { text in
            guard let range = CIDRBlock(text.trimmingCharacters(in: .whitespaces)) else {
                throw CLIError(
                    .configuration,
                    "\(from): web.trustedProxies takes addresses such as 127.0.0.1 or 10.0.0.0/8, not “\(text)”.")
            }
            return range
        }
    }

    mutating func setProxyHeader(_ text: String, from: String) throws {
        guard ProxySignIn(header: text, admitsUnknown: false) != nil else {
            throw CLIError(
                .configuration,
                "\(from): web.proxyHeader takes the name of a header of its own such as Remote-User, not “\(text)”.")
        }
        proxyHeader = text
    }

    /// Checks that the proxies are known whose header signs in.
    ///
    /// - Throws: `CLIError` if none is.
    func checkProxyHeader() throws {
        guard proxyHeader != nil, trustedProxies.isEmpty else { return }
        throw CLIError(
            .configuration,
            "web.proxyHeader signs in whom a proxy names, so say which proxies may: set web.trustedProxies to their addresses."
        )
    }

    /// Checks that certificate and key are both set or both missing.
    ///
    /// - Throws: `CLIError` if one is missing.
    func checkCertificatePair() throws {
        guard (certificate == nil) != (key == nil) else { return }
        throw CLIError(
            .configuration,
            certificate == nil
                ? "A key needs its certificate: --certificate FILE." : "A certificate needs its key: --key FILE.")
    }
}

import Foundation
import Untrusted
import Web

/// Where the newspaper answers, and what stands between it and those who read: the settings of `serve`.
struct ServerSettings: Sendable {
    /// An address of this machine, or a name of one; `0.0.0.0` and `::` are all of them.
    var host = "127.0.0.1"
    var port = 8480
    /// The address others know it by, behind a proxy or by a name: scheme, host and perhaps a port.
    var publicOrigin: String?
    /// Whose forwarded headers count.
    var trustedProxies: [CIDRBlock] = []
    /// PEM files.
    var certificate: String?
    var key: String?
    /// Who comes in without a session, where it is not as the address says: the demonstration's own choice.
    var accessMode: AccessPolicy.AnonymousAccess?
    var signInHint: String?
    /// Addresses, with their port, under which a phone may ask too.
    var extraHosts: Set<String> = []
    /// All connections together, and those of one address; nil for what the system's limit of open files allows.
    var connections: Int?
    var connectionsPerAddress: Int?
    /// How long a request's head, a stranger's whole request, a reader's upload and a reader's resting connection may take.
    var headTimeout: Duration?
    var requestTimeout: Duration?
    var uploadTimeout: Duration?
    var idleTimeout: Duration?

    /// Whether only this machine can come.
    var isLoopback: Bool { host == "127.0.0.1" || host == "::1" }
    var listensOnAllInterfaces: Bool { host == "0.0.0.0" || host == "::" }
    var isTLS: Bool { certificate != nil }
    /// Whether others can come, so that a password has to be there first.
    var needsPassword: Bool { !isLoopback || publicOrigin != nil }
    var scheme: String { isTLS ? "https" : "http" }

    /// The settings for the pages. Who sits at the machine needs no password until there is one; from elsewhere nobody
    /// comes in without.
    var accessPolicy: AccessPolicy {
        AccessPolicy(
            door: accessMode ?? (needsPassword ? .never : .untilPasswordSet), publicOrigin: publicOrigin,
            isEverywhere: listensOnAllInterfaces && extraHosts.isEmpty, isTLS: isTLS, trustedProxies: trustedProxies,
            doorHint: signInHint)
    }

    /// The Host headers that are answered, beside the public one's and, where it listens everywhere, the machine's own.
    var allowedHosts: Set<String> {
        WebSettings.loopbackHosts(port: port).union([AccessPolicy.authority(host, port: port)]).union(extraHosts)
    }

    /// The address to open, for people.
    var address: String {
        if let publicOrigin { return publicOrigin + "/" }
        let near = listensOnAllInterfaces ? LocalAddresses.privateIPv4().first ?? "127.0.0.1" : host
        return "\(scheme)://\(AccessPolicy.authority(near, port: port))/"
    }

    /// - Parameter descriptors: how many files this process may have open; what is set is never above what they allow.
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

    // MARK: - Reading what was set

    /// "127.0.0.1:8480", "[::1]:8480", "0.0.0.0:8480", "news.lan:8480" or a bare port.
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

    /// A numeric address, or a name of letters, digits, dots and hyphens.
    private static func isHost(_ text: String) -> Bool {
        if text.contains(":") { return CIDRBlock(text) != nil && !text.contains("/") }
        return !text.isEmpty && text.utf8.count <= 253 && !text.hasPrefix("-")
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
    }

    /// "https://news.example", with a port if it needs one; a slash at the end is taken off.
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

    /// - Throws: `Trouble` when a certificate stands without its key, or a key without its certificate.
    func checkCertificatePair() throws {
        guard (certificate == nil) != (key == nil) else { return }
        throw CLIError(
            .configuration,
            certificate == nil
                ? "A key needs its certificate: --certificate FILE." : "A certificate needs its key: --key FILE.")
    }
}

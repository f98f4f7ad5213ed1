import Foundation
import Untrusted

/// The cookies that a chain of redirects sets: sent back within the chain, by the rules of RFC 6265, and forgotten
/// after it. Sites that give everyone a session redirect until its cookie comes back.
///
/// The rules are stricter than the RFC: ports are kept apart, secure cookies come by https, and names and values are
/// ASCII.
struct RedirectCookies: Sendable {
    private struct Cookie: Sendable {
        let name: String
        let value: String
        /// The domain without its first dot.
        let domain: String
        let isHostOnly: Bool
        let path: String
        let isSecure: Bool
        /// The port; nil for the defaults of http and https.
        let port: Int?

        func replaces(_ other: Cookie) -> Bool {
            name == other.name && domain == other.domain && path == other.path && port == other.port
        }
    }

    private var cookies: [Cookie] = []

    private static let maxCount = 20
    private static let maxFields = 50
    /// The size of a name and its value in bytes.
    private static let maxCookieSize = 4096
    /// The size of the `Cookie` field in bytes.
    private static let maxHeaderSize = 8192

    /// Stores the cookies of a response.
    ///
    /// - Parameters:
    ///   - fields: values of all `Set-Cookie` fields.
    ///   - url: URL of the response.
    mutating func store(_ fields: [String], from url: RequestURL, now: Date) {
        for field in fields.prefix(Self.maxFields) where field.utf8.count <= 2 * Self.maxCookieSize {
            guard let (cookie, isExpired) = Self.cookie(in: field, from: url, now: now) else { continue }
            let index = cookies.firstIndex { cookie.replaces($0) }
            switch (index, isExpired) {
            case (let index?, true): cookies.remove(at: index)
            case (let index?, false): cookies[index] = cookie
            case (nil, true): break
            case (nil, false): if cookies.count < Self.maxCount { cookies.append(cookie) }
            }
        }
    }

    /// Returns the `Cookie` field of a request (§5.4); nil if no cookie matches.
    func header(for url: RequestURL) -> String? {
        let matching = cookies.enumerated().filter { Self.matches($0.element, url) }
            .sorted { ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset) }
        var header = ""
        for cookie in matching.map(\.element) {
            let pair = (header.isEmpty ? "" : "; ") + "\(cookie.name)=\(cookie.value)"
            if header.utf8.count + pair.utf8.count <= Self.maxHeaderSize { header += pair }
        }
        return header.isEmpty ? nil : header
    }

    private static func matches(_ cookie: Cookie, _ url: RequestURL) -> Bool {
        let isHost = cookie.isHostOnly ? cookie.domain == url.host.text : isDomain(cookie.domain, of: url.host)
        return isHost && cookie.port == url.specialPort && (url.isSecure || !cookie.isSecure)
            && isPath(cookie.path, above: url.path)
    }

    // MARK: Reading a field

    /// Parses a field by §5.2 and §5.3; returns nil for a cookie to ignore.
    private static func cookie(in field: String, from url: RequestURL, now: Date) -> (Cookie, isExpired: Bool)? {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        guard let first = parts.first, let (name, value) = pair(first), !name.isEmpty,
            name.utf8.count + value.utf8.count <= maxCookieSize, isSendable(name), isSendable(value)
        else { return nil }
        var attributes: [String: String] = [:]
        for part in parts.dropFirst() {
            let (name, value) = pair(part) ?? (part.trimmingCharacters(in: .whitespaces), "")
            attributes[name.lowercased()] = value
        }
        let isSecure = attributes["secure"] != nil
        guard !isSecure || url.isSecure, let (domain, isHostOnly) = domain(attributes["domain"] ?? "", of: url.host)
        else { return nil }
        let path = attributes["path"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? defaultPath(of: url.path)
        let cookie = Cookie(
            name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path, isSecure: isSecure,
            port: url.specialPort)
        return (cookie, isExpired(attributes, now: now))
    }

    private static func pair(_ text: Substring) -> (name: String, value: String)? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let value = text[text.index(after: equals)...].trimmingCharacters(in: .whitespaces)
        return (text[..<equals].trimmingCharacters(in: .whitespaces), value)
    }

    private static func isSendable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// Returns true if the cookie is expired. `Max-Age` goes before `Expires`; invalid values are ignored.
    private static func isExpired(_ attributes: [String: String], now: Date) -> Bool {
        if let age = attributes["max-age"].flatMap({ UntrustedInteger($0) }) { return age.clamped(to: 0...1) == 0 }
        return attributes["expires"].flatMap { HTTPDate.parse($0, now: now) }.map { $0 <= now } ?? false
    }

    // MARK: Hosts and paths

    /// Returns the cookie's domain.
    ///
    /// - Returns: nil for a domain that is not the host's, or that strangers share with the host.
    private static func domain(_ attribute: String, of host: HostName) -> (String, isHostOnly: Bool)? {
        let written = attribute.hasPrefix(".") ? String(attribute.dropFirst()) : attribute
        guard !written.isEmpty else { return (host.text, true) }
        guard let domain = HostName(written)?.text else { return nil }
        if domain == host.text { return (domain, isPublicSuffix(domain)) }
        return isDomain(domain, of: host) && !isPublicSuffix(domain) ? (domain, false) : nil
    }

    /// Returns true if the host is in the domain (§5.1.3); IP addresses have no domains.
    private static func isDomain(_ domain: String, of host: HostName) -> Bool {
        guard case .name(let name) = host else { return domain == host.text }
        return name == domain || name.hasSuffix("." + domain)
    }

    /// Returns true if the domain looks like a public suffix: a single label, or a country's common category. The list
    /// of public suffixes would be too large for the cookies of one fetch.
    private static func isPublicSuffix(_ domain: String) -> Bool {
        let labels = domain.split(separator: ".")
        guard labels.count > 1 else { return true }
        return labels.count == 2 && labels[1].utf8.count == 2 && categories.contains(String(labels[0]))
    }

    private static let categories: Set<String> = [
        "ac", "asn", "co", "com", "ed", "edu", "gen", "go", "gob", "gov", "govt", "gv", "id", "info", "ltd", "me",
        "mil",
        "ne", "net", "nom", "or", "org", "plc", "sch", "web",
    ]

    /// Returns the default path (§5.1.4).
    private static func defaultPath(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Returns true if the cookie's path matches the request's path `other` (§5.1.4).
    private static func isPath(_ path: String, above other: String) -> Bool {
        guard other.hasPrefix(path) else { return false }
        return path == other || path.hasSuffix("/") || other.dropFirst(path.count).first == "/"
    }
}

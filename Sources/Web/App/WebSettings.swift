public import Foundation
public import Logging
public import News

/// Settings of the web app.
public struct WebSettings: Sendable {
    /// Addresses, proxies and who needs no sign-in.
    public var accessPolicy: AccessPolicy
    /// Accepted hosts, with non-default ports, lower case; others get 421 (DNS rebinding).
    public var hosts: Set<String>
    /// The version, part of ETags.
    public var build: String
    /// Serves assets from this folder, for development.
    public var assetsFolder: URL?
    /// The time zone until the browser sends its own.
    public var zone: TimeZone
    public var now: @Sendable () -> Date
    /// The edition that `/` redirects to.
    public var defaultEdition: EditionID
    /// The project's page, for sharing Tidings.
    public var projectURL: String
    /// Logs failed pages and sign-ins.
    public var logger: Logger
    /// Is told which connections are authorized; nil without limits.
    public var connectionLimiter: ConnectionLimiter?
    /// Accounts at invented sites, shown where one signs in there; for the demonstration.
    public var sampleAccounts: [SampleAccountHint] = []

    public init(
        hosts: Set<String>, build: String, assetsFolder: URL? = nil, zone: TimeZone = .current,
        now: @escaping @Sendable () -> Date, defaultEdition: EditionID = .mine,
        accessPolicy: AccessPolicy = AccessPolicy(), projectURL: String, logger: Logger = Logger(label: "tidings"),
        connectionLimiter: ConnectionLimiter? = nil
    ) {
        self.accessPolicy = accessPolicy
        self.hosts = hosts
        self.build = build
        self.assetsFolder = assetsFolder
        self.zone = zone
        self.now = now
        self.defaultEdition = defaultEdition
        self.projectURL = projectURL
        self.logger = logger
        self.connectionLimiter = connectionLimiter
    }

    /// Hosts by which a local browser reaches the port.
    public static func loopbackHosts(port: Int) -> Set<String> {
        ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)"]
    }
}

/// An account at an invented site, for everybody.
public struct SampleAccountHint: Sendable, Hashable {
    /// The site's origin, as `WebAddress.origin`.
    public var site: String
    public var name: String
    public var password: String

    public init(site: String, name: String, password: String) {
        self.site = site
        self.name = name
        self.password = password
    }
}

public import Foundation
public import Logging
public import News

/// The settings of the web app.
public struct WebSettings: Sendable {
    /// The server's addresses and proxies, and the clients that need no sign-in.
    public var accessPolicy: AccessPolicy
    /// The accepted hosts, with non-default ports, in lower case; other hosts get 421 (DNS rebinding).
    public var hosts: Set<String>
    /// The version of the server, which is part of ETags.
    public var build: String
    /// The folder that assets are served from during development; nil for the assets in the binary.
    public var assetsFolder: URL?
    /// The time zone used until the browser sends its own.
    public var zone: TimeZone
    /// The clock of the app.
    public var now: @Sendable () -> Date
    /// The edition that `/` redirects to.
    public var defaultEdition: EditionID
    /// The URL of the project's page, for sharing Tidings.
    public var projectURL: String
    /// The logger of failed pages and failed sign-ins.
    public var logger: Logger
    /// The limiter that is notified of authorized connections; nil without limits.
    public var connectionLimiter: ConnectionLimiter?
    /// The accounts at invented sites, shown on the sign-in page of such a site; for the demonstration.
    public var sampleAccounts: [SampleAccountHint] = []
    /// The server of map tiles; nil to draw maps from their packs alone.
    public var mapTiles: MapTileServer?

    public init(
        hosts: Set<String>, build: String, assetsFolder: URL? = nil, zone: TimeZone = .current,
        now: @escaping @Sendable () -> Date, defaultEdition: EditionID = .mine,
        accessPolicy: AccessPolicy = AccessPolicy(), projectURL: String, logger: Logger = Logger(label: "tidings"),
        connectionLimiter: ConnectionLimiter? = nil, mapTiles: MapTileServer? = nil
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
        self.mapTiles = mapTiles
    }

    /// Returns the hosts by which a local browser reaches the port.
    public static func loopbackHosts(port: Int) -> Set<String> {
        ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)"]
    }
}

/// An account at an invented site that anybody may use.
public struct SampleAccountHint: Sendable, Hashable {
    /// The site's origin, as `WebAddress.origin`.
    public var site: String
    /// The user name.
    public var name: String
    /// The password, which is no secret.
    public var password: String

    public init(site: String, name: String, password: String) {
        self.site = site
        self.name = name
        self.password = password
    }
}

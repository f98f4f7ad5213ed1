public import Foundation
public import Logging
public import News

/// The settings of the web app.
public struct WebSettings: Sendable {
    /// How the server is reached, and who needs no sign-in.
    public var accessPolicy: AccessPolicy
    /// Accepted hosts (with port unless it is the scheme's default), lower case; every other Host gets 421 (DNS
    /// rebinding).
    public var hosts: Set<String>
    /// The build's version, part of ETags.
    public var build: String
    /// Serves assets from this folder instead of the binary, for development.
    public var assetsFolder: URL?
    /// The time zone of pages until the browser has sent its own.
    public var zone: TimeZone
    public var now: @Sendable () -> Date
    /// A line under the date in the demonstration; nil otherwise.
    public var banner: String?
    /// The edition to which `/` leads.
    public var defaultEdition: EditionID
    /// The project's home page, linked when a reader recommends Tidings.
    public var projectURL: String
    /// Logs failed pages and failed sign-ins.
    public var logger: Logger
    /// Learns which connections are authorized; nil where connections are not limited.
    public var connectionLimiter: ConnectionLimiter?

    public init(
        hosts: Set<String>, build: String, assetsFolder: URL? = nil, zone: TimeZone = .current,
        now: @escaping @Sendable () -> Date, notice: String? = nil, defaultEdition: EditionID = .mine,
        accessPolicy: AccessPolicy = AccessPolicy(), home: String, logger: Logger = Logger(label: "tidings"),
        connections: ConnectionLimiter? = nil
    ) {
        self.accessPolicy = accessPolicy
        self.hosts = hosts
        self.build = build
        self.assetsFolder = assetsFolder
        self.zone = zone
        self.now = now
        self.banner = notice
        self.defaultEdition = defaultEdition
        self.projectURL = home
        self.logger = logger
        self.connectionLimiter = connections
    }

    /// The hosts by which a browser on this machine reaches the port.
    public static func loopbackHosts(port: Int) -> Set<String> {
        ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)"]
    }
}

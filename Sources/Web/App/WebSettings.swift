public import Foundation
public import Logging
public import News

/// What the face has to know about where it stands.
public struct WebSettings: Sendable {
    /// How the house stands on the street, and who may pass its door.
    public var accessPolicy: AccessPolicy
    /// Hosts (with port where it is not the scheme's own) under which requests are answered, lower case; every other
    /// Host gets 421 (DNS rebinding).
    public var hosts: Set<String>
    /// Names the build, for addresses of assets and for ETags.
    public var build: String
    /// Serve assets from this folder instead of from the binary, while working on them.
    public var assetsFolder: URL?
    /// The zone in which times are worded until a browser has told its own.
    public var zone: TimeZone
    public var now: @Sendable () -> Date
    /// A line under the nameplate in the demonstration; nil in real use.
    public var banner: String?
    /// The edition to which `/` leads.
    public var defaultEdition: EditionID
    /// Where the program is described, for those to whom a reader recommends it.
    public var projectURL: String
    /// Where pages that failed and sign-ins that did are told.
    public var logger: Logger
    /// Is told on which connections the door has let somebody in; nil where none are counted.
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

    /// The hosts that a browser on this machine may name for a port.
    public static func loopbackHosts(port: Int) -> Set<String> {
        ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)"]
    }
}

import Fetching
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Library
import Logging
import NIOCore
import News
import Origins
import Pictures
import ServiceLifecycle
import UnixSignals
import Web

/// A running Tidings: web server, refresher, picture measurer and control socket in one service group, with graceful
/// shutdown (decision 22).
struct ServerApp: Sendable {
    let dependencies: AppDependencies
    var notice: String?
    var starterFeeds: [StarterFeedList]
    var assetsFolder: URL?
    /// The newspapers.
    var editions: EditionRegistry
    /// What else goes on while it serves.
    var extraServices: [any Service] = []
    /// What is done before the program ends without waiting any longer.
    var beforeForcedExit: @Sendable () -> Void = {}

    /// Serves until a signal ends it.
    /// - Parameter ready: called once, when pages are answered.
    /// - Throws: `Trouble` when the port or the data folder is another server's; nothing of that one is touched.
    func run(ready: @escaping @Sendable () async -> Void) async throws {
        let socket = ControlSocket(folder: dependencies.configuration.dataFolder)
        try requireFree(socket)
        // The socket may have been removed, or have too long a path: the lock tells.
        guard let lock = try DataFolderLock.tryAcquire(.serving, in: dependencies.configuration.dataFolder) else {
            throw Self.alreadyServedError
        }
        defer { withExtendedLifetime(lock) {} }
        // Whatever is made from here on, the control socket too, is its owner's alone.
        umask(0o077)
        try await dependencies.library.editions.synchronize(editions.validEditions, sparing: editions.invalidIDs)
        let logger = Self.makeLogger()
        let configuration = dependencies.configuration
        let server = configuration.server
        try server.checkCertificatePair()
        let limiter = try Self.makeLimiter(server, logger)
        let certificates = try server.certificate.map { file in
            try CertificateStore(certificate: file, key: server.key ?? "", now: dependencies.now())
        }
        let pictures = ImageService(
            folder: configuration.dataFolder.appending(path: "pictures"), fetcher: dependencies.fetcher,
            cacheLimit: configuration.imageCacheBytes, now: dependencies.now)
        let key = try Self.imageSigningKey(configuration)
        let site = Routes(
            library: dependencies.library, pictures: pictures, signer: ImageURLSigner(key: key),
            services: ExternalServices(
                discovery: dependencies.discovery, fullTexts: dependencies.fullTexts,
                olderStories: dependencies.olderStories, originSearch: dependencies.originSearch,
                discussions: dependencies.discussions, people: dependencies.profiles,
                mentions: dependencies.relatedDiscussions,
                sounds: AudioFetching.relay(dependencies.fetcher, key: key),
                outside: LinkedPageAccess(desk: dependencies.linkedPages, key: key),
                parseOPML: OPMLConversion.read,
                writeOPML: { OPMLConversion.write($0) }, shelves: starterFeeds),
            settings: WebSettings(
                hosts: server.allowedHosts, build: BuildInfo.version, assetsFolder: assetsFolder, now: dependencies.now,
                notice: notice, defaultEdition: editions.editions.first?.id ?? .mine, accessPolicy: server.accessPolicy,
                home: BuildInfo.home, logger: logger, connections: limiter),
            editions: editions)
        // Connections cut at the end of a long wait are no news to anybody; errors are.
        let quiet = LineLogHandler.httpLogger
        let web = Application(
            router: site.router(), server: .limited(limiter, certificates: certificates),
            configuration: .init(
                address: .hostname(server.host, port: server.port), serverName: nil,
                // A burst waits in the system's queue instead of being dropped there, a reader's connection with it.
                backlog: limiter.limits.acceptCeiling,
                availableConnectionsDelegate: .maximum(limiter.limits.acceptCeiling, logger: quiet)),
            onServerRunning: { channel in
                await AcceptErrorHandler.add(to: channel, logger: logger)
                await ready()
            }, logger: quiet)
        let control: [any Service] = socket.isPathValid ? [socket.application(dependencies, logger: quiet)] : []
        let services: [any Service] =
            control + [
                web, RefreshService(refresher: dependencies.refresher()),
                BackgroundJobs(library: dependencies.library, fullTexts: dependencies.fullTexts, logger: logger),
                ImageMetadataJob(
                    library: dependencies.library, pictures: pictures, now: dependencies.now, logger: logger),
                EditionReloader(library: dependencies.library, registry: editions),
            ] + extraServices
            + (certificates.map { [CertificateReloader(store: $0, now: dependencies.now, logger: logger)] } ?? []) + [
                FetcherShutdown(
                    fetcher: dependencies.fetcher, onShutdown: { Self.recordCleanExit(dependencies.library, logger) },
                    beforeForcedExit: beforeForcedExit)
            ]
        var ending = ServiceGroupConfiguration(
            services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A slow origin must not hold the door: what is under way then is asked for again at the next start.
        ending.maximumGracefulShutdownDuration = .seconds(4)
        try await Self.suspendCrashSuspects(dependencies.library, logger)
        do { try await ServiceGroup(configuration: ending).run() } catch {
            // It has not come up, or a part of it gave up: no fault of what was being fetched.
            Self.recordCleanExit(dependencies.library, logger)
            guard error is CancellationError else { throw error }
        }
    }

    private static func makeLogger() -> Logger {
        var logger = Logger(label: "tidings")
        logger.logLevel = .warning
        return logger
    }

    private static func recordCleanExit(_ library: NewsLibrary, _ logger: Logger) {
        do { try library.crashRecovery.endRun() } catch {
            logger.warning("the end was not noted", metadata: ["why": "\(error.userMessage)"])
        }
    }

    /// Says what is left alone because it was being fetched when the last two runs died.
    private static func suspendCrashSuspects(_ library: NewsLibrary, _ logger: Logger) async throws {
        for suspended in try await library.crashRecovery.startRun() {
            logger.warning(
                "left alone: Tidings ended twice while it was being fetched",
                metadata: [
                    "kind": "\(suspended.kind)", "name": "\(suspended.name)",
                    "until": "\(suspended.until.formatted(.iso8601))",
                ])
        }
    }

    /// Looked at before anything starts: a server that fails half-way would take the socket of the one that runs.
    private func requireFree(_ socket: ControlSocket) throws {
        let configuration = dependencies.configuration
        guard !socket.isServerRunning else { throw Self.alreadyServedError }
        let server = configuration.server
        guard server.host == "127.0.0.1" || server.listensOnAllInterfaces,
            !FreePort.isFree(server.port, server.listensOnAllInterfaces)
        else { return }
        throw Self.bindError(errno, server)
    }

    private static let alreadyServedError = CLIError(
        .unavailable, "Another Tidings serves this data folder already. Stop it first, or name another: --data FOLDER")

    /// Bounds the connections by what this process may have open.
    private static func makeLimiter(_ server: ServerSettings, _ logger: Logger) throws -> ConnectionLimiter {
        let descriptors = try DescriptorLimit.raise()
        if descriptors < 1024 {
            logger.warning(
                "few open files are allowed, and so few connections; allow more with ulimit -n or LimitNOFILE",
                metadata: ["allowed": "\(descriptors)"])
        }
        return ConnectionLimiter(server.limits(descriptors: descriptors), exempt: server.trustedProxies)
    }

    /// Why nobody can be served there, by the system's error number.
    private static func bindError(_ number: Int32, _ server: ServerSettings) -> CLIError {
        let next = server.port < 65_535 ? server.port + 1 : 8480
        let sentence =
            switch number {
            case EACCES:
                "Port \(server.port) is not for ordinary users. Name one above 1023: --listen \(server.host):8480"
            case EADDRNOTAVAIL:
                "This machine has no address \(server.host). Name one of its own, or 0.0.0.0 for all: --listen"
            default:
                "Port \(server.port) is taken, perhaps by another Tidings. Name another: --listen \(server.host):\(next)"
            }
        return CLIError(.unavailable, sentence)
    }

    /// The key that signs picture addresses: made once, kept in the data folder, worthless elsewhere.
    private static func imageSigningKey(_ configuration: Configuration) throws -> [UInt8] {
        let file = configuration.dataFolder.appending(path: "picture.key")
        if let known = FileManager.default.contents(atPath: file.path), known.count == 32 { return Array(known) }
        var random = SystemRandomNumberGenerator()
        let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: Data(key), attributes: [.posixPermissions: 0o600])
        else {
            throw CLIError(.cannotCreate, "\(file.path) cannot be written. Is the data folder yours?")
        }
        return key
    }

    /// A sentence for what stopped the server.
    static func startupError(_ error: any Error, _ server: ServerSettings) -> any Error {
        if let error = error as? IOError, [EADDRINUSE, EACCES, EADDRNOTAVAIL].contains(error.errnoCode) {
            return bindError(error.errnoCode, server)
        }
        if "\(error)".contains("in use") { return bindError(EADDRINUSE, server) }
        guard "\(error)".contains("SocketAddressError") || error is SocketAddressError else { return error }
        return CLIError(
            .unavailable, "There is no address “\(server.host)” to answer on. Name one: --listen 127.0.0.1:8480")
    }
}

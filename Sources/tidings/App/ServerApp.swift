import Delivery
import Fetching
import Foundation
import Hummingbird
import HummingbirdCore
import Library
import Logging
import NIOCore
import News
import Origins
import Pictures
import ServiceLifecycle
import UnixSignals
import Web

/// The server: web server, refresher, background jobs and control socket.
struct ServerApp: Sendable {
    let dependencies: AppDependencies
    var starterFeeds: [StarterFeedList]
    var assetsFolder: URL?
    var editions: EditionRegistry
    var extraServices: [any Service] = []
    /// The accounts to show on the sign-in pages of their sites.
    var sampleAccounts: [SampleAccountHint] = []
    /// The action before the exit if graceful shutdown takes too long.
    var beforeForcedExit: @Sendable () -> Void = {}

    /// Serves until a signal stops the server.
    ///
    /// - Parameter ready: action once connections are accepted.
    /// - Throws: `CLIError` if another server uses the port or data folder; that server is not disturbed.
    func run(ready: @escaping @Sendable () async -> Void) async throws {
        let folder = dependencies.configuration.dataFolder
        let socket = ControlSocket(folder: folder)
        try requireFree(socket)
        // The lock also works if the control socket was removed or its path is too long.
        guard let lock = try DataFolderLock.tryAcquire(.serving, in: folder) else {
            throw Self.alreadyServedError
        }
        defer { withExtendedLifetime(lock) {} }
        // New files are private to their owner.
        umask(0o077)
        let logger = Self.makeLogger()
        var group = ServiceGroupConfiguration(
            services: try makeServices(socket, logger, ready: ready).map { .init(service: $0) },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A slow origin must not delay shutdown; interrupted fetches are repeated after the restart.
        group.maximumGracefulShutdownDuration = .seconds(4)
        try await Self.asFarAsDiskAllows(logger) { () async throws(LibraryError) in
            try await dependencies.library.editions.synchronize(editions.validEditions, keeping: editions.invalidIDs)
        }
        // This write is tried by itself, because it needs less room.
        try await Self.asFarAsDiskAllows(logger) { () async throws(LibraryError) in
            try await Self.suspendCrashSuspects(dependencies.library, logger)
        }
        do { try await ServiceGroup(configuration: group).run() } catch {
            // This exit is no crash: nothing that was being fetched caused it.
            Self.recordCleanExit(dependencies.library, logger)
            guard error is CancellationError else { throw error }
        }
    }

    /// Runs `work`; logs a warning if the disk cannot be written, so that the server still shows stored stories.
    private static func asFarAsDiskAllows(
        _ logger: Logger, _ work: () async throws(LibraryError) -> Void
    ) async throws(LibraryError) {
        do { try await work() } catch {
            guard error.preventsWriting else { throw error }
            let why = error == .diskFull ? "the disk is full" : "the data folder takes no writes"
            logger.warning("\(why): what is stored is shown, and nothing new is fetched or kept")
        }
    }

    /// Creates the services, which stop in reverse order.
    private func makeServices(
        _ socket: ControlSocket, _ logger: Logger, ready: @escaping @Sendable () async -> Void
    ) throws -> [any Service] {
        let configuration = dependencies.configuration
        let server = configuration.server
        try server.checkCertificatePair()
        let limiter = try Self.makeLimiter(server, logger)
        let certificates = try server.certificate.map { file in
            try CertificateStore(certificate: file, key: server.key ?? "", now: dependencies.now())
        }
        let pictures = PictureLoader(
            folder: configuration.dataFolder.appending(path: "pictures"), fetcher: dependencies.fetcher,
            cacheLimit: configuration.imageCacheBytes, now: dependencies.now)
        let web = makeWebServer(try makeRoutes(pictures, limiter, logger), limiter, certificates, logger, ready: ready)
        let runner = DeliveryRunner(library: dependencies.library, gateway: dependencies.delivery)
        let control: [any Service] =
            socket.isPathValid ? [socket.application(dependencies, logger: LineLogHandler.httpLogger)] : []
        return control + [
            web, RefreshJob(refresher: dependencies.refresher()),
            BackgroundJobs(
                library: dependencies.library,
                hubs: HubRunner(library: dependencies.library, origin: server.publicOrigin), logger: logger),
            DeliveryJob(runner: runner),
            DigestJob(
                digests: dependencies.library.digests, composer: dependencies.digestComposer(editions), logger: logger),
            PackPublicationJob(library: dependencies.library, editions: editions, logger: logger),
            PictureMetadataJob(
                library: dependencies.library, pictures: pictures, now: dependencies.now, logger: logger),
            EditionReloader(library: dependencies.library, registry: editions),
        ] + extraServices
            + (certificates.map { [CertificateReloader(store: $0, now: dependencies.now, logger: logger)] } ?? []) + [
                FetcherShutdown(
                    fetcher: dependencies.fetcher, onShutdown: { Self.recordCleanExit(dependencies.library, logger) },
                    beforeForcedExit: beforeForcedExit)
            ]
    }

    private func makeRoutes(_ pictures: PictureLoader, _ limiter: ConnectionLimiter, _ logger: Logger) throws -> Routes
    {
        let server = dependencies.configuration.server
        let key = try Self.imageSigningKey(dependencies.configuration)
        var settings = WebSettings(
            hosts: server.allowedHosts, build: BuildInfo.version, assetsFolder: assetsFolder, now: dependencies.now,
            defaultEdition: editions.editions.first?.id ?? .mine, accessPolicy: server.accessPolicy,
            projectURL: BuildInfo.home, logger: logger, connectionLimiter: limiter,
            mapTiles: try dependencies.configuration.mapTileServer())
        settings.sampleAccounts = sampleAccounts
        return Routes(
            library: dependencies.library, images: pictures, signer: PictureURLSigner(key: key),
            integrations: WebIntegrations(
                discovery: dependencies.discovery,
                audio: AudioFetching.relay(dependencies.fetcher, key: key, now: dependencies.now),
                linkedPageKey: key, opml: OPMLConversion(), starterFeeds: starterFeeds,
                readSavedPages: SavedPagesExportReader.read, delivery: dependencies.delivery,
                programs: .sync(dependencies, editions: editions, pictures: pictures),
                openID: try dependencies.configuration.openIDSignIn(dependencies.fetcher, now: dependencies.now)),
            settings: settings, editions: editions)
    }

    private func makeWebServer(
        _ routes: Routes, _ limiter: ConnectionLimiter, _ certificates: CertificateStore?, _ logger: Logger,
        ready: @escaping @Sendable () async -> Void
    ) -> some ApplicationProtocol {
        let server = dependencies.configuration.server
        let errorLogger = LineLogHandler.httpLogger
        return Application(
            router: routes.router(), server: .limited(limiter, certificates: certificates),
            configuration: .init(
                address: .hostname(server.host, port: server.port), serverName: nil,
                // Connections of a burst are queued, not dropped.
                backlog: limiter.limits.acceptCeiling,
                availableConnectionsDelegate: .maximum(limiter.limits.acceptCeiling, logger: errorLogger)),
            onServerRunning: { channel in
                await AcceptErrorHandler.add(to: channel, logger: logger)
                await ready()
            }, logger: errorLogger)
    }

    private static func makeLogger() -> Logger {
        var logger = Logger(label: "tidings")
        logger.logLevel = .warning
        return logger
    }

    private static func recordCleanExit(_ library: NewsLibrary, _ logger: Logger) {
        do { try library.crashRecovery.endRun() } catch {
            logger.warning("clean exit not recorded", metadata: ["why": "\(error.userMessage)"])
        }
    }

    /// Logs channels that are suspended after two crashes while fetching (docs/decisions/0015).
    private static func suspendCrashSuspects(_ library: NewsLibrary, _ logger: Logger) async throws(LibraryError) {
        for suspended in try await library.crashRecovery.startRun() {
            logger.warning(
                "suspended: Tidings crashed twice while fetching it",
                metadata: [
                    "kind": "\(suspended.kind)", "name": "\(suspended.name)",
                    "until": "\(suspended.until.formatted(.iso8601))",
                ])
        }
    }

    /// Throws if the data folder or port is in use. The check comes first, because a server that fails later would have
    /// replaced the other's control socket.
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
        .unavailable, "Another Tidings serves this data folder already. Stop it first, or use another: --data FOLDER")

    private static func makeLimiter(_ server: ServerSettings, _ logger: Logger) throws -> ConnectionLimiter {
        let descriptors = try DescriptorLimit.raise()
        if descriptors < 1024 {
            logger.warning(
                "few open files are allowed, so few connections; raise the limit with ulimit -n or LimitNOFILE",
                metadata: ["allowed": "\(descriptors)"])
        }
        return ConnectionLimiter(server.limits(descriptors: descriptors), exempt: server.trustedProxies)
    }

    private static func bindError(_ number: Int32, _ server: ServerSettings) -> CLIError {
        let next = server.port < 65_535 ? server.port + 1 : 8480
        let sentence =
            switch number {
            case EACCES:
                "Port \(server.port) needs root privileges. Use one above 1023: --listen \(server.host):8480"
            case EADDRNOTAVAIL:
                "This machine has no address \(server.host). Use one of its own, or 0.0.0.0 for all: --listen"
            default:
                "Port \(server.port) is taken, perhaps by another Tidings. Use another: --listen \(server.host):\(next)"
            }
        return CLIError(.unavailable, sentence)
    }

    /// Returns the key that signs URLs of pictures, audio and linked pages (HMAC); creates the key if missing.
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

    static func startupError(_ error: any Error, _ server: ServerSettings) -> any Error {
        if let error = error as? CertificateError { return CLIError(error) }
        if let error = error as? IOError, [EADDRINUSE, EACCES, EADDRNOTAVAIL].contains(error.errnoCode) {
            return bindError(error.errnoCode, server)
        }
        guard error is SocketAddressError || error is SocketAddressError.UnknownHost else { return error }
        return CLIError(
            .unavailable, "There is no address “\(server.host)” to listen on. Use one such as: --listen 127.0.0.1:8480")
    }
}

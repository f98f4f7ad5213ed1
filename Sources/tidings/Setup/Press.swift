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
struct Press: Sendable {
    let household: Household
    var notice: String?
    var shelves: [StarterShelf]
    var assetsFolder: URL?
    /// The newspapers.
    var editions: EditionRack
    /// What else goes on while it serves.
    var company: [any Service] = []
    /// What is done before the program ends without waiting any longer.
    var lastResort: @Sendable () -> Void = {}

    /// Serves until a signal ends it.
    /// - Parameter ready: called once, when pages are answered.
    /// - Throws: `Trouble` when the port or the data folder is another server's; nothing of that one is touched.
    func run(ready: @escaping @Sendable () async -> Void) async throws {
        let socket = ControlSocket(folder: household.configuration.dataFolder)
        try checkPlace(socket)
        // The socket may have been removed, or have too long a path: the lock tells.
        guard let lock = try FolderLock.take(.serving, in: household.configuration.dataFolder) else {
            throw Self.servedAlready
        }
        defer { withExtendedLifetime(lock) {} }
        // Whatever is made from here on, the control socket too, is its owner's alone.
        umask(0o077)
        try await household.library.editions.keep(editions.usable, sparing: editions.broken)
        let logger = Self.logger()
        let configuration = household.configuration
        let street = configuration.street
        try street.checkPair()
        let limiter = try Self.limiter(street, logger)
        let certificates = try street.certificate.map { file in
            try CertificateShelf(certificate: file, key: street.key ?? "", now: household.now())
        }
        let pictures = PictureShop(
            folder: configuration.dataFolder.appending(path: "pictures"), fetcher: household.fetcher,
            cacheLimit: configuration.pictureCache, now: household.now)
        let key = try Self.pictureKey(configuration)
        let site = NewspaperSite(
            library: household.library, pictures: pictures, signer: PictureSigner(key: key),
            backstage: Backstage(
                discovering: household.discovery, fullTexts: household.fullTexts,
                olderStories: household.olderStories, originSearch: household.originSearch,
                discussions: household.discussions, people: household.people, mentions: household.mentions,
                sounds: Sounds.relay(household.fetcher, key: key),
                outside: OutsideWindow(desk: household.outside, key: key),
                readOutlines: Outlines.read,
                writeOutlines: { Outlines.write($0) }, shelves: shelves),
            settings: WebSettings(
                hosts: street.hosts, build: Build.version, assetsFolder: assetsFolder, now: household.now,
                notice: notice, leading: editions.editions.first?.id ?? .mine, frontage: street.frontage,
                home: Build.home, logger: logger, connections: limiter),
            editions: editions)
        // Connections cut at the end of a long wait are no news to anybody; errors are.
        let quiet = LineLogHandler.http
        let web = Application(
            router: site.router(), server: .limited(limiter, certificates: certificates),
            configuration: .init(
                address: .hostname(street.host, port: street.port), serverName: nil,
                // A burst waits in the system's queue instead of being dropped there, a reader's connection with it.
                backlog: limiter.limits.ceiling,
                availableConnectionsDelegate: .maximum(limiter.limits.ceiling, logger: quiet)),
            onServerRunning: { channel in
                await AcceptErrorHandler.add(to: channel, logger: logger)
                await ready()
            }, logger: quiet)
        let control: [any Service] = socket.isPossible ? [socket.application(household, logger: quiet)] : []
        let services: [any Service] =
            control + [
                web, NewsDesk(refresher: household.refresher()),
                BackRoom(library: household.library, fullTexts: household.fullTexts, logger: logger),
                PictureMeasurer(library: household.library, pictures: pictures, now: household.now, logger: logger),
                EditionWatch(library: household.library, rack: editions),
            ] + company
            + (certificates.map { [CertificateKeeper(shelf: $0, now: household.now, logger: logger)] } ?? []) + [
                OutsideDoor(
                    fetcher: household.fetcher, onShutdown: { Self.noteOrderlyEnd(household.library, logger) },
                    lastResort: lastResort)
            ]
        var ending = ServiceGroupConfiguration(
            services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A slow origin must not hold the door: what is under way then is asked for again at the next start.
        ending.maximumGracefulShutdownDuration = .seconds(4)
        try await Self.suspendCulprits(household.library, logger)
        do { try await ServiceGroup(configuration: ending).run() } catch {
            // It has not come up, or a part of it gave up: no fault of what was being fetched.
            Self.noteOrderlyEnd(household.library, logger)
            guard error is CancellationError else { throw error }
        }
    }

    private static func logger() -> Logger {
        var logger = Logger(label: "tidings")
        logger.logLevel = .warning
        return logger
    }

    private static func noteOrderlyEnd(_ library: NewsLibrary, _ logger: Logger) {
        do { try library.crashes.end() } catch {
            logger.warning("the end was not noted", metadata: ["why": "\(error.sentence)"])
        }
    }

    /// Says what is left alone because it was being fetched when the last two runs died.
    private static func suspendCulprits(_ library: NewsLibrary, _ logger: Logger) async throws {
        for suspended in try await library.crashes.begin() {
            logger.warning(
                "left alone: Tidings ended twice while it was being fetched",
                metadata: [
                    "kind": "\(suspended.kind)", "name": "\(suspended.name)",
                    "until": "\(suspended.until.formatted(.iso8601))",
                ])
        }
    }

    /// Looked at before anything starts: a server that fails half-way would take the socket of the one that runs.
    private func checkPlace(_ socket: ControlSocket) throws {
        let configuration = household.configuration
        guard !socket.isAnswered else { throw Self.servedAlready }
        let street = configuration.street
        guard street.host == "127.0.0.1" || street.isEverywhere, !FreePort.isFree(street.port, street.isEverywhere)
        else { return }
        throw Self.refused(errno, street)
    }

    private static let servedAlready = Trouble(
        .unavailable, "Another Tidings serves this data folder already. Stop it first, or name another: --data FOLDER")

    /// Bounds the connections by what this process may have open.
    private static func limiter(_ street: Street, _ logger: Logger) throws -> ConnectionLimiter {
        let descriptors = try DescriptorLimit.raise()
        if descriptors < 1024 {
            logger.warning(
                "few open files are allowed, and so few connections; allow more with ulimit -n or LimitNOFILE",
                metadata: ["allowed": "\(descriptors)"])
        }
        return ConnectionLimiter(street.limits(descriptors: descriptors), exempt: street.trustedProxies)
    }

    /// Why nobody can be served there, by the system's error number.
    private static func refused(_ number: Int32, _ street: Street) -> Trouble {
        let next = street.port < 65_535 ? street.port + 1 : 8480
        let sentence =
            switch number {
            case EACCES:
                "Port \(street.port) is not for ordinary users. Name one above 1023: --listen \(street.host):8480"
            case EADDRNOTAVAIL:
                "This machine has no address \(street.host). Name one of its own, or 0.0.0.0 for all: --listen"
            default:
                "Port \(street.port) is taken, perhaps by another Tidings. Name another: --listen \(street.host):\(next)"
            }
        return Trouble(.unavailable, sentence)
    }

    /// The key that signs picture addresses: made once, kept in the data folder, worthless elsewhere.
    private static func pictureKey(_ configuration: Configuration) throws -> [UInt8] {
        let file = configuration.dataFolder.appending(path: "picture.key")
        if let known = FileManager.default.contents(atPath: file.path), known.count == 32 { return Array(known) }
        var random = SystemRandomNumberGenerator()
        let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: Data(key), attributes: [.posixPermissions: 0o600])
        else {
            throw Trouble(.cannotCreate, "\(file.path) cannot be written. Is the data folder yours?")
        }
        return key
    }

    /// A sentence for what stopped the server.
    static func told(_ error: any Error, _ street: Street) -> any Error {
        if let error = error as? IOError, [EADDRINUSE, EACCES, EADDRNOTAVAIL].contains(error.errnoCode) {
            return refused(error.errnoCode, street)
        }
        if "\(error)".contains("in use") { return refused(EADDRINUSE, street) }
        guard "\(error)".contains("SocketAddressError") || error is SocketAddressError else { return error }
        return Trouble(
            .unavailable, "There is no address “\(street.host)” to answer on. Name one: --listen 127.0.0.1:8480")
    }
}

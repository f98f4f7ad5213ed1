import Fetching
import Foundation
import Hummingbird
import Library
import Logging
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
    /// What is done before the program ends without waiting any longer.
    var lastResort: @Sendable () -> Void = {}

    /// Serves until a signal ends it.
    /// - Parameter ready: called once, when pages are answered.
    /// - Throws: `Trouble` when the port or the data folder is another server's; nothing of that one is touched.
    func run(ready: @escaping @Sendable () async -> Void) async throws {
        let socket = ControlSocket(folder: household.configuration.dataFolder)
        try checkPlace(socket)
        // Whatever is made from here on, the control socket too, is its owner's alone.
        umask(0o077)
        var logger = Logger(label: "tidings")
        logger.logLevel = .warning
        let configuration = household.configuration
        let pictures = PictureShop(
            folder: configuration.dataFolder.appending(path: "pictures"), fetcher: household.fetcher,
            cacheLimit: configuration.pictureCache, now: household.now)
        let site = NewspaperSite(
            library: household.library, pictures: pictures,
            signer: PictureSigner(key: try Self.pictureKey(configuration)),
            backstage: Backstage(
                discovering: FeedDiscovery(fetcher: household.fetcher), readOutlines: Outlines.read,
                writeOutlines: Outlines.write, shelves: shelves),
            settings: WebSettings(
                hosts: WebSettings.loopbackHosts(port: configuration.port), build: Edition.version,
                assetsFolder: assetsFolder, now: household.now, notice: notice))
        // Connections cut at the end of a long wait are no news to anybody.
        var quiet = logger
        quiet.logLevel = .critical
        let web = Application(
            router: site.router(),
            configuration: .init(address: .hostname(configuration.host, port: configuration.port), serverName: nil),
            onServerRunning: { _ in await ready() }, logger: quiet)
        let control: [any Service] = socket.isPossible ? [socket.application(household, logger: quiet)] : []
        let services: [any Service] =
            control + [
                web, NewsDesk(refresher: household.refresher()),
                PictureMeasurer(library: household.library, pictures: pictures, now: household.now, logger: logger),
                OutsideDoor(fetcher: household.fetcher, lastResort: lastResort),
            ]
        var ending = ServiceGroupConfiguration(
            services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A slow origin must not hold the door: what is under way then is asked for again at the next start.
        ending.maximumGracefulShutdownDuration = .seconds(4)
        do { try await ServiceGroup(configuration: ending).run() } catch is CancellationError {}
    }

    /// Looked at before anything starts: a server that fails half-way would take the socket of the one that runs.
    private func checkPlace(_ socket: ControlSocket) throws {
        let configuration = household.configuration
        guard !socket.isAnswered else {
            throw Trouble(
                .unavailable,
                "Another Tidings serves this data folder already. Stop it first, or name another: --data FOLDER")
        }
        guard configuration.host == "127.0.0.1", !FreePort.isFree(configuration.port) else { return }
        throw Trouble(
            .unavailable,
            errno == EACCES
                ? "Port \(configuration.port) is not for ordinary users. Name one above 1023: --listen 127.0.0.1:8480"
                : Self.taken(configuration.port))
    }

    private static func taken(_ port: Int) -> String {
        "Port \(port) is taken, perhaps by another Tidings. Name another: --listen 127.0.0.1:\(port < 65_535 ? port + 1 : 8480)"
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
    static func told(_ error: any Error, port: Int) -> any Error {
        if "\(error)".contains("errno: 98") || "\(error)".contains("in use") {
            return Trouble(.unavailable, taken(port))
        }
        return error
    }
}

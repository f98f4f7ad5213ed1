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
    var others: [any Service] = []

    /// Serves until a signal ends it.
    /// - Parameter ready: called once, when pages are answered.
    func run(ready: @escaping @Sendable () async -> Void) async throws {
        var logger = Logger(label: "tidings")
        logger.logLevel = .warning
        let configuration = household.configuration
        let pictures = PictureShop(
            folder: configuration.dataFolder.appending(path: "pictures"), fetcher: household.fetcher,
            cacheLimit: configuration.pictureCache, now: household.now)
        let site = NewspaperSite(
            library: household.library, pictures: pictures, signer: PictureSigner(key: try Self.pictureKey(configuration)),
            backstage: Backstage(
                discovering: FeedDiscovery(fetcher: household.fetcher), readOutlines: Outlines.read,
                writeOutlines: Outlines.write, shelves: shelves),
            settings: WebSettings(
                hosts: WebSettings.loopbackHosts(port: configuration.port), build: Edition.version,
                assetsFolder: assetsFolder, now: household.now, notice: notice))
        let web = Application(
            router: site.router(),
            configuration: .init(address: .hostname(configuration.host, port: configuration.port), serverName: nil),
            onServerRunning: { _ in await ready() }, logger: logger)
        let control = ControlSocket(folder: configuration.dataFolder).application(household, logger: logger)
        let services: [any Service] = others + [
            web, control, NewsDesk(refresher: household.refresher()),
            PictureMeasurer(library: household.library, pictures: pictures, now: household.now, logger: logger),
        ]
        let group = ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
        await household.fetcher.shutdown()
    }

    /// The key that signs picture addresses: made once, kept in the data folder, worthless elsewhere.
    private static func pictureKey(_ configuration: Configuration) throws -> [UInt8] {
        let file = configuration.dataFolder.appending(path: "picture.key")
        if let known = FileManager.default.contents(atPath: file.path), known.count == 32 { return Array(known) }
        var random = SystemRandomNumberGenerator()
        let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        guard FileManager.default.createFile(atPath: file.path, contents: Data(key), attributes: [.posixPermissions: 0o600]) else {
            throw Trouble(.cannotCreate, "\(file.path) cannot be written. Is the data folder yours?")
        }
        return key
    }

    /// A sentence for what stopped the server.
    static func told(_ error: any Error, port: Int) -> any Error {
        if "\(error)".contains("errno: 98") || "\(error)".contains("in use") {
            return Trouble(.unavailable, "Port \(port) is taken, perhaps by another Tidings. Name another: --listen 127.0.0.1:\(port + 1)")
        }
        return error
    }
}

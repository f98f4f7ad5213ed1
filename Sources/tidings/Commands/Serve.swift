import ArgumentParser
import Foundation
import Library

/// The newspaper in a browser.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the newspaper to browsers on this machine, and keep it fresh.",
        discussion: "Stops at Ctrl-C or SIGTERM once the requests under way are answered.")

    @Option(help: ArgumentHelp("Address and port to answer on (default: 127.0.0.1:8480).", valueName: "address:port"))
    var listen: String?

    @Option(help: ArgumentHelp("Serve the app's files from a folder, while working on them.", valueName: "folder"))
    var assets: String?

    @OptionGroup var house: HouseOptions

    func run() async throws {
        var settings: Configuration?
        do { settings = try house.configuration() } catch { return try await Trouble.told { throw error } }
        guard var settings else { return }
        let chosen = listen
        try await Trouble.told {
            if let chosen { try settings.set("listen", to: [chosen], from: "--listen") }
            let library = try NewsLibrary.open(at: settings.dataFolder, now: { Date() })
            defer { library.close() }
            let press = Press(
                household: Household(library, settings), shelves: try StarterShelves.shipped(),
                assetsFolder: assets.map { URL(filePath: $0, directoryHint: .isDirectory) })
            let address = "http://\(settings.host == "::1" ? "[::1]" : settings.host):\(settings.port)/"
            do {
                try await press.run { FileHandle.standardOutput.write(Data("Tidings is at \(address)\n".utf8)) }
            } catch {
                throw Press.told(error, port: settings.port)
            }
        }
    }
}

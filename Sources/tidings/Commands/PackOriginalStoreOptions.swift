import ArgumentParser
import Foundation
import Packs
import URLs

/// What the original app's store does not say of itself.
struct OriginalStoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder with the pictures; else “assets” beside the store.", valueName: "folder"))
    var assets: String?

    @Option(
        help: ArgumentHelp("The version of the contents, such as 1.6; the store does not say it.", valueName: "number"))
    var packVersion = "1"

    @Option(help: ArgumentHelp("Which publication it is, the same for all versions.", valueName: "name"))
    var identity: String?

    @Option(help: "The publication's title.")
    var title: String?

    @Option(help: ArgumentHelp("Where its pages are on the web.", valueName: "url"))
    var address: String?

    func options() throws -> StoreImporter.Options {
        guard let version = PackVersion(packVersion) else {
            throw CLIError(.usage, "--pack-version is up to four numbers joined by dots, such as 1.6.")
        }
        var options = StoreImporter.Options(version: version)
        options.assets = assets.map { URL(filePath: $0) }
        if let identity { options.identity = identity }
        if let title { options.title = title }
        if let address {
            guard let base = WebAddress(address) else { throw CLIError(.usage, "“\(address)” is not a web address.") }
            options.address = base
        }
        return options
    }
}

import ArgumentParser
import Foundation
import Packs
import URLs
import Web

/// The options for facts that the original app's store does not contain.
struct CoreDataImportOptions: ParsableArguments {
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

    @Flag(help: "Go on although pictures or favourites of the store are lost; they are listed.")
    var allowMissing = false

    @Option(
        help: ArgumentHelp(
            "A GeoPackage with the districts of the base map; else Yorkshire's, or only towns.", valueName: "file"))
    var districts: String?

    func options() throws -> CoreDataImporter.Options {
        guard let version = PackVersion(packVersion) else {
            throw CLIError(.usage, "--pack-version is up to four numbers joined by dots, such as 1.6.")
        }
        var options = CoreDataImporter.Options(version: version)
        options.assets = assets.map { URL(filePath: $0) }
        if let identity { options.identity = identity }
        if let title { options.title = title }
        if let address {
            guard let base = WebAddress(address) else { throw CLIError(.usage, "“\(address)” is not a web address.") }
            options.address = base
        }
        let districts = districts.map { URL(filePath: $0) }
        options.baseMap = { places throws(PackError) in try BaseMapSource.map(of: places, districts: districts) }
        return options
    }

    /// Prints the losses of an import.
    ///
    /// - Throws: `CLIError` if the import lost something, unless `--allow-missing` is given.
    func requireWhole(_ draft: PackDraft) throws(CLIError) {
        guard !draft.losses.isEmpty else { return }
        if !allowMissing { PackCommand.printNotes(draft.notes) }
        for line in draft.losses { Terminal.printNote("Lost: \(line).") }
        guard !allowMissing else { return }
        throw CLIError(
            .unreadable,
            "The store names what cannot be brought along, so nothing was written. Name the folder of its pictures with "
                + "--assets, or go on without with --allow-missing.")
    }
}

import ArgumentParser
import Foundation
import News
import Packs
import Web

struct PackMapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Cut a base map to the places of a pack's folder, and write it as map.json.",
        discussion: """
            Districts come from a GeoPackage, such as /usr/share/qgis/resources/data/world_map.gpkg of Debian's qgis-common \
            (Natural Earth, public domain), towns from GeoNames (CC BY 4.0). Districts with a place in them are the pack's \
            own; the others are drawn as its neighbours.
            """)

    @Argument(help: "The folder that holds pack.yaml.")
    var folder: String

    @Option(help: ArgumentHelp("The GeoPackage with the districts.", valueName: "file"))
    var districts: String

    @Option(
        help: ArgumentHelp(
            "Districts that are the pack's own without a place in them, separated by commas.", valueName: "names"))
    var regions: String?

    @Option(help: ArgumentHelp("How far the map goes beyond the places.", valueName: "km"))
    var margin = 60

    /// The credit for the districts' data; by default that of Natural Earth.
    @Option(help: ArgumentHelp("Whose data the districts are.", valueName: "words"))
    var credit = BaseMapSource.naturalEarth

    private static let margins = 1...2_000

    func run() async throws {
        guard Self.margins.contains(margin) else {
            throw CLIError(.usage, "--margin is a number of kilometres from 1 to 2000.")
        }
        try await PackCommand.withErrorReporting {
            var options = BaseMapCutter.Options()
            options.regions = regions?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
            options.margin = Double(margin)
            let places = try PackBuilder.build(URL(filePath: folder)).pack.places
            let cut = try BaseMapSource.cut(
                places: places, districts: URL(filePath: districts), options: options, credit: credit)
            let map = cut.map
            let file = URL(filePath: folder).appending(path: PackBuilder.baseMapName)
            try write(Data((map.json + "\n").utf8), to: file)
            let counts = [
                Plural("point").counted(cut.pointCount), Plural("town").counted(map.towns.count),
                "\(max(1, map.json.utf8.count >> 10)) kB",
            ]
            Terminal.print("\(file.path) is written: \(counts.joined(separator: ", ")).")
            Terminal.print("Its own districts: \(cut.districts.joined(separator: ", ")).")
        }
    }

    private func write(_ data: Data, to file: URL) throws {
        do { try data.write(to: file, options: .atomic) } catch {
            throw CLIError(.cannotCreate, "\(file.path) cannot be written. Check the folder's permissions and space.")
        }
    }
}

import Foundation
import Web

/// The settings of the maps of packs.
extension Configuration {
    static let mapKeys: Set<String> = ["map.tiles", "map.credit"]

    mutating func setMap(_ key: String, to value: String, _ from: String) throws {
        switch key {
        case "map.tiles": mapTiles.template = value
        case "map.credit": mapTiles.credit = value
        default: throw Self.unknownSetting(key, from)
        }
        mapTiles.from = from
    }

    /// Returns the tile server; nil if none is set.
    ///
    /// - Throws: `CLIError` for an invalid address or a missing credit.
    func mapTileServer() throws -> MapTileServer? {
        guard !mapTiles.template.isEmpty || !mapTiles.credit.isEmpty else { return nil }
        if let server = MapTileServer(template: mapTiles.template, credit: mapTiles.credit) { return server }
        throw CLIError(
            .configuration,
            "\(mapTiles.from): map.tiles takes an address such as https://tiles.example/{z}/{x}/{y}.png, and map.credit one line "
                + "that names who made them; both are needed.")
    }
}

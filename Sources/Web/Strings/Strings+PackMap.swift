import News
import Packs

/// The texts of a pack's map.
extension Strings {
    static let mapLabel = "Map of the places in the list. Arrow keys move it, + and − zoom, 0 shows all places."
    static let skipMap = "Skip the map"
    static let zoomIn = "Zoom in"
    static let zoomOut = "Zoom out"
    static let showAllPlaces = "Show all places"
    static let showAllPlacesShort = "All"
    static let closeCallout = "Close"
    static let pinsCloseBy = "Close by"
    static let noPlace = "Its place is not known, so it has no pin."
    static let noMapPages = "Nothing here has a place on a map."
    static let noPackYet = "There is no map yet, because this publication's contents are not here yet."
    static func mapTiles(_ server: MapTileServer) -> String {
        "Map: \(server.credit). This Tidings fetches it from \(server.host)"
    }
    static func mapPlaces(_ count: Int) -> String { count == 1 ? "1 place" : "\(count) places" }

    /// Returns the position of a place: "12 km from York, 53.946° N, 1.052° W".
    static func place(_ place: PackPlace, near town: NearestTown?) -> String {
        let coordinates = coordinates(latitude: place.latitude, longitude: place.longitude)
        guard let town else { return coordinates }
        return town.kilometres < 4
            ? "\(town.name), \(coordinates)" : "\(town.kilometres) km from \(town.name), \(coordinates)"
    }

    /// Returns coordinates in millionths of a degree as text: "53.946° N, 1.052° W".
    static func coordinates(latitude: Int, longitude: Int) -> String {
        "\(degrees(latitude))° \(latitude < 0 ? "S" : "N"), \(degrees(longitude))° \(longitude < 0 ? "W" : "E")"
    }

    private static func degrees(_ millionths: Int) -> String {
        let thousandths = (millionths.magnitude + 500) / 1_000
        let fraction = String(thousandths % 1_000)
        return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}

import Foundation
import Library
import News
import Packs
import Places

/// A town that an editor may choose as a page's place.
struct FoundTown: Encodable, Sendable {
    let name: String
    /// The district, region and country, in words.
    let detail: String
    /// Degrees with six decimals, as the form has them.
    let latitude, longitude: String

    private static let maxTowns = 8

    /// Returns the towns whose names begin with what was typed: those of the guide's map, then the largest others.
    static func all(named typed: String, on map: PackBaseMap) -> [FoundTown] {
        let typed = String(typed.prefix(100)).trimmingCharacters(in: .whitespaces)
        guard !typed.isEmpty else { return [] }
        let own = map.towns.filter {
            $0.name.range(of: typed, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
        }.prefix(maxTowns).map { town in
            FoundTown(
                name: town.name, detail: PackEditorStrings.onThisMap,
                latitude: degrees(town.place.latitude), longitude: degrees(town.place.longitude))
        }
        return own + others(named: typed).prefix(maxTowns - own.count)
    }

    private static func degrees(_ millionths: Int) -> String { String(format: "%.6f", Double(millionths) / 1e6) }

    private static func others(named typed: String) -> [FoundTown] {
        Gazetteer.shared.search(typed, limit: maxTowns).map { town in
            FoundTown(
                name: town.place.name,
                detail: [town.place.district, town.place.region, town.countryName].compactMap(\.self)
                    .joined(separator: ", "),
                latitude: String(format: "%.6f", town.latitude), longitude: String(format: "%.6f", town.longitude))
        }
    }
}

/// The map on which an editor chooses a place: the guide's own, else the one around what is typed and the guide's places.
enum PlaceMap {
    static func map(for scope: RequestScope) async throws -> PackBaseMap {
        let pack = try await PackEditingContext(scope).pack
        if let map = pack.baseMap { return map }
        var points = pack.pages.values.compactMap(\.place)
        if let latitude = scope.query["latitude"].flatMap({ PackPageForm.millionths($0, limit: 90) }),
            let longitude = scope.query["longitude"].flatMap({ PackPageForm.millionths($0, limit: 180) })
        {
            points.append(.init(latitude: latitude, longitude: longitude))
        }
        let places = points.map { PackPlace(page: "", latitude: $0.latitude, longitude: $0.longitude) }
        return try BaseMapSource.map(of: places, districts: nil) ?? PackBaseMap()
    }
}

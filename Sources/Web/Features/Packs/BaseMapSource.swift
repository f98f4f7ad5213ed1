import CAssets
public import Foundation
public import Packs
import Places
import Untrusted

/// The sources of base maps: a GeoPackage with districts, or the map of Yorkshire that comes with the program, and the
/// gazetteer's towns.
public enum BaseMapSource {
    /// The credit of the districts of Natural Earth.
    public static let naturalEarth = "Districts: Natural Earth (naturalearthdata.com), public domain."
    private static let geoNames = "Towns: GeoNames (geonames.org), CC BY 4.0."
    private static let shippedName = "maps/yorkshire.json"
    private static let maxTowns = 80
    /// The margin around places without districts in degrees, some 60 km.
    private static let margin = 0.5

    /// Returns the base map around the places; nil if there are no places, or no towns around them.
    ///
    /// - Parameter districts: a GeoPackage; nil for the map that comes with the program if all places are on it, else
    ///   for the towns around them.
    public static func map(of places: [PackPlace], districts: URL?) throws(PackError) -> PackBaseMap? {
        if let districts {
            return try cut(places: places, districts: districts, options: .init(), credit: naturalEarth).map
        }
        guard let inner = Bounds(places.map { ($0.latitude, $0.longitude) }) else { return nil }
        if let shipped, let outer = Bounds(shipped.areas.flatMap(\.rings).joined().map { ($0.latitude, $0.longitude) }),
            outer.contains(inner)
        {
            return shipped
        }
        let towns = towns(
            latitudes: inner.degrees(inner.south, inner.north), longitudes: inner.degrees(inner.west, inner.east))
        return towns.isEmpty ? nil : PackBaseMap(towns: towns, credits: [geoNames])
    }

    /// The bounds of points in millionths of a degree.
    private struct Bounds {
        let south, north, west, east: Int

        /// - Parameter points: latitude and longitude of each point.
        init?(_ points: [(Int, Int)]) {
            guard let first = points.first else { return nil }
            (south, north, west, east) = points.reduce((first.0, first.0, first.1, first.1)) { bounds, point in
                (min(bounds.0, point.0), max(bounds.1, point.0), min(bounds.2, point.1), max(bounds.3, point.1))
            }
        }

        func contains(_ other: Bounds) -> Bool {
            south < other.south && other.north < north && west < other.west && other.east < east
        }

        func degrees(_ first: Int, _ last: Int) -> ClosedRange<Double> {
            // bounded: `init` has ordered them.
            Double(first) / 1e6 - margin...Double(last) / 1e6 + margin
        }
    }

    /// Returns a map of the districts and towns around the places.
    public static func cut(
        places: [PackPlace], districts: URL, options: BaseMapCutter.Options, credit: String
    ) throws(PackError) -> BaseMapCutter.Result {
        var cut = try BaseMapCutter.cut(places: places, districts: districts, options: options)
        cut.map.towns = towns(latitudes: cut.latitudes, longitudes: cut.longitudes)
        cut.map.credits = [credit] + (cut.map.towns.isEmpty ? [] : [geoNames])
        return cut
    }

    /// Returns the towns in a range, the largest first.
    private static func towns(
        latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>
    ) -> [PackBaseMap.Town] {
        Gazetteer.shared.towns(latitudes: latitudes, longitudes: longitudes).prefix(maxTowns).map { town in
            // The position is rounded to hundredths of a degree.
            let place = PackBaseMap.Point(
                latitude: Int(saturating: (town.latitude * 100).rounded()) * 10_000,
                longitude: Int(saturating: (town.longitude * 100).rounded()) * 10_000)
            return PackBaseMap.Town(name: town.name, place: place, population: town.population)
        }
    }

    /// The map of Yorkshire with its neighbours.
    public static var shipped: PackBaseMap? {
        var count = 0
        let files = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        guard let file = files.first(where: { String(cString: $0.name) == shippedName }) else { return nil }
        return PackBaseMap(json: Data(UnsafeBufferPointer(start: file.bytes, count: file.length)))
    }
}

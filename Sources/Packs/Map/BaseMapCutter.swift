public import Foundation

/// Cuts a base map for a pack's places out of a file with the districts of a country or of the world.
public struct BaseMapCutter {
    /// The area to cut and its detail.
    public struct Options: Sendable {
        /// The names in the file of districts that belong to the pack even without a place in them.
        public var regions: [String] = []
        /// The margin around the places and the named districts in kilometres.
        public var margin = 60.0
        /// The maximum size in bytes of the map as JSON, without its towns.
        public var maxSize = 60_000

        public init() {}
    }

    /// The map that was cut, with its extent.
    public struct Result: Sendable {
        /// The map without towns and credits.
        public var map: PackBaseMap
        /// The names of the pack's own districts, sorted.
        public var districts: [String]
        /// The number of points in all outlines.
        public var pointCount: Int
        let box: GeoBox

        /// The latitudes between which the map lies, in degrees.
        public var latitudes: ClosedRange<Double> { Self.degrees(box.south, box.north) }
        /// The longitudes between which the map lies, in degrees.
        public var longitudes: ClosedRange<Double> { Self.degrees(box.west, box.east) }

        private static func degrees(_ first: Int, _ last: Int) -> ClosedRange<Double> {
            // bounded: in order.
            Double(min(first, last)) / 1e6...Double(max(first, last)) / 1e6
        }
    }

    private let package: GeoPackage
    private let places: [PackBaseMap.Point]
    private let options: Options

    /// The maximum distance in degrees of a place from the outline of its district, as coasts are coarse.
    private static let reach = 0.05

    /// Cuts a base map.
    /// - Parameters:
    ///   - places: the places of the pack's pages.
    ///   - districts: a GeoPackage; see `GeoPackage`.
    /// - Throws: `.notThere` if there are neither places nor regions, or the file lacks a region; the errors of
    ///   reading.
    public static func cut(
        places: [PackPlace], districts: URL, options: Options = Options()
    ) throws(PackError) -> Result {
        guard !places.isEmpty || !options.regions.isEmpty else {
            throw .notThere(
                "No page has a place, so nothing says where the map is. Write latitude and longitude into the pages, or "
                    + "name districts with --regions.")
        }
        return try BaseMapCutter(
            package: try GeoPackage(file: districts),
            places: places.map { PackBaseMap.Point(latitude: $0.latitude, longitude: $0.longitude) }, options: options
        ).run()
    }

    private func run() throws(PackError) -> Result {
        let wanted = Set(options.regions.map { $0.lowercased() })
        let named = try package.features { name, _ in wanted.contains(name.lowercased()) }
        let found = Set(named.map { $0.name.lowercased() })
        if let missing = options.regions.first(where: { !found.contains($0.lowercased()) }) {
            throw .notThere("The file has no district “\(missing)”. Name one of those that it has.")
        }
        guard let inner = GeoBox(places + named.flatMap(\.rings).joined()) else {
            throw .notThere("The districts named have no outlines. Name others.")
        }
        let box = inner.widened(kilometres: options.margin)
        let clipper = OutlineClipper(box: box)
        let features = try package.features { _, bounds in bounds.overlaps(box) }
        let own = ownIndices(features, wanted)
        var areas: [PackBaseMap.Area] = []
        for (index, feature) in features.enumerated() {
            let rings = feature.rings.compactMap(clipper.clipped)
            guard !rings.isEmpty else { continue }
            areas.append(
                PackBaseMap.Area(
                    name: feature.name, kind: own.contains(index) ? .district : .neighbour, rings: rings))
        }
        let map = PackBaseMap(areas: Self.ordered(simplified(areas, box)))
        return Result(
            map: map, districts: map.areas.filter { $0.kind == .district }.map(\.name).sorted(),
            pointCount: map.areas.flatMap(\.rings).joined().count,
            box: box)
    }

    // MARK: - The pack's own districts

    private func ownIndices(_ features: [GeoPackage.Feature], _ wanted: Set<String>) -> Set<Int> {
        var own = Set(features.indices.filter { wanted.contains(features[$0].name.lowercased()) })
        for place in places {
            let around = features.indices.filter { Self.contains(place, features[$0].rings) }
            if around.isEmpty { own.formUnion(nearest(to: place, features)) } else { own.formUnion(around) }
        }
        return own
    }

    /// Returns true if a place is inside the rings by the even-odd rule.
    private static func contains(_ place: PackBaseMap.Point, _ rings: [[PackBaseMap.Point]]) -> Bool {
        var isInside = false
        for ring in rings {
            for (one, next) in zip(ring, ring.dropFirst())
            where (one.latitude > place.latitude) != (next.latitude > place.latitude) {
                let share = Double(place.latitude - one.latitude) / Double(next.latitude - one.latitude)
                let crossing = Double(one.longitude) + share * Double(next.longitude - one.longitude)
                if Double(place.longitude) < crossing { isInside.toggle() }
            }
        }
        return isInside
    }

    private func nearest(to place: PackBaseMap.Point, _ features: [GeoPackage.Feature]) -> [Int] {
        let reach = Self.reach * 1e6
        var best: (index: Int, square: Double)?
        for (index, feature) in features.enumerated() {
            for point in feature.rings.joined() {
                let (north, east) = (
                    Double(point.latitude - place.latitude), Double(point.longitude - place.longitude)
                )
                let square = north * north + east * east
                if square < best?.square ?? (reach * reach) { best = (index, square) }
            }
        }
        return best.map { [$0.index] } ?? []
    }

    // MARK: - Size

    /// Simplifies the outlines: first finer than a screen shows, then coarser until the map is small enough.
    private func simplified(_ areas: [PackBaseMap.Area], _ box: GeoBox) -> [PackBaseMap.Area] {
        let simplifier = OutlineSimplifier(areas.flatMap(\.rings), shrink: box.shrink)
        var tolerance = 200.0
        while true {
            let coarse = areas.compactMap { area -> PackBaseMap.Area? in
                var area = area
                area.rings = area.rings.compactMap { simplifier.simplified($0, tolerance: tolerance) }
                return area.rings.isEmpty ? nil : area
            }
            if tolerance > 1e6 || PackBaseMap(areas: coarse).json.utf8.count <= options.maxSize { return coarse }
            tolerance *= 1.5
        }
    }

    /// Returns the areas in the order of drawing: neighbours before districts, large before small.
    private static func ordered(_ areas: [PackBaseMap.Area]) -> [PackBaseMap.Area] {
        areas.map { (area: $0, size: GeoBox($0.rings.joined())?.area ?? 0) }.sorted { one, other in
            if one.area.kind != other.area.kind { return other.area.kind == .district }
            return (other.size, one.area.name) < (one.size, other.area.name)
        }.map(\.area)
    }
}

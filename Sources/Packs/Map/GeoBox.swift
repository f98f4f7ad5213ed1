import Foundation
import Untrusted

/// A part of the globe between two parallels and two meridians, in millionths of a degree.
struct GeoBox: Sendable, Hashable {
    var south: Int
    var north: Int
    var west: Int
    var east: Int

    init(south: Int, north: Int, west: Int, east: Int) {
        (self.south, self.north, self.west, self.east) = (south, north, west, east)
    }

    /// Creates the smallest box with all points.
    /// - Returns: nil if there are no points.
    init?(_ points: some Sequence<PackBaseMap.Point>) {
        var box: GeoBox?
        for point in points { box = box?.including(point) ?? GeoBox(point) }
        guard let box else { return nil }
        self = box
    }

    private init(_ point: PackBaseMap.Point) {
        self.init(south: point.latitude, north: point.latitude, west: point.longitude, east: point.longitude)
    }

    private func including(_ point: PackBaseMap.Point) -> GeoBox {
        GeoBox(
            south: min(south, point.latitude), north: max(north, point.latitude), west: min(west, point.longitude),
            east: max(east, point.longitude))
    }

    func contains(_ point: PackBaseMap.Point) -> Bool {
        point.latitude >= south && point.latitude <= north && point.longitude >= west && point.longitude <= east
    }

    func contains(_ box: GeoBox) -> Bool {
        box.south >= south && box.north <= north && box.west >= west && box.east <= east
    }

    func overlaps(_ box: GeoBox) -> Bool {
        box.south <= north && box.north >= south && box.west <= east && box.east >= west
    }

    /// The ratio of a degree of longitude to one of latitude, in the middle of the box; at least 0.01.
    var shrink: Double { max(0.01, cos(Double(south + north) / 2e6 * .pi / 180)) }

    /// Returns the box enlarged by kilometres on each side, within the globe.
    func widened(kilometres: Double) -> GeoBox {
        let degrees = kilometres / 111.2 * 1e6
        let (up, along) = (Int(saturating: degrees), Int(saturating: degrees / shrink))
        return GeoBox(
            south: max(PackPlace.latitudes.lowerBound, south - up),
            north: min(PackPlace.latitudes.upperBound, north + up),
            west: max(PackPlace.longitudes.lowerBound, west - along),
            east: min(PackPlace.longitudes.upperBound, east + along))
    }

    /// The area in square degrees, for comparing.
    var area: Double { Double(north - south) / 1e6 * Double(east - west) / 1e6 }
}

import Untrusted

/// Clips closed rings to a box (Sutherland and Hodgman 1974). A ring that leaves the box and comes back runs along its
/// edge.
struct OutlineClipper {
    typealias Point = PackBaseMap.Point

    let box: GeoBox

    /// Clips a ring.
    /// - Returns: a closed ring; nil if nothing is left.
    func clipped(_ ring: [Point]) -> [Point]? {
        guard let bounds = GeoBox(ring), bounds.overlaps(box) else { return nil }
        if box.contains(bounds) { return ring }
        var points = Array(ring.dropLast())
        for side in Side.allCases { points = cut(points, side) }
        guard points.count >= 3, let first = points.first else { return nil }
        return points + [first]
    }

    private enum Side: CaseIterable { case south, north, west, east }

    private func isInside(_ point: Point, _ side: Side) -> Bool {
        switch side {
        case .south: point.latitude >= box.south
        case .north: point.latitude <= box.north
        case .west: point.longitude >= box.west
        case .east: point.longitude <= box.east
        }
    }

    private func cut(_ points: [Point], _ side: Side) -> [Point] {
        guard var previous = points.last else { return [] }
        var kept: [Point] = []
        for point in points {
            if isInside(point, side) != isInside(previous, side) { append(crossing(previous, point, side), to: &kept) }
            if isInside(point, side) { append(point, to: &kept) }
            previous = point
        }
        return kept
    }

    private func append(_ point: Point, to points: inout [Point]) {
        if points.last != point { points.append(point) }
    }

    /// Returns the crossing of a line with an edge, the same for both directions, so that neighbours keep one border.
    private func crossing(_ one: Point, _ other: Point, _ side: Side) -> Point {
        let isOrdered = (one.latitude, one.longitude) < (other.latitude, other.longitude)
        let (start, end) = isOrdered ? (one, other) : (other, one)
        func between(_ a: Int, _ b: Int, _ c: Int, _ d: Int, at edge: Int) -> Int {
            // The ends are on two sides of the edge, so they differ.
            c + Int(saturating: (Double(edge - a) / Double(b - a) * Double(d - c)).rounded())
        }
        switch side {
        case .south, .north:
            let edge = side == .south ? box.south : box.north
            return Point(
                latitude: edge,
                longitude: between(start.latitude, end.latitude, start.longitude, end.longitude, at: edge))
        case .west, .east:
            let edge = side == .west ? box.west : box.east
            return Point(
                latitude: between(start.longitude, end.longitude, start.latitude, end.latitude, at: edge),
                longitude: edge)
        }
    }
}

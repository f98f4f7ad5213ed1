/// Simplifies outlines by omitting points within a tolerance of the line without them (Douglas and Peucker 1973).
/// Outlines are split where they meet, so that neighbours keep one border without gaps.
struct OutlineSimplifier {
    typealias Point = PackBaseMap.Point

    /// The points where outlines begin to differ: those with other than two adjacent points.
    private let nodes: Set<Point>
    /// The ratio of a degree of longitude to one of latitude.
    private let shrink: Double

    /// - Parameter rings: all rings of the map, closed.
    init(_ rings: [[Point]], shrink: Double) {
        var adjacent: [Point: Set<Point>] = [:]
        for ring in rings {
            for (one, next) in zip(ring, ring.dropFirst()) where one != next {
                adjacent[one, default: []].insert(next)
                adjacent[next, default: []].insert(one)
            }
        }
        nodes = Set(adjacent.filter { $0.value.count != 2 }.keys)
        self.shrink = shrink
    }

    /// Simplifies a ring.
    /// - Parameter tolerance: the distance in millionths of a degree of latitude.
    /// - Returns: nil for a ring that is smaller than the tolerance.
    func simplified(_ ring: [Point], tolerance: Double) -> [Point]? {
        let open = Array(ring.dropLast())
        // A ring without nodes begins at its first point by coordinates, so that an island and the hole around it begin
        // at one point.
        let start =
            open.firstIndex(where: nodes.contains)
            ?? open.indices.min { (open[$0].latitude, open[$0].longitude) < (open[$1].latitude, open[$1].longitude) }
        guard let start else { return nil }
        let turned = Array(open[start...] + open[..<start]) + [open[start]]
        var kept: [Point] = [turned[0]]
        var arc: [Point] = [turned[0]]
        for point in turned.dropFirst() {
            arc.append(point)
            guard nodes.contains(point) || point == turned[0] else { continue }
            kept += simplifiedArc(arc, tolerance).dropFirst()
            arc = [point]
        }
        kept += arc.count > 1 ? simplifiedArc(arc, tolerance).dropFirst() : []
        return kept.count >= 4 && kept.first == kept.last ? kept : nil
    }

    /// Simplifies an arc in one direction, whichever way the ring runs, so that both neighbours get the same points.
    private func simplifiedArc(_ arc: [Point], _ tolerance: Double) -> [Point] {
        guard arc.count > 2, let first = arc.first, let last = arc.last else { return arc }
        // A closed arc starts and ends at one point, so its second and its last but one point tell the directions
        // apart.
        let (one, other) = first == last ? (arc[1], arc[arc.count - 2]) : (first, last)
        if (other.latitude, other.longitude) < (one.latitude, one.longitude) {
            return simplifiedArc(points: arc.reversed(), tolerance).reversed()
        }
        return simplifiedArc(points: arc, tolerance)
    }

    private func simplifiedArc(points: [Point], _ tolerance: Double) -> [Point] {
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[0] = true
        isKept[points.count - 1] = true
        var waiting = [(0, points.count - 1)]
        while let (start, end) = waiting.popLast() {
            var farthest = (distance: tolerance, index: 0)
            // bounded: the end is at least one above the start.
            for index in start + 1..<end {
                let distance = distance(of: points[index], from: points[start], to: points[end])
                if distance > farthest.distance { farthest = (distance, index) }
            }
            guard farthest.index > 0 else { continue }
            isKept[farthest.index] = true
            waiting += [(start, farthest.index), (farthest.index, end)]
        }
        return zip(points, isKept).filter(\.1).map(\.0)
    }

    private func distance(of point: Point, from start: Point, to end: Point) -> Double {
        func flat(_ point: Point) -> (x: Double, y: Double) {
            (Double(point.longitude - start.longitude) * shrink, Double(point.latitude - start.latitude))
        }
        let (end, point) = (flat(end), flat(point))
        let square = end.x * end.x + end.y * end.y
        let along = square > 0 ? min(1, max(0, (point.x * end.x + point.y * end.y) / square)) : 0
        let (x, y) = (point.x - along * end.x, point.y - along * end.y)
        return (x * x + y * y).squareRoot()
    }
}

public import Foundation

extension PackBaseMap {
    /// The JSON of the map in packs, in folders and on the web; the same map gives the same text.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail, as the map has only numbers and texts.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// - Returns: nil for other JSON, and for JSON larger than a base map may be.
    public init?(json: Data, limits: PackLimits = PackLimits()) {
        guard json.count <= limits.baseMapSize else { return nil }
        do { self = try JSONDecoder().decode(PackBaseMap.self, from: json) } catch { return nil }
    }

    /// Returns the problems that a pack's map must not have, each a sentence that says what to do. A map without
    /// problems has numbers within their ranges.
    public func problems(limits: PackLimits = PackLimits()) -> [String] {
        var problems: [String] = []
        func check(_ isRight: Bool, _ problem: String) {
            if !isRight, !problems.contains(problem) { problems.append(problem) }
        }
        let rings = areas.flatMap(\.rings)
        let points = rings.joined().count
        check(
            areas.count <= limits.baseMapAreas && towns.count <= limits.baseMapTowns && points <= limits.baseMapPoints,
            "The base map has more than \(limits.baseMapAreas) areas, \(limits.baseMapTowns) towns or "
                + "\(limits.baseMapPoints) points. Cut it smaller.")
        check(
            rings.allSatisfy { $0.count >= 4 && $0.first == $0.last },
            "A ring of the base map is not closed: its last point is its first, with two more between. Close it.")
        check(
            rings.joined().allSatisfy(\.isOnEarth) && towns.allSatisfy(\.place.isOnEarth),
            "A point of the base map is [latitude, longitude] in millionths of a degree. Correct it.")
        for name in towns.map(\.name) + areas.map(\.name) where !name.isEmpty {
            if let problem = PackNameRules.problem(of: name, longest: 200) {
                check(false, "A name of the base map \(problem)")
            }
        }
        check(towns.allSatisfy { !$0.name.isEmpty }, "A town of the base map has no name. Write one.")
        check(
            towns.allSatisfy { (0...1_000_000_000).contains($0.population) },
            "A town's population is a whole number from 0. Correct it.")
        check(
            credits.allSatisfy { !$0.contains(where: \.isNewline) } && credits.joined().utf8.count <= 5_000,
            "The credits of the base map are a line each, of 5,000 bytes together. Shorten them.")
        return problems
    }
}

extension PackBaseMap.Point {
    fileprivate var isOnEarth: Bool {
        PackPlace.latitudes.contains(latitude) && PackPlace.longitudes.contains(longitude)
    }
}

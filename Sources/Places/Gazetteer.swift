import CGazetteer
import Compression
import Foundation
import News
import Untrusted

/// The offline gazetteer: some 34 000 towns above 15 000 inhabitants, from GeoNames, embedded in the program.
///
/// Holds the towns as text (2.7 MB) with an index of 12 bytes a town, and loads in 50 to 120 ms (optimised, 24 November
/// 2026). A search scans all names, in 2 to 20 ms.
public struct Gazetteer: Sendable {
    /// The instance that all callers share, decompressed at its first use.
    public static let shared = Gazetteer(compressed: embedded)

    /// The maximum distance of the nearest town; a town further away says little about a location.
    static let maxDistanceInKilometres = 60.0
    /// The maximum number of characters of a search; the rest is ignored.
    static let maxSearchLength = 100
    /// The maximum number of words of a search; each is tried as a name's last word, in 10 ms.
    static let maxWords = 8
    private static let maxSize = 8 << 20

    private struct Town {
        /// The byte offset of the town's line in the text.
        var start: Int32
        var end: Int32
        /// The latitude in hundredths of a degree.
        var latitude: Int16
        var longitude: Int16

        /// Rounds a coordinate to tenths of a degree, like the device's location, which is compared with it.
        static func tenths(_ hundredths: Int16) -> Double { (Double(hundredths) / 10).rounded() / 10 }
    }

    private let text: [UInt8]
    /// The towns, the largest first.
    private let towns: [Town]
    private let countries: [String: Country]

    private struct Country {
        var name: String
        var keys: [String]
    }

    /// Decompresses the data; damaged data gives no towns.
    /// - Parameter compressed: the output of `scripts/gazetteer`.
    init(compressed: [UInt8]) {
        let size = compressed.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        text = size <= Self.maxSize ? Zlib.inflate(Array(compressed.dropFirst(4)), size: size) ?? [] : []
        var countries: [String: Country] = [:]
        var towns: [Town] = []
        var isInTowns = false
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            if end == start {
                isInTowns = true
            } else {
                // bounded: end was found from start on.
                let fields = text[start..<end].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                if isInTowns {
                    if let town = Self.town(fields, start, end) { towns.append(town) }
                } else if let (code, country) = Self.country(fields) {
                    countries[code] = country
                }
            }
            start = end + 1
        }
        self.countries = countries
        self.towns = towns
    }

    private static var embedded: [UInt8] {
        var length = 0
        return Array(UnsafeBufferPointer(start: tidings_gazetteer(&length), count: length))
    }

    private static func town(_ fields: [ArraySlice<UInt8>], _ start: Int, _ end: Int) -> Town? {
        guard fields.count == 8,
            let latitude = UntrustedInteger(String(decoding: fields[4], as: UTF8.self))?.int(in: -9_000...9_000),
            let longitude = UntrustedInteger(String(decoding: fields[5], as: UTF8.self))?.int(in: -18_000...18_000)
        else { return nil }
        return Town(
            start: Int32(clamping: start), end: Int32(clamping: end), latitude: Int16(clamping: latitude),
            longitude: Int16(clamping: longitude))
    }

    private static func country(_ fields: [ArraySlice<UInt8>]) -> (String, Country)? {
        guard fields.count == 3 else { return nil }
        let texts = fields.map { String(decoding: $0, as: UTF8.self) }
        let names = [texts[0], texts[1]] + texts[2].split(separator: "|").map(String.init)
        return (texts[0], Country(name: texts[1], keys: names.map(key)))
    }

    // MARK: - By coordinates

    /// Returns the nearest town; of towns in the same tenth of a degree the largest.
    /// - Returns: nil for invalid coordinates, and if no town is near.
    public func nearest(latitude: Double, longitude: Double) -> GazetteerEntry? {
        guard let latitude = UntrustedDecimal(latitude)?.within(-90...90),
            let longitude = UntrustedDecimal(longitude)?.within(-180...180)
        else { return nil }
        let kilometresPerDegree = 111.2
        let shrink = cos(latitude * .pi / 180)
        var best: (town: Town, square: Double)?
        for town in towns {
            let north = Town.tenths(town.latitude) - latitude
            let along = abs(Town.tenths(town.longitude) - longitude)
            let east = min(along, 360 - along) * shrink
            let square = north * north + east * east
            // Distances between tenths of a degree are often equal except for rounding errors.
            if square < (best?.square ?? .infinity) - 1e-9 { best = (town, square) }
        }
        guard let best, best.square.squareRoot() * kilometresPerDegree <= Self.maxDistanceInKilometres else {
            return nil
        }
        return entry(best.town)
    }

    /// Returns the towns between two parallels and two meridians, the largest first.
    /// - Parameters:
    ///   - latitudes: the bounds in degrees.
    ///   - longitudes: the bounds in degrees, from -180 to 180.
    public func towns(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) -> [LocatedTown] {
        towns.compactMap { town in
            let (latitude, longitude) = (Double(town.latitude) / 100, Double(town.longitude) / 100)
            guard latitudes.contains(latitude), longitudes.contains(longitude) else { return nil }
            let fields = fields(of: town)
            let thousands = fields.element(at: 6).flatMap { UntrustedInteger($0)?.int(in: 0...100_000) } ?? 0
            return LocatedTown(
                name: fields.element(at: 0) ?? "", latitude: latitude, longitude: longitude,
                population: thousands * 1_000)
        }
    }

    // MARK: - By name

    /// Returns the towns with a name that begins with the text. After a comma, or as the last words, the text may name
    /// the district, region or country: "York, US", "york england". Exact names come first, then exact alternative
    /// names; among equals the largest town comes first.
    public func search(_ text: String, limit: Int) -> [GazetteerEntry] {
        let typed = String(text.prefix(Self.maxSearchLength))
        let parts = typed.split(separator: ",").map(Self.key).filter { !$0.isEmpty }
        guard limit > 0, let first = parts.first else { return [] }
        if parts.count > 1 { return matches(first, within: Array(parts.dropFirst()), limit) }
        // The longest name with a result wins; the words after it narrow the search.
        let words = first.split(separator: " ").prefix(Self.maxWords).map(String.init)
        for count in stride(from: words.count, to: 0, by: -1) {
            let rest = words.dropFirst(count).joined(separator: " ")
            let found = matches(
                words.prefix(count).joined(separator: " "), within: rest.isEmpty ? [] : [rest], limit)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The quality of the match between a search and a town's names, the best first.
    private enum Fit: Int, CaseIterable { case name, otherName, beginning }

    private func matches(_ name: String, within areas: [String], _ limit: Int) -> [GazetteerEntry] {
        let wanted = Array(name.utf8)
        var found = [[GazetteerEntry]](repeating: [], count: Fit.allCases.count)
        text.withUnsafeBufferPointer { text in
            for town in towns {
                guard let fit = Self.fit(wanted, text, town), found[fit.rawValue].count < limit else { continue }
                let entry = entry(town)
                if areas.allSatisfy({ isIn($0, entry) }) { found[fit.rawValue].append(entry) }
            }
        }
        return Array(found.joined().prefix(limit))
    }

    /// Compares a search with the town's keys, which are the last field of the line.
    private static func fit(_ wanted: [UInt8], _ text: UnsafeBufferPointer<UInt8>, _ town: Town) -> Fit? {
        var start = Int(town.end)
        while start > town.start, text[start - 1] != UInt8(ascii: "\t") { start -= 1 }
        var best: Fit?
        var isFirst = true
        while start < town.end {
            var length = 0
            while length < wanted.count, start + length < town.end, text[start + length] == wanted[length] {
                length += 1
            }
            var end = start + length
            let isWhole = end == town.end || text[end] == UInt8(ascii: "|")
            if length == wanted.count {
                if isWhole { return isFirst ? .name : .otherName }
                best = .beginning
            }
            while end < town.end, text[end] != UInt8(ascii: "|") { end += 1 }
            start = end + 1
            isFirst = false
        }
        return best
    }

    /// Returns true if a word of the town's district or region begins with the text, or if the text names the country.
    private func isIn(_ area: String, _ entry: GazetteerEntry) -> Bool {
        let country = countries[entry.place.country.uppercased()]?.keys ?? []
        let names = [entry.place.district, entry.place.region].compactMap(\.self).map(Self.key)
        return country.contains { $0 == area || (area.utf8.count > 2 && $0.hasPrefix(area)) }
            || names.contains { $0.hasPrefix(area) || $0.contains(" " + area) }
    }

    private func entry(_ town: Town) -> GazetteerEntry {
        let fields = fields(of: town)
        func field(_ index: Int) -> String? { fields.element(at: index).flatMap { $0.isEmpty ? nil : $0 } }
        let code = field(3) ?? ""
        return GazetteerEntry(
            place: PlaceName(
                name: field(0) ?? "", district: field(1), region: field(2), country: code.lowercased()),
            countryName: countries[code]?.name ?? code, latitude: Double(town.latitude) / 100,
            longitude: Double(town.longitude) / 100)
    }

    private func fields(of town: Town) -> [String] {
        // bounded: both were found in this text.
        let line = String(decoding: text[Int(town.start)..<Int(town.end)], as: UTF8.self)
        return line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the search key of a name: lower case, without accents, words of letters and digits. `scripts/gazetteer`
    /// must produce the same keys.
    static func key(_ text: some StringProtocol) -> String {
        var key = String.UnicodeScalarView()
        for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            if let spelling = spellings[scalar] {
                key.append(contentsOf: spelling.unicodeScalars)
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                if scalar.properties.generalCategory != .nonspacingMark { key.append(scalar) }
            } else if !isDropped(scalar) {
                key.append(" ")
            }
        }
        return String(key).split(separator: " ").joined(separator: " ")
    }

    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: "'’ʼʻ‘`".unicodeScalars.contains(scalar)
        }
    }

    private static let spellings: [Unicode.Scalar: String] = [
        "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ð": "d", "ʼ": "", "ʻ": "",
    ]
}

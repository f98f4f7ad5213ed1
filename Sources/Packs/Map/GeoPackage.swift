import Foundation
import GRDB
import Untrusted
import UntrustedSQLite

/// Reads districts of a GeoPackage (https://www.geopackage.org/spec130/): of its tables of polygons in WGS 84 with a
/// column `name`, the one with the most rows. The file may be untrusted.
struct GeoPackage {
    /// An area with its name.
    struct Feature {
        var name: String
        /// The closed rings of the area.
        var rings: [[PackBaseMap.Point]]
    }

    private let database: DatabaseQueue
    private let table: Table

    private struct Table {
        var name: String
        var geometry: String
        var title: String
    }

    private static let maxFeatures = 200_000
    private static let maxTables = 100

    /// - Throws: `.notThere`, `.notAPack`, `.damaged`.
    init(file: URL) throws(PackError) {
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw .notThere(
                "There is no file \(file.path). Name a GeoPackage, such as the world_map.gpkg of Debian's qgis-common.")
        }
        do {
            database = try UntrustedDatabase.open(file)
            guard let table = try database.read(Self.largestTable) else {
                throw PackError.notAPack(
                    "\(file.path) has no table of polygons in WGS 84 with a column “name”. Name another GeoPackage.")
            }
            self.table = table
        } catch { throw Self.mapped(error, file) }
    }

    private static func mapped(_ error: any Error, _ file: URL) -> PackError {
        guard let error = error as? DatabaseError else { return PackReader.mapped(error) }
        return .notAPack("\(file.path) is no GeoPackage (\(error.message ?? "unreadable")). Name another file.")
    }

    private static func largestTable(_ database: Database) throws -> Table? {
        let rows = try Row.fetchAll(
            database,
            sql: """
                select table_name, column_name from gpkg_geometry_columns
                where srs_id = 4326 and upper(geometry_type_name) in ('POLYGON', 'MULTIPOLYGON') limit \(maxTables)
                """)
        var best: (table: Table, count: Int)?
        for row in rows {
            guard let name = text(row[0]), let geometry = text(row[1]) else { continue }
            let columns = try Row.fetchAll(database, sql: "select name from pragma_table_info(?)", arguments: [name])
            guard let title = columns.compactMap({ text($0[0]) }).first(where: { $0.lowercased() == "name" }) else {
                continue
            }
            let count = try Int.fetchOne(database, sql: "select count(*) from \(quoted(name))") ?? 0
            if count > (best?.count ?? 0) {
                best = (Table(name: name, geometry: geometry, title: title), count)
            }
        }
        return best?.table
    }

    private static func text(_ value: DatabaseValue) -> String? {
        if case .string(let text) = value.storage { text } else { nil }
    }

    private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    /// Returns the areas that a condition accepts.
    /// - Parameter isWanted: called with the name and the bounds before the outlines are read.
    func features(where isWanted: (String, GeoBox) -> Bool) throws(PackError) -> [Feature] {
        do {
            return try database.read { database in
                let names = [table.geometry, table.title].map(Self.quoted).joined(separator: ", ")
                let rows = try Row.fetchCursor(
                    database, sql: "select \(names) from \(Self.quoted(table.name)) limit \(Self.maxFeatures)")
                var features: [Feature] = []
                while let row = try rows.next() {
                    guard case .blob(let data) = (row[0] as DatabaseValue).storage else { continue }
                    let name = Self.text(row[1]) ?? ""
                    var geometry = GeoPackageGeometry(Array(data))
                    guard let bounds = geometry.bounds, isWanted(name, bounds) else { continue }
                    features.append(Feature(name: name, rings: geometry.rings()))
                }
                return features
            }
        } catch { throw PackReader.mapped(error) }
    }
}

/// The binary form of one or several polygons (GeoPackage §2.1.3, WKB of OGC 06-103r4 §8.2). Other or damaged
/// geometries have no rings.
struct GeoPackageGeometry {
    private let bytes: [UInt8]
    private var at = 0
    private var isLittleEndian = true
    private static let polygon = 3
    private static let multiPolygon = 6

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The bounds of the header's envelope, else of the rings.
    var bounds: GeoBox? {
        var copy = self
        guard let header = copy.header() else { return nil }
        if header.hasEnvelope {
            copy.at = 8
            if let west = copy.degrees(180), let east = copy.degrees(180), let south = copy.degrees(90),
                let north = copy.degrees(90), west <= east, south <= north
            {
                return GeoBox(south: south, north: north, west: west, east: east)
            }
        }
        copy.at = 0
        return GeoBox(copy.rings().joined())
    }

    /// Reads the closed rings of at least four points.
    mutating func rings() -> [[PackBaseMap.Point]] {
        guard let header = header() else { return [] }
        at = header.length
        guard let type = geometryType() else { return [] }
        switch type {
        case Self.polygon: return polygonRings()
        case Self.multiPolygon:
            // bounded: each polygon has at least its byte order, type and count.
            guard let count = integer()?.int(in: 0...bytes.count / 9) else { return [] }
            var rings: [[PackBaseMap.Point]] = []
            // bounded: above.
            for _ in 0..<count {
                guard geometryType() == Self.polygon else { return rings }
                rings += polygonRings()
            }
            return rings
        default: return []
        }
    }

    private func header() -> (length: Int, hasEnvelope: Bool)? {
        guard bytes.starts(with: Array("GP".utf8)), let flags = bytes.element(at: 3) else { return nil }
        let isEmptyOrExtended = flags & 0b11_0000 != 0
        let sizes = [0: 32, 1: 48, 2: 48, 3: 64]
        let kind = Int(flags >> 1 & 0b111)
        // The envelope of a big-endian writer is ignored; the bounds are then those of the outlines.
        guard !isEmptyOrExtended, kind == 0 || sizes[kind - 1] != nil else { return nil }
        return (8 + (sizes[kind - 1] ?? 0), kind > 0 && flags & 1 == 1)
    }

    /// Reads the geometry type, after the byte order of the values that follow.
    private mutating func geometryType() -> Int? {
        guard let order = bytes.element(at: at), order <= 1 else { return nil }
        isLittleEndian = order == 1
        at += 1
        return integer()?.int(in: 0...10_000)
    }

    private mutating func integer() -> UntrustedInteger? {
        defer { at += 4 }
        return isLittleEndian ? bytes.littleEndian(at: at, bytes: 4) : bytes.bigEndian(at: at, bytes: 4)
    }

    private mutating func polygonRings() -> [[PackBaseMap.Point]] {
        var rings: [[PackBaseMap.Point]] = []
        // bounded: by the bytes that there are.
        guard let count = integer()?.int(in: 0...bytes.count / 4) else { return [] }
        // bounded: above.
        for _ in 0..<count {
            // bounded: a point has two numbers of 8 bytes.
            guard let points = integer()?.int(in: 0...bytes.count / 16) else { return rings }
            var ring: [PackBaseMap.Point] = []
            ring.reserveCapacity(points)
            // bounded: above.
            for _ in 0..<points {
                guard let longitude = degrees(180), let latitude = degrees(90) else { return rings }
                ring.append(PackBaseMap.Point(latitude: latitude, longitude: longitude))
            }
            if ring.count >= 4, ring.first == ring.last { rings.append(ring) }
        }
        return rings
    }

    /// Reads a Double of degrees, rounded to ten-thousandths (some 10 m), as millionths; nil if it exceeds the limit by
    /// more than 0.1.
    private mutating func degrees(_ limit: Double) -> Int? {
        defer { at += 8 }
        let halves = [at, at + 4].map { start in
            isLittleEndian ? bytes.littleEndian(at: start, bytes: 4) : bytes.bigEndian(at: start, bytes: 4)
        }
        guard let first = halves[0]?.within(0...0xFFFF_FFFF), let second = halves[1]?.within(0...0xFFFF_FFFF) else {
            return nil
        }
        let (high, low) = isLittleEndian ? (second, first) : (first, second)
        let number = Double(bitPattern: UInt64(high) << 32 | UInt64(low))
        // Some files have points slightly beyond the date line.
        // bounded: the limit is a constant above zero.
        guard let value = UntrustedDecimal(number)?.within(-limit - 0.1...limit + 0.1) else { return nil }
        return Int(saturating: (min(max(value, -limit), limit) * 1e4).rounded()) * 100
    }
}

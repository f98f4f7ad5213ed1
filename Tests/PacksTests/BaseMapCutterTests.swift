import Foundation
import GRDB
import Testing

@testable import Packs

/// Writes the bytes of a GeoPackage's polygons, as other programs do.
private struct GeoPackageWriter {
    typealias Ring = [(longitude: Double, latitude: Double)]

    var isLittleEndian = true
    var hasEnvelope = true

    func polygon(_ rings: [Ring]) -> Data {
        var bytes = Data("GP".utf8) + [0, UInt8(isLittleEndian ? 1 : 0) | (hasEnvelope ? 2 : 0)] + int(4_326)
        if hasEnvelope {
            let points = Array(rings.joined())
            let (x, y) = (points.map(\.longitude).sorted(), points.map(\.latitude).sorted())
            for number in [x.first, x.last, y.first, y.last] { bytes += double(number ?? 0) }
        }
        bytes += [isLittleEndian ? 1 : 0] + int(6) + int(1)
        bytes += [isLittleEndian ? 1 : 0] + int(3) + int(UInt32(rings.count))
        for ring in rings {
            bytes += int(UInt32(ring.count))
            for point in ring { bytes += double(point.longitude) + double(point.latitude) }
        }
        return bytes
    }

    private func int(_ number: UInt32) -> Data {
        withUnsafeBytes(of: isLittleEndian ? number.littleEndian : number.bigEndian) { Data($0) }
    }

    private func double(_ number: Double) -> Data {
        let bits = number.bitPattern
        return withUnsafeBytes(of: isLittleEndian ? bits.littleEndian : bits.bigEndian) { Data($0) }
    }

    static func square(west: Double, south: Double, size: Double) -> Ring {
        [
            (west, south), (west + size, south), (west + size, south + size), (west, south + size), (west, south),
        ]
    }
}

@Suite struct BaseMapCutterTests {
    /// Four districts of one degree each in a square around 1° east and 51° north, and one far away.
    private func districts(_ fixture: PackFixture, _ writer: GeoPackageWriter = GeoPackageWriter()) throws -> URL {
        let file = fixture.path("districts.gpkg")
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { database in
            try database.execute(
                sql: """
                    create table gpkg_geometry_columns (table_name text, column_name text, geometry_type_name text,
                    srs_id integer);
                    insert into gpkg_geometry_columns values ('states', 'geom', 'MULTIPOLYGON', 4326),
                    ('roads', 'geom', 'LINESTRING', 4326), ('few', 'geom', 'POLYGON', 4326);
                    create table states (fid integer primary key, geom blob, "NAME" text);
                    create table roads (fid integer primary key, geom blob, name text);
                    create table few (fid integer primary key, geom blob, name text);
                    """)
            let corners = [("West", 0.0, 50.0), ("East", 1, 50), ("North", 0, 51), ("Far", 30, 10)]
            for (name, west, south) in corners {
                try database.execute(
                    sql: "insert into states (geom, name) values (?, ?)",
                    arguments: [
                        writer.polygon([GeoPackageWriter.square(west: west, south: south, size: 1)]), name,
                    ])
            }
            try database.execute(sql: "insert into states (geom, name) values (x'47500001', 'Broken'), (null, 'None')")
        }
        try queue.close()
        return file
    }

    private func place(_ latitude: Double, _ longitude: Double) -> PackPlace {
        PackPlace(page: "a", latitude: Int(latitude * 1_000_000), longitude: Int(longitude * 1_000_000))
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `districts with a place are the pack's own, those around it neighbours`(
        isLittleEndian: Bool, hasEnvelope: Bool
    ) throws {
        let fixture = try PackFixture()
        let writer = GeoPackageWriter(isLittleEndian: isLittleEndian, hasEnvelope: hasEnvelope)
        let cut = try BaseMapCutter.cut(places: [place(50.9, 0.9)], districts: try districts(fixture, writer))
        #expect(cut.districts == ["West"])
        #expect(cut.map.areas.map(\.name).sorted() == ["East", "North", "West"])
        #expect(cut.map.areas.last?.name == "West")
        #expect(cut.map.problems(limits: PackLimits()).isEmpty)
        // 60 km around the place.
        #expect(abs(cut.latitudes.upperBound - 51.44) < 0.01 && abs(cut.latitudes.lowerBound - 50.36) < 0.01)
        let latitudes = cut.map.areas.flatMap(\.rings).joined().map(\.latitude)
        #expect(latitudes.allSatisfy { cut.latitudes.contains(Double($0) / 1e6) })
    }

    @Test func `a district that is named is the pack's own, and the map reaches over it`() throws {
        let fixture = try PackFixture()
        var options = BaseMapCutter.Options()
        options.regions = ["north", "East"]
        options.margin = 1
        let file = try districts(fixture)
        let cut = try BaseMapCutter.cut(places: [place(50.9, 0.9)], districts: file, options: options)
        #expect(cut.districts == ["East", "North", "West"])
        #expect(cut.latitudes.upperBound > 52 && cut.longitudes.upperBound > 2)
        options.regions = ["Nowhere"]
        #expect(throws: PackError.notThere("The file has no district “Nowhere”. Name one of those that it has.")) {
            _ = try BaseMapCutter.cut(places: [], districts: file, options: options)
        }
    }

    @Test func `a place a little off the coast belongs to the district behind it`() throws {
        let fixture = try PackFixture()
        let cut = try BaseMapCutter.cut(places: [place(50.01, -0.02)], districts: try districts(fixture))
        #expect(cut.districts == ["West"])
    }

    @Test func `without places and names nothing is cut, and other files are refused in words`() throws {
        let fixture = try PackFixture()
        func message(_ places: [PackPlace], _ file: URL) -> String {
            do throws(PackError) {
                _ = try BaseMapCutter.cut(places: places, districts: file)
                return ""
            } catch { return error.userMessage }
        }
        #expect(message([], try districts(fixture)).hasPrefix("No page has a place"))
        #expect(message([place(50, 0)], fixture.path("none")).hasPrefix("There is no file"))
        try fixture.write(String(repeating: "text ", count: 1_000), "text")
        #expect(message([place(50, 0)], fixture.path("text")).contains("is no GeoPackage"))
        #expect(message([place(50, 0)], try fixture.countyPack()).contains("is no GeoPackage"))
    }

    @Test func `damaged outlines end early and crash nothing`() {
        let whole = GeoPackageWriter().polygon([GeoPackageWriter.square(west: 0, south: 0, size: 1)])
        for length in 0..<whole.count {
            var geometry = GeoPackageGeometry(Array(whole.prefix(length)))
            #expect(geometry.rings().isEmpty, "\(length)")
        }
        for index in whole.indices {
            var bytes = Array(whole)
            bytes[index] = 0xFF
            var geometry = GeoPackageGeometry(bytes)
            _ = geometry.bounds
            #expect(geometry.rings().count <= 1)
        }
    }

    @Test func `neighbours keep one border however coarse it gets`() throws {
        // A jagged border between two districts, run through in opposite directions.
        let border = (0...100).map { step in
            PackBaseMap.Point(latitude: step * 10_000, longitude: [0, 700, -300, 450][step % 4])
        }
        let west = border + [point(1_000_000, -500_000), point(0, -500_000), point(0, 0)]
        let east = border.reversed() + [point(0, 500_000), point(1_000_000, 500_000), point(1_000_000, 0)]
        let simplifier = OutlineSimplifier([west, Array(east)], shrink: 1)
        for tolerance in [0.0, 400, 5_000] {
            let one = try #require(simplifier.simplified(west, tolerance: tolerance))
            let other = try #require(simplifier.simplified(Array(east), tolerance: tolerance))
            let shared = { (ring: [PackBaseMap.Point]) in Set(ring.filter { abs($0.longitude) < 1_000 }) }
            #expect(shared(one) == shared(other), "\(tolerance)")
            #expect(tolerance < 5_000 || one.count < west.count, "finer than the border's teeth nothing is left out")
        }
    }

    private func point(_ latitude: Int, _ longitude: Int) -> PackBaseMap.Point {
        PackBaseMap.Point(latitude: latitude, longitude: longitude)
    }
}

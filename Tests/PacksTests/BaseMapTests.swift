import Foundation
import GRDB
import Testing

@testable import Packs

@Suite struct BaseMapTests {
    private typealias Point = PackBaseMap.Point

    @Test func `a folder's base map comes out of the pack as it went in`() throws {
        let fixture = try PackFixture()
        let reader = try PackReader(file: try fixture.countyPack())
        let map = try #require(reader.pack.baseMap)
        #expect(map.json == PackFixture.baseMap)
        #expect(map.areas.map(\.kind) == [.district] && map.towns.map(\.population) == [20_000])
        #expect(map.areas[0].rings[0][0] == Point(latitude: 53_000_000, longitude: -2_000_000))
        try PackFolderExporter.write(reader.pack, media: reader, to: fixture.path("out"))
        #expect(try String(contentsOf: fixture.path("out/map.json"), encoding: .utf8) == PackFixture.baseMap + "\n")
        #expect(try PackBuilder.build(fixture.path("out")).pack == reader.pack)
    }

    @Test func `another base map is another pack`() throws {
        let fixture = try PackFixture()
        try fixture.writeCounty()
        let one = try PackBuilder.build(fixture.path("county")).pack
        try fixture.write(PackFixture.baseMap.replacing("20000", with: "20001"), "county/map.json")
        let other = try PackBuilder.build(fixture.path("county")).pack
        #expect(one.manifest.digest != other.manifest.digest)
    }

    @Test(arguments: [
        ("no JSON", "This is no base map"), (#"{"areas":[]}"#, "This is no base map"),
        (#"{"areas":[{"kind":"lake","name":"","rings":[]}],"towns":[],"credits":[]}"#, "This is no base map"),
        (#"{"areas":[{"kind":"land","name":"","rings":[[[1,2,3]]]}],"towns":[],"credits":[]}"#, "This is no base map"),
        (#"{"areas":[{"kind":"land","name":"","rings":[[[1.5,2]]]}],"towns":[],"credits":[]}"#, "This is no base map"),
        (
            #"{"areas":[{"kind":"land","name":"","rings":[[[1,2],[3,4],[5,6],[7,8]]]}],"towns":[],"credits":[]}"#,
            "A ring of the base map is not closed"
        ),
        (
            #"{"areas":[{"kind":"land","name":"","rings":[[[1,2],[3,4],[90000001,6],[1,2]]]}],"towns":[],"credits":[]}"#,
            "A point of the base map is"
        ),
        (
            #"{"areas":[],"towns":[{"name":"","place":[1,2],"population":1}],"credits":[]}"#,
            "A town of the base map has no name"
        ),
        (
            #"{"areas":[],"towns":[{"name":"A","place":[1,2],"population":-1}],"credits":[]}"#,
            "A town's population is"
        ), (#"{"areas":[],"towns":[],"credits":["a\nb"]}"#, "The credits of the base map"),
    ])
    func `a base map that no pack may have is refused with its file`(json: String, start: String) throws {
        let fixture = try PackFixture()
        try fixture.writeCounty()
        try fixture.write(json, "county/map.json")
        let faults = try fixture.faults()
        #expect(faults.contains { $0.hasPrefix("map.json:1: \(start)") }, "\(faults)")
    }

    @Test func `a base map beyond the limits is refused`() throws {
        let town = PackBaseMap.Town(name: "A", place: Point(latitude: 0, longitude: 0), population: 1)
        let many = PackBaseMap(towns: Array(repeating: town, count: 3))
        var limits = PackLimits()
        limits.baseMapTowns = 2
        #expect(many.problems(limits: limits).count == 1 && many.problems(limits: PackLimits()).isEmpty)
        limits.baseMapSize = 10
        #expect(PackBaseMap(json: Data(many.json.utf8), limits: limits) == nil)
    }

    @Test func `a base map that was changed in the file has another hash`() throws {
        let fixture = try PackFixture()
        let file = try fixture.countyPack()
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { try $0.execute(sql: "update base_map set json = replace(json, '20000', '30000')") }
        try queue.close()
        #expect(throws: PackError.wrongHash(part: "base_map")) { _ = try PackReader(file: file) }
    }
}

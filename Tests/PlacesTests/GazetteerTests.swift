import Compression
import News
import Testing

@testable import Places

/// The towns that are embedded.
@Suite struct GazetteerTests {
    private let gazetteer = Gazetteer.shared

    private func names(_ text: String, limit: Int = 5) -> [String] {
        gazetteer.search(text, limit: limit).map(\.fullName)
    }

    @Test func `a town is found by its name, the largest of that name first`() throws {
        let york = try #require(gazetteer.search("York", limit: 5).first)
        #expect(york.place.name == "York" && york.place.region == "England" && york.place.country == "gb")
        #expect(york.countryName == "United Kingdom")
        #expect(names("York")[1].hasSuffix("Pennsylvania, United States"))
    }

    @Test(arguments: ["munchen", "München", "Muenchen", "MÜNCHEN", "munich", " Munich  ", "munic"])
    func `a town is found by its other names, whatever the accents and the case`(typed: String) {
        #expect(gazetteer.search(typed, limit: 1).first?.place.name == "Munich")
    }

    @Test func `a town is found by its name in English where GeoNames has its own`() {
        for typed in ["cologne", "Köln", "koeln", "koln"] {
            #expect(gazetteer.search(typed, limit: 1).first?.place.name == "Köln", "\(typed)")
        }
    }

    @Test(arguments: [
        ("York, US", "us"), ("york usa", "us"), ("york pennsylvania", "us"),
        ("York, Pennsylvania, United States", "us"),
        ("york england", "gb"), ("York, UK", "gb"), ("london ontario", "ca"), ("London, Canada", "ca"),
    ])
    func `district, region or country narrow a search`(typed: String, country: String) {
        let found = gazetteer.search(typed, limit: 20)
        #expect(!found.isEmpty && found.allSatisfy { $0.place.country == country })
    }

    @Test func `a name of several words is a town's before its last word narrows`() {
        #expect(names("new york").first?.hasPrefix("New York City") == true)
        #expect(names("san jo").first?.hasPrefix("San Jo") == true)
    }

    @Test(arguments: [
        "", "   ", ",", ", ,", "…", "\u{0}", "\t", "|", "\n", "qqqqzzzz", String(repeating: "x", count: 100_000),
    ])
    func `text that names no town finds none`(typed: String) {
        #expect(gazetteer.search(typed, limit: 5).isEmpty)
    }

    @Test func `no more towns are found than are wanted`() {
        #expect(gazetteer.search("a", limit: 7).count == 7)
        #expect(gazetteer.search("a", limit: 0).isEmpty && gazetteer.search("a", limit: -1).isEmpty)
    }

    @Test func `coordinates find the nearest town`() {
        #expect(gazetteer.nearest(latitude: 54.0, longitude: -1.1)?.place.name == "York")
        #expect(gazetteer.nearest(latitude: 51.5, longitude: -0.1)?.place.name == "London")
        #expect(gazetteer.nearest(latitude: -33.9, longitude: 151.2)?.place.country == "au")
    }

    @Test func `a town beyond the date line is as near as it is`() throws {
        let text = "FJ\tFiji\t\n\nEastern\t\t\tFJ\t-1640\t17990\t20\teastern"
        let size = text.utf8.count
        let packed = try #require(Zlib.deflate(Array(text.utf8), level: 9))
        let gazetteer = Gazetteer(compressed: [0, 0, 0, UInt8(size)] + packed)
        #expect(gazetteer.nearest(latitude: -16.4, longitude: -179.9)?.fullName == "Eastern, Fiji")
        #expect(gazetteer.nearest(latitude: -16.4, longitude: 178.0) == nil)
    }

    @Test func `the towns of a map are where they are, the largest first`() throws {
        let towns = gazetteer.towns(latitudes: 53.3...54.6, longitudes: -2.6...0.2)
        #expect(towns.count > 40 && towns.map(\.population) == towns.map(\.population).sorted(by: >))
        let york = try #require(towns.first { $0.name == "York" })
        #expect(abs(york.latitude - 53.9576) < 0.006 && abs(york.longitude + 1.0827) < 0.006)
        #expect((100_000...300_000).contains(york.population))
        #expect(gazetteer.towns(latitudes: -60 ... -59, longitudes: 0...1).isEmpty)
    }

    @Test func `where no town is near, none is found`() {
        #expect(gazetteer.nearest(latitude: 0, longitude: -150) == nil)
        #expect(gazetteer.nearest(latitude: 90, longitude: 0) == nil)
    }

    @Test(arguments: [(Double.nan, 0), (0, .nan), (.infinity, 0), (91, 0), (54, 181), (0, -.infinity)])
    func `coordinates that are none find no town`(latitude: Double, longitude: Double) {
        #expect(gazetteer.nearest(latitude: latitude, longitude: longitude) == nil)
    }

    @Test(arguments: [[], [1], [0, 0, 0, 9, 1, 2, 3], [255, 255, 255, 255, 0], [0, 0, 0, 0]] as [[UInt8]])
    func `damaged data is an empty gazetteer`(bytes: [UInt8]) {
        let gazetteer = Gazetteer(compressed: bytes)
        #expect(gazetteer.search("York", limit: 5).isEmpty)
        #expect(gazetteer.nearest(latitude: 54.0, longitude: -1.1) == nil)
    }
}

/// The base of a pack's map: land and districts as outlines, towns as points. For a pack without a base map, pins are
/// drawn on a plain ground.
public struct PackBaseMap: Sendable, Hashable, Codable {
    /// The areas in the order of drawing, from large to small.
    public var areas: [Area]
    /// The towns with names on the map.
    public var towns: [Town]
    /// The owners of the data, one a line.
    public var credits: [String]

    public init(areas: [Area] = [], towns: [Town] = [], credits: [String] = []) {
        self.areas = areas
        self.towns = towns
        self.credits = credits
    }

    /// An area with its outlines.
    public struct Area: Sendable, Hashable, Codable {
        /// The kind of an area, which determines how it is drawn.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// Land: everything that is not water.
            case land
            /// A part of the land that is not the subject of the pack.
            case neighbour
            /// A part of the pack's subject.
            case district
        }

        /// The name of the area; may be empty.
        public var name: String
        /// The kind of the area.
        public var kind: Kind
        /// The outlines as closed rings; holes follow the even-odd rule.
        public var rings: [[Point]]

        public init(name: String, kind: Kind, rings: [[Point]]) {
            self.name = name
            self.kind = kind
            self.rings = rings
        }
    }

    /// A town with its name on the map.
    public struct Town: Sendable, Hashable, Codable {
        /// The name on the map.
        public var name: String
        /// The position of the town.
        public var place: Point
        /// The population; the larger it is, the earlier the name is shown.
        public var population: Int

        public init(name: String, place: Point, population: Int) {
            self.name = name
            self.place = place
            self.population = population
        }
    }

    /// A position in millionths of a degree. Its JSON form is `[latitude, longitude]`.
    public struct Point: Sendable, Hashable, Codable {
        /// The latitude, north positive.
        public var latitude: Int
        /// The longitude, east positive.
        public var longitude: Int

        public init(latitude: Int, longitude: Int) {
            self.latitude = latitude
            self.longitude = longitude
        }

        public init(from decoder: any Decoder) throws {
            var numbers = try decoder.unkeyedContainer()
            latitude = try numbers.decode(Int.self)
            longitude = try numbers.decode(Int.self)
            guard numbers.isAtEnd else {
                throw DecodingError.dataCorruptedError(in: numbers, debugDescription: "more than two numbers")
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var numbers = encoder.unkeyedContainer()
            try numbers.encode(latitude)
            try numbers.encode(longitude)
        }
    }
}

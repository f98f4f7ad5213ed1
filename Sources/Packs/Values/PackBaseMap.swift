/// What a pack's map is drawn of: land and districts as outlines, towns as points. Without one, pins stand on a plain ground.
public struct PackBaseMap: Sendable, Hashable, Codable {
    /// From large to small, as they are drawn.
    public var areas: [Area]
    public var towns: [Town]
    /// Whose data it is, one a line.
    public var credits: [String]

    public init(areas: [Area] = [], towns: [Town] = [], credits: [String] = []) {
        self.areas = areas
        self.towns = towns
        self.credits = credits
    }

    /// An area with its outlines.
    public struct Area: Sendable, Hashable, Codable {
        /// What is drawn of an area.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// Everything that is not water.
            case land
            /// A part of the land that is not what the pack is about.
            case neighbour
            /// A part of what the pack is about.
            case district
        }

        public var name: String
        public var kind: Kind
        /// Closed rings; holes by the even-odd rule.
        public var rings: [[Point]]

        public init(name: String, kind: Kind, rings: [[Point]]) {
            self.name = name
            self.kind = kind
            self.rings = rings
        }
    }

    /// A town with its name on the map.
    public struct Town: Sendable, Hashable, Codable {
        public var name: String
        public var place: Point
        /// The larger, the earlier its name is shown.
        public var population: Int

        public init(name: String, place: Point, population: Int) {
            self.name = name
            self.place = place
            self.population = population
        }
    }

    /// In millionths of a degree. As JSON: `[latitude, longitude]`.
    public struct Point: Sendable, Hashable, Codable {
        public var latitude: Int
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

public import News

/// A town of the gazetteer.
public struct GazetteerEntry: Sendable, Hashable {
    /// The town's name, district, region and country.
    public let place: PlaceName
    /// The country's name in English: "United Kingdom".
    public let countryName: String
    /// The latitude in degrees, precise to some 1 km.
    public let latitude: Double
    /// The longitude in degrees.
    public let longitude: Double

    /// The full name: "York, City of York, England, United Kingdom".
    public var fullName: String {
        [place.name, place.district, place.region, countryName].compactMap(\.self).joined(separator: ", ")
    }
}

/// A town with its coordinates, for maps.
public struct LocatedTown: Sendable, Hashable {
    /// The town's name.
    public let name: String
    /// The latitude in degrees, precise to some 1 km.
    public let latitude: Double
    /// The longitude in degrees.
    public let longitude: Double
    /// The number of inhabitants, in whole thousands.
    public let population: Int
}

public import News

/// A town of the gazetteer.
public struct GazetteerEntry: Sendable, Hashable {
    public let place: PlaceName
    /// In English: "United Kingdom".
    public let countryName: String

    /// "York, City of York, England, United Kingdom".
    public var fullName: String {
        [place.name, place.district, place.region, countryName].compactMap(\.self).joined(separator: ", ")
    }
}

/// A town with its coordinates, for maps.
public struct LocatedTown: Sendable, Hashable {
    public let name: String
    /// In degrees, to some 1 km.
    public let latitude: Double
    /// In degrees.
    public let longitude: Double
    /// In whole thousands.
    public let population: Int
}

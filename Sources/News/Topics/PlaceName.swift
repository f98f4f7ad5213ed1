/// A town by its names, without coordinates.
public struct PlaceName: Sendable, Hashable, Codable {
    public var name: String
    /// The district or county, if known: "North Yorkshire".
    public var district: String?
    /// The state or region, if known: "England".
    public var region: String?
    /// ISO 3166-1 alpha-2, lower case.
    public var country: String

    public init(name: String, district: String? = nil, region: String? = nil, country: String) {
        self.name = name
        self.district = district
        self.region = region
        self.country = country
    }
}

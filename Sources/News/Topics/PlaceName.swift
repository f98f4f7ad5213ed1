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

    /// Shorter names are words of every text, except in scripts without capitals, such as 東京.
    private static func isDistinctive(_ name: String) -> Bool {
        let letters = name.filter(\.isLetter)
        return letters.count >= 3 || letters.contains { !$0.isCased }
    }

    /// By which a story is about the place wherever they stand: of the town and its district.
    public var distinctiveNames: [String] {
        [name, district].compactMap(\.self).filter(Self.isDistinctive)
    }

    /// By which a story is about the place if they stand in its title: of the region, unless the district says it closer.
    public var titleNames: [String] {
        guard district == nil, let region, Self.isDistinctive(region) else { return [] }
        return [region]
    }
}

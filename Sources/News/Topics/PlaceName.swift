/// A town identified by its names, without coordinates.
public struct PlaceName: Sendable, Hashable, Codable {
    /// The name of the town.
    public var name: String
    /// The district or county, if known: "North Yorkshire".
    public var district: String?
    /// The state or region, if known: "England".
    public var region: String?
    /// The country: ISO 3166-1 alpha-2, lower case.
    public var country: String

    public init(name: String, district: String? = nil, region: String? = nil, country: String) {
        self.name = name
        self.district = district
        self.region = region
        self.country = country
    }

    /// Returns true if a name has at least three letters, or a letter of a script without capitals, such as 東京. Shorter
    /// names occur as words in every text.
    private static func isDistinctive(_ name: String) -> Bool {
        let letters = name.filter(\.isLetter)
        return letters.count >= 3 || letters.contains { !$0.isCased }
    }

    /// The names of the town and its district, which tie a story to the place wherever they occur.
    public var distinctiveNames: [String] {
        [name, district].compactMap(\.self).filter(Self.isDistinctive)
    }

    /// The names that tie a story to the place only if they occur in its title: the region, unless the district is
    /// known, which is more precise.
    public var titleNames: [String] {
        guard district == nil, let region, Self.isDistinctive(region) else { return [] }
        return [region]
    }
}

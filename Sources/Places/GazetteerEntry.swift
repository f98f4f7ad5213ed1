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

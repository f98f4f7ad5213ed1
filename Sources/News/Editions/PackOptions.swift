public import URLs

/// The publication that an edition shows instead of stories, distributed as a pack (docs/packs.md).
public struct PackOptions: Sendable, Hashable {
    /// The publication's identity in the manifests of its packs; packs of other publications are refused.
    public var identity: String
    /// The address at which new versions are published; nil if versions are only installed by hand.
    public var address: WebAddress?
    /// The exact title of a page for which the home page has a button, if the pack has such a page.
    public var tourTitle: String?
    /// The question before the page's title in shared texts, such as "Have you thought of studying in Yorkshire?".
    public var sharingQuestion: String?
    /// The page whose children the map shows; nil for all pages that have a place.
    public var mapPage: String?
    /// The initial centre of the map; nil for the middle of its pins.
    public var mapCentre: MapCentre?

    /// A position in millionths of a degree.
    public struct MapCentre: Sendable, Hashable {
        /// The latitude in millionths of a degree.
        public var latitude: Int
        /// The longitude in millionths of a degree.
        public var longitude: Int

        public init(latitude: Int, longitude: Int) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    public init(
        identity: String, address: WebAddress? = nil, tourTitle: String? = nil, sharingQuestion: String? = nil,
        mapPage: String? = nil, mapCentre: MapCentre? = nil
    ) {
        self.identity = identity
        self.address = address
        self.tourTitle = tourTitle
        self.sharingQuestion = sharingQuestion
        self.mapPage = mapPage
        self.mapCentre = mapCentre
    }

    /// The source and channel to which the pages belong. The source does not depend on the address, so that pages keep
    /// their IDs. Without an address, the channel has an address under a host that never exists (RFC 2606 §2), and is
    /// not fetched.
    public var channel: ChannelAddress? {
        guard let site = WebAddress("https://pack.invalid/\(identity)") else { return nil }
        return ChannelAddress(kind: .pack, site: site, address: address ?? site)
    }
}

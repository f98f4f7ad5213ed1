public import URLs

/// The publication that an edition shows instead of stories: one that comes as a pack (docs/packs.md).
public struct PackOptions: Sendable, Hashable {
    /// The publication's identity in the manifests of its packs; packs of others are refused.
    public var identity: String
    /// Where new versions are published; nil: they are only installed by hand.
    public var address: WebAddress?
    /// The exact title of a page that home has a button of its own for, if the pack has such a page.
    public var tourTitle: String?
    /// Before the page's title in what is shared, such as "Have you thought of studying in Yorkshire?".
    public var sharingQuestion: String?
    /// The page whose children the map shows; nil: all pages that have a place.
    public var mapPage: String?
    /// Where the map's middle is at first; nil: amid its pins.
    public var mapCentre: MapCentre?

    /// In millionths of a degree.
    public struct MapCentre: Sendable, Hashable {
        public var latitude: Int
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

    /// The source and the channel that its pages belong to. The source stays the same whatever the address, so that pages
    /// keep their ids. Without an address the channel has one under a host that never exists (RFC 2606 §2), and is not
    /// fetched.
    public var channel: ChannelAddress? {
        guard let site = WebAddress("https://pack.invalid/\(identity)") else { return nil }
        return ChannelAddress(kind: .pack, site: site, address: address ?? site)
    }
}

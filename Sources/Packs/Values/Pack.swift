/// A publication that is carried as a whole: a tree of pages, photographs and places. The bytes of the media are not
/// loaded.
///
/// Invariant: pages, photographs, places, favourites and media are in the order of their keys, and the manifest's parts
/// are their hashes.
public struct Pack: Sendable, Hashable {
    /// The identity, version and hashes of the pack.
    public let manifest: PackManifest
    /// The pages, ordered by slug.
    public let pages: [PackPage]
    /// The photographs of the gallery, ordered by name.
    public let photographs: [PackPhoto]
    /// The places of pages, ordered by slug.
    public let places: [PackPlace]
    /// The pages that the reader of the original app marked, ordered by slug.
    public let favourites: [PackFavourite]
    /// The media that pages and photographs refer to, ordered by hash.
    public let media: [PackMedium]
    /// The base map; nil for none.
    public let baseMap: PackBaseMap?

    public init(
        manifest: PackManifest, pages: [PackPage], photographs: [PackPhoto] = [], places: [PackPlace] = [],
        favourites: [PackFavourite] = [], media: [PackMedium] = [], baseMap: PackBaseMap? = nil
    ) {
        self.pages = pages.sorted { $0.slug.utf8.lexicographicallyPrecedes($1.slug.utf8) }
        self.photographs = photographs.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        self.places = places.sorted { $0.page.utf8.lexicographicallyPrecedes($1.page.utf8) }
        self.favourites = favourites.sorted { $0.page.utf8.lexicographicallyPrecedes($1.page.utf8) }
        self.media = media.sorted { $0.id < $1.id }
        self.baseMap = baseMap
        var manifest = manifest
        manifest.parts = PackDigest.parts(
            manifest, self.pages, self.photographs, self.places, self.favourites, self.media, baseMap)
        self.manifest = manifest
    }

    /// Returns the pack with those of some favourites whose pages it has.
    public func withFavourites(_ favourites: [PackFavourite]) -> Pack {
        let slugs = Set(pages.map(\.slug))
        return Pack(
            manifest: manifest, pages: pages, photographs: photographs, places: places,
            favourites: favourites.filter { slugs.contains($0.page) }, media: media, baseMap: baseMap)
    }

    /// The photographs in the order of the gallery: by position, then name.
    public var gallery: [PackPhoto] { photographs.sorted { ($0.position, $0.name) < ($1.position, $1.name) } }
}

/// A publication that is carried as a whole: a tree of pages, photographs and places. The media's bytes stay where they are.
///
/// Invariant: pages, photographs, places, favourites and media are in the order of their keys, and the manifest's parts are the
/// hashes of them.
public struct Pack: Sendable, Hashable {
    public let manifest: PackManifest
    public let pages: [PackPage]
    public let photographs: [PackPhoto]
    public let places: [PackPlace]
    public let favourites: [PackFavourite]
    /// Everything that pages and photographs refer to.
    public let media: [PackMedium]
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

    /// In the order of the gallery: by position, then name.
    public var gallery: [PackPhoto] { photographs.sorted { ($0.position, $0.name) < ($1.position, $1.name) } }
}

/// The changes for readers from one version of a pack to another.
public struct PackDifference: Sendable, Hashable {
    /// The pages that are not in the version before, in reading order.
    public var added: [PackPage] = []
    /// The pages whose contents, pictures, place or position differ, in reading order.
    public var changed: [PackPage] = []
    /// The pages that are no longer there, in the reading order of the version before.
    public var removed: [PackPage] = []
    /// The numbers of photographs that are new, changed and gone.
    public var photographs = Counts()
    /// True if title, languages, licence, credits, address or map differ.
    public var isDescriptionChanged = false

    /// Numbers of things that are new, changed and gone.
    public struct Counts: Sendable, Hashable {
        /// The three numbers.
        public var (added, changed, removed) = (0, 0, 0)
        /// True if there are none.
        public var isEmpty: Bool { self == Counts() }
    }

    /// True if readers would see no difference.
    public var isEmpty: Bool {
        added.isEmpty && changed.isEmpty && removed.isEmpty && photographs == Counts() && !isDescriptionChanged
    }

    /// Compares two versions.
    /// - Parameter before: the version that readers have; nil for none.
    public init(from before: Pack?, to after: Pack) {
        let (old, new) = (PackTree(before?.pages ?? []), PackTree(after.pages))
        let (oldPlaces, newPlaces) = (before.map(Self.places) ?? [:], Self.places(of: after))
        for page in new.inOrder {
            guard let known = old[page.slug] else {
                added.append(page)
                continue
            }
            if known != page || oldPlaces[page.slug] != newPlaces[page.slug] { changed.append(page) }
        }
        removed = old.inOrder.filter { new[$0.slug] == nil }
        let oldPhotographs = Dictionary(
            (before?.photographs ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let names = Set(after.photographs.map(\.name))
        for photograph in after.photographs {
            guard let known = oldPhotographs[photograph.name] else {
                photographs.added += 1
                continue
            }
            if known != photograph { photographs.changed += 1 }
        }
        photographs.removed = oldPhotographs.keys.count { !names.contains($0) }
        isDescriptionChanged =
            before.map {
                Self.description(of: $0.manifest) != Self.description(of: after.manifest)
                    || $0.baseMap != after.baseMap
            } ?? false
    }

    private static func places(of pack: Pack) -> [String: PackPlace] {
        Dictionary(pack.places.map { ($0.page, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the manifest without what every version changes.
    private static func description(of manifest: PackManifest) -> PackManifest {
        var manifest = manifest
        manifest.version = .zero
        manifest.parts = []
        return manifest
    }
}

import Packs
import URLs

/// Matches the pages of a new version to stored pages; pure. Pages are matched by slug, then public address, then place
/// in the tree, then title. All but the slug count only if exactly one page before and one page now has the value, so
/// that a favourite never moves to another page.
///
/// Importers made up slugs in the order of their rows, so pages may have swapped slugs. A slug is therefore ignored if
/// the public address contradicts it, or, of two pages with one title, the place in the tree does.
struct PackPageMatcher {
    struct Known: Sendable, Equatable {
        var story: Int64
        var slug: String
        var title: String
        var address: String?
        var contentHash: Int64
        /// True if the installed version has the page; others were removed before.
        var isInstalled: Bool
        /// True if a reader has kept the page.
        var isKept: Bool
        /// The slug of the page above, in the installed version.
        var parent: String?
    }

    /// The stored pages by the slug of the new page.
    private(set) var matches: [String: Known] = [:]
    /// The stored pages to match, without removed pages that no reader has kept, which are only matched by slug.
    private let candidates: [Known]
    private let new: [PackPage]
    private let oldPlaces: [String: String]
    private let newPlaces: [String: String]

    init(known: [Known], new: [PackPage]) {
        candidates = known.filter { $0.isInstalled || $0.isKept }
        self.new = new
        oldPlaces = Self.places(known.filter(\.isInstalled).map { ($0.slug, $0.title, $0.parent) })
        newPlaces = Self.places(new.map { ($0.slug, $0.title, $0.parent) })
        matchSlugs(known)
        match({ $0.address }, { $0.address?.text })
        matchPlaces()
        match({ $0.title }, { $0.title })
    }

    // MARK: - Slugs

    private mutating func matchSlugs(_ known: [Known]) {
        let bySlug = Dictionary(known.map { ($0.slug, $0) }, uniquingKeysWith: { first, _ in first })
        let before = Self.unambiguous(candidates) { $0.address }
        let now = Self.unambiguous(new) { $0.address?.text }
        let (placesBefore, placesNow) = (Set(oldPlaces.values), Set(newPlaces.values))
        for page in new {
            guard let found = bySlug[page.slug] else { continue }
            if let old = found.address, let address = page.address?.text {
                if old != address, now[old] != nil || before[address] != nil { continue }
                if old == address {
                    matches[page.slug] = found
                    continue
                }
            }
            if found.isInstalled, found.title == page.title, let old = oldPlaces[found.slug],
                let place = newPlaces[page.slug], old != place, placesNow.contains(old), placesBefore.contains(place)
            {
                continue
            }
            matches[page.slug] = found
        }
    }

    // MARK: - Places

    /// Returns the titles from below the root to the page, by slug. Pages in a circle have no place.
    private static func places(_ pages: [(slug: String, title: String, parent: String?)]) -> [String: String] {
        var children: [String: [(slug: String, title: String)]] = [:]
        var places: [String: String] = [:]
        var waiting: [String] = []
        for page in pages {
            if let parent = page.parent {
                children[parent, default: []].append((page.slug, page.title))
            } else {
                places[page.slug] = ""
                waiting.append(page.slug)
            }
        }
        while let slug = waiting.popLast() {
            for child in children.removeValue(forKey: slug) ?? [] {
                places[child.slug] = "\(places[slug] ?? "")\u{1F}\(child.title)"
                waiting.append(child.slug)
            }
        }
        return places
    }

    /// Matches the remaining pages by place. Of several pages with one title below one page, the last is identified
    /// once the others are matched.
    private mutating func matchPlaces() {
        let taken = Set(matches.values.map(\.story))
        let before = Self.unambiguous(candidates.filter { $0.isInstalled && !taken.contains($0.story) }) {
            oldPlaces[$0.slug]
        }
        let now = Self.unambiguous(new.filter { matches[$0.slug] == nil }) { newPlaces[$0.slug] }
        for (place, page) in now { if let found = before[place] { matches[page.slug] = found } }
    }

    // MARK: - Addresses and titles

    private mutating func match(_ before: (Known) -> String?, _ now: (PackPage) -> String?) {
        let taken = Set(matches.values.map(\.story))
        let old = Self.unambiguous(candidates, before)
        for (value, page) in Self.unambiguous(new, now) where matches[page.slug] == nil {
            if let found = old[value], !taken.contains(found.story) { matches[page.slug] = found }
        }
    }

    /// Returns the pages by value, for values that only one of all pages has, not only of the unmatched ones.
    private static func unambiguous<Page>(_ pages: [Page], _ value: (Page) -> String?) -> [String: Page] {
        var found: [String: Page] = [:]
        var repeated: Set<String> = []
        for page in pages {
            guard let value = value(page), found.updateValue(page, forKey: value) != nil else { continue }
            repeated.insert(value)
        }
        return found.filter { !repeated.contains($0.key) }
    }
}

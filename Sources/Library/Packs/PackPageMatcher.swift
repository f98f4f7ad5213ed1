import News
import URLs

/// Finds which stored page is which of a new version's; pure. By slug, then public address, then title; an address or a
/// title counts only where one page before and one page now has it, so that a favourite never goes to another page.
struct PackPageMatcher {
    struct Known: Sendable, Equatable {
        var story: Int64
        var slug: String
        var title: String
        var address: String?
        var digest: Int64
        /// Whether the installed version has it; others were removed before.
        var isInstalled: Bool
        /// Whether a reader has kept it.
        var isKept: Bool
    }

    /// By the new page's slug.
    private(set) var matches: [String: Known] = [:]

    init(known: [Known], new: [FetchedStory]) {
        let bySlug = Dictionary(known.map { ($0.slug, $0) }, uniquingKeysWith: { first, _ in first })
        for page in new { matches[page.key] = bySlug[page.key] }
        // Those that nobody misses stay away.
        let candidates = known.filter { $0.isInstalled || $0.isKept }
        match(candidates, new, { $0.address }, { $0.link?.text })
        match(candidates, new, { $0.title }, { $0.title })
    }

    private mutating func match(
        _ known: [Known], _ new: [FetchedStory], _ before: (Known) -> String?, _ now: (FetchedStory) -> String?
    ) {
        let taken = Set(matches.values.map(\.story))
        let old = Self.unambiguous(known, before)
        for (value, page) in Self.unambiguous(new, now) where matches[page.key] == nil {
            if let found = old[value], !taken.contains(found.story) { matches[page.key] = found }
        }
    }

    /// What only one has, of all pages and not only of those that are left.
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

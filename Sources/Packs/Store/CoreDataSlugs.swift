import Foundation
import Markup
import URLs
import Untrusted

/// The slugs of a store's pages by primary key. Only pages below the root have one, as the app shows no others.
///
/// A page keeps its own slug if no other page has it. Otherwise it gets one made of properties that identify it in
/// every version: its permalink, else the slug of the page above and its title. The order of the rows is never used, or
/// two pages with one title would swap their slugs when the rows do.
struct CoreDataSlugs {
    private var byKey: [Int: String] = [:]
    private var keysByAddress: [WebAddress: Int] = [:]
    private(set) var notes: [PackIssue] = []
    private var rows: [Int: CoreDataRow] = [:]
    private var taken: Set<String> = []
    /// The permalinks of pages, where no other page has the same.
    private var addresses: [Int: WebAddress] = [:]
    private var base: WebAddress?
    private var rootPath: [String] = []

    /// The slug of the original app's first page.
    private static let rootSlug = "mobile-app"
    private static let maxLength = 100
    /// The maximum length of a slug before a hash and a number are appended.
    private static let maxMarkedLength = 84

    init() {}

    /// - Parameter base: the base of permalinks.
    init(_ pages: [CoreDataRow], base: WebAddress?) {
        self.base = base
        rows = Dictionary(
            pages.compactMap { row in row.int("Z_PK").map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
        let levels = levelsBelowRoot()
        let kept = levels.joined().sorted()
        readAddresses(kept)
        rootPath = levels.first?.first.flatMap { addresses[$0] }.map(components) ?? []
        takeOwnSlugs(kept)
        for level in levels { makeSlugs(level.filter { byKey[$0] == nil }) }
        rows = [:]
    }

    subscript(key: Int) -> String? { byKey[key] }

    /// Returns the slug of the page with a public address.
    func slug(at address: WebAddress) -> String? { keysByAddress[address.withoutFragment].flatMap { byKey[$0] } }

    static func title(_ row: CoreDataRow) -> String {
        let title = PrintableText.line(PlainText.of(possiblyHTMLTitle: row.text("ZTITLE") ?? "")).trimmingSpace
        return title.isEmpty ? "Untitled" : title
    }

    private mutating func note(_ row: CoreDataRow, _ message: String) {
        notes.append(PackIssue(place: "page “\(Self.title(row))”", message))
    }

    // MARK: - Slugs

    private mutating func readAddresses(_ keys: [Int]) {
        var repeated: Set<WebAddress> = []
        for key in keys {
            guard let address = rows[key]?.text("ZPERMALINK").flatMap({ WebAddress($0, base: base) })?.withoutFragment
            else { continue }
            if keysByAddress[address] == nil { keysByAddress[address] = key } else { repeated.insert(address) }
        }
        for (address, key) in keysByAddress where !repeated.contains(address) { addresses[key] = address }
    }

    private mutating func takeOwnSlugs(_ keys: [Int]) {
        var keysBySlug: [String: [Int]] = [:]
        for key in keys {
            guard let own = rows[key]?.text("ZSLUG"), PackNameRules.isSlug(own) else { continue }
            keysBySlug[own, default: []].append(key)
        }
        for (slug, keys) in keysBySlug where keys.count == 1 { take(slug, keys[0]) }
    }

    private mutating func take(_ slug: String, _ key: Int) {
        byKey[key] = slug
        taken.insert(slug)
    }

    /// Makes slugs for pages of one level.
    /// - Parameter keys: the keys of pages whose pages above have slugs already.
    private mutating func makeSlugs(_ keys: [Int]) {
        var keysByWish: [String: [Int]] = [:]
        for key in keys { keysByWish[wish(key), default: []].append(key) }
        var counts: [String: Int] = [:]
        for (wish, keys) in keysByWish.sorted(by: { $0.key < $1.key }) {
            for key in keys.sorted() {
                guard let row = rows[key] else { continue }
                var slug = wish
                if keys.count > 1 || taken.contains(slug) { slug = Self.marked(wish, identity(key, row)) }
                // A number tells apart pages that are equal in everything else.
                let same = slug
                while taken.contains(slug) {
                    counts[same, default: 1] += 1
                    slug = "\(same)-\(counts[same] ?? 0)"
                }
                take(slug, key)
                guard let own = row.text("ZSLUG") else { continue }
                note(row, "Its slug “\(own.prefix(100))” is there twice or no slug; it is “\(slug)” here.")
            }
        }
    }

    private func wish(_ key: Int) -> String {
        let parts: [String]
        if let address = addresses[key].map(components), !address.isEmpty {
            let isBelowRoot = address.count > rootPath.count && address.starts(with: rootPath)
            parts = address.dropFirst(isBelowRoot ? rootPath.count : 0).map(Self.component)
        } else {
            let above = rows[key]?.int("ZPARENT").flatMap { byKey[$0] }
            parts = [above, rows[key].map { Self.component(Self.title($0)) }].compactMap(\.self)
        }
        let wish = parts.joined(separator: "_")
        return wish.utf8.count <= Self.maxLength ? wish : Self.marked(wish, wish)
    }

    private func components(_ address: WebAddress) -> [String] {
        address.path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    }

    /// Returns a part of a slug, without `_`, which joins the parts. A hash is appended if the text has letters that no
    /// slug may have.
    private static func component(_ text: String) -> String {
        let plain = text.folding(options: .diacriticInsensitive, locale: nil)
        let slug = PackNameRules.slug(from: plain).replacing("_", with: "-")
        let isWhole = !slug.isEmpty && plain.unicodeScalars.allSatisfy { $0.isASCII || !$0.properties.isAlphabetic }
        return isWhole ? slug : marked(slug, text)
    }

    /// Returns a text that identifies a page, for pages whose slug does not.
    private func identity(_ key: Int, _ row: CoreDataRow) -> String {
        if let address = addresses[key] { return address.text }
        return [Self.title(row), row.text("ZTEXT") ?? ""].joined(separator: "\u{1F}")
    }

    private static func marked(_ slug: String, _ identity: String) -> String {
        let hash = Hex.encode(FNV1a.hash(identity.precomposedStringWithCanonicalMapping.utf8)).prefix(8)
        return slug.isEmpty ? "page-\(hash)" : "\(slug.prefix(maxMarkedLength))-\(hash)"
    }

    // MARK: - Tree

    /// Returns the keys of the pages that the app shows, by their distance from the root. The root is the original
    /// app's first page, else the page without parent that has the most pages below it.
    private mutating func levelsBelowRoot() -> [[Int]] {
        var children: [Int: [Int]] = [:]
        for key in rows.keys.sorted() {
            if let parent = rows[key]?.int("ZPARENT") { children[parent, default: []].append(key) }
        }
        let roots = rows.keys.sorted().filter { rows[$0]?.int("ZPARENT") == nil }
        var best: (levels: [[Int]], count: Int) = ([], 0)
        let named = roots.filter { rows[$0]?.text("ZSLUG") == Self.rootSlug }
        for root in named.count == 1 ? named : roots {
            // Each page has one page above, so no page occurs twice.
            var levels = [[root]]
            while let below = levels.last?.flatMap({ children[$0] ?? [] }), !below.isEmpty { levels.append(below) }
            let count = levels.reduce(0) { $0 + $1.count }
            if count > best.count { best = (levels, count) }
        }
        let kept = Set(best.levels.joined())
        for key in rows.keys.sorted() where !kept.contains(key) {
            guard let row = rows[key] else { continue }
            note(row, "It does not hang on the first page, so the app does not show it: left out.")
        }
        return best.levels
    }
}

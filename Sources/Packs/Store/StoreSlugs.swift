import Foundation
import Markup
import URLs
import Untrusted

/// The slugs of a store's pages by primary key. Only pages below the root have one: the app shows no others.
///
/// A page keeps its own slug if no other has it. Otherwise it gets one made of what it is known by in every version: its
/// permalink, else the slug of the page above and its title. Never of the order of the rows, or two pages of one title would
/// swap their slugs when rows do.
struct StoreSlugs {
    private var byKey: [Int: String] = [:]
    private var keysByAddress: [WebAddress: Int] = [:]
    private(set) var notes: [PackFault] = []
    private var rows: [Int: StoreRow] = [:]
    private var taken: Set<String> = []
    /// Of pages whose permalink no other page has.
    private var addresses: [Int: WebAddress] = [:]
    private var base: WebAddress?
    private var rootPath: [String] = []

    /// The original app's first page.
    private static let rootSlug = "mobile-app"
    private static let maxLength = 100
    /// Leaves room for a hash and a number.
    private static let maxMarkedLength = 84

    init() {}

    /// - Parameter base: of permalinks.
    init(_ pages: [StoreRow], base: WebAddress?) {
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

    /// The page with that public address.
    func slug(at address: WebAddress) -> String? { keysByAddress[address.withoutFragment].flatMap { byKey[$0] } }

    static func title(_ row: StoreRow) -> String {
        let title = PrintableText.line(PlainText.of(possiblyHTMLTitle: row.text("ZTITLE") ?? "")).trimmingSpace
        return title.isEmpty ? "Untitled" : title
    }

    private mutating func note(_ row: StoreRow, _ message: String) {
        notes.append(PackFault(place: "page “\(Self.title(row))”", message))
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
            guard let own = rows[key]?.text("ZSLUG"), PackName.isSlug(own) else { continue }
            keysBySlug[own, default: []].append(key)
        }
        for (slug, keys) in keysBySlug where keys.count == 1 { take(slug, keys[0]) }
    }

    private mutating func take(_ slug: String, _ key: Int) {
        byKey[key] = slug
        taken.insert(slug)
    }

    /// - Parameter keys: of pages whose pages above have theirs.
    private mutating func makeSlugs(_ keys: [Int]) {
        var keysByWish: [String: [Int]] = [:]
        for key in keys { keysByWish[wish(key), default: []].append(key) }
        var counts: [String: Int] = [:]
        for (wish, keys) in keysByWish.sorted(by: { $0.key < $1.key }) {
            for key in keys.sorted() {
                guard let row = rows[key] else { continue }
                var slug = wish
                if keys.count > 1 || taken.contains(slug) { slug = Self.marked(wish, identity(key, row)) }
                // Pages that nothing tells apart.
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

    /// Without `_`, which joins them. Letters that no slug may have leave a hash behind.
    private static func component(_ text: String) -> String {
        let plain = text.folding(options: .diacriticInsensitive, locale: nil)
        let slug = PackName.slug(from: plain).replacing("_", with: "-")
        let isWhole = !slug.isEmpty && plain.unicodeScalars.allSatisfy { $0.isASCII || !$0.properties.isAlphabetic }
        return isWhole ? slug : marked(slug, text)
    }

    /// What a page is known by, where its slug does not say it.
    private func identity(_ key: Int, _ row: StoreRow) -> String {
        if let address = addresses[key] { return address.text }
        return [Self.title(row), row.text("ZTEXT") ?? ""].joined(separator: "\u{1F}")
    }

    private static func marked(_ slug: String, _ identity: String) -> String {
        let hash = Hex.encode(FNV1a.hash(identity.precomposedStringWithCanonicalMapping.utf8)).prefix(8)
        return slug.isEmpty ? "page-\(hash)" : "\(slug.prefix(maxMarkedLength))-\(hash)"
    }

    // MARK: - Tree

    /// The keys of the pages that the app shows, by their distance from the root: the original app's first page, else the
    /// page without parent that has the most pages below it.
    private mutating func levelsBelowRoot() -> [[Int]] {
        var children: [Int: [Int]] = [:]
        for key in rows.keys.sorted() {
            if let parent = rows[key]?.int("ZPARENT") { children[parent, default: []].append(key) }
        }
        let roots = rows.keys.sorted().filter { rows[$0]?.int("ZPARENT") == nil }
        var best: (levels: [[Int]], count: Int) = ([], 0)
        let named = roots.filter { rows[$0]?.text("ZSLUG") == Self.rootSlug }
        for root in named.count == 1 ? named : roots {
            // Each page has one page above, so none comes twice.
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

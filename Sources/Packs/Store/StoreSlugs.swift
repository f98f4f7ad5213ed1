import Markup
import URLs

/// The slugs of a store's pages by primary key. Only pages below the root have one: the app shows no others.
struct StoreSlugs {
    private var byKey: [Int: String] = [:]
    private var byAddress: [WebAddress: String] = [:]
    private(set) var notes: [PackFault] = []

    init() {}

    /// - Parameter base: of permalinks.
    init(_ pages: [StoreRow], base: WebAddress?) {
        let rows = Dictionary(
            pages.compactMap { row in row.int("Z_PK").map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
        let kept = keysBelowRoot(rows)
        // Pages with a sound slug come first, so that none of the others takes it from them.
        for isOwn in [true, false] {
            for key in kept.sorted() {
                guard let row = rows[key], byKey[key] == nil else { continue }
                let own = row.text("ZSLUG") ?? ""
                if isOwn {
                    if PackName.isSlug(own), !taken.contains(own) { take(own, key) }
                } else {
                    let slug = free(PackName.slug(from: own.isEmpty ? Self.title(row) : own))
                    take(slug, key)
                    note(row, "Its slug “\(own.prefix(100))” is missing, there twice or no slug; it is “\(slug)” here.")
                }
            }
        }
        for key in kept {
            guard let address = rows[key]?.text("ZPERMALINK").flatMap({ WebAddress($0, base: base) }) else { continue }
            byAddress[address.withoutFragment] = byAddress[address.withoutFragment] ?? byKey[key]
        }
    }

    subscript(key: Int) -> String? { byKey[key] }

    /// The page with that public address.
    func slug(at address: WebAddress) -> String? { byAddress[address.withoutFragment] }

    static func title(_ row: StoreRow) -> String {
        let title = PrintableText.line(PlainText.of(possiblyHTMLTitle: row.text("ZTITLE") ?? "")).trimmingSpace
        return title.isEmpty ? "Untitled" : title
    }

    private var taken: Set<String> = []
    /// By wish, so that no number is tried twice.
    private var lastNumbers: [String: Int] = [:]

    private mutating func take(_ slug: String, _ key: Int) {
        byKey[key] = slug
        taken.insert(slug)
    }

    private mutating func free(_ wish: String) -> String {
        let wish = wish.isEmpty ? "page" : String(wish.prefix(90))
        var (slug, number) = (wish, lastNumbers[wish] ?? 1)
        while taken.contains(slug) {
            number += 1
            slug = "\(wish)-\(number)"
        }
        lastNumbers[wish] = number
        return slug
    }

    private mutating func note(_ row: StoreRow, _ message: String) {
        notes.append(PackFault(place: "page “\(Self.title(row))”", message))
    }

    /// The root is the page without parent that has the most pages below it.
    private mutating func keysBelowRoot(_ rows: [Int: StoreRow]) -> Set<Int> {
        var children: [Int: [Int]] = [:]
        for (key, row) in rows { if let parent = row.int("ZPARENT") { children[parent, default: []].append(key) } }
        var best: Set<Int> = []
        for root in rows.keys.sorted() where rows[root]?.int("ZPARENT") == nil {
            var found: Set<Int> = [root]
            var waiting = [root]
            while let key = waiting.popLast() {
                for child in children[key] ?? [] where found.insert(child).inserted { waiting.append(child) }
            }
            if found.count > best.count { best = found }
        }
        for key in rows.keys.sorted() where !best.contains(key) {
            if let row = rows[key] {
                note(row, "It does not hang on the first page, so the app does not show it: left out.")
            }
        }
        return best
    }
}

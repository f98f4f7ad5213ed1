/// The tree of a pack's pages. Siblings are ordered by position, then title, then slug.
public struct PackTree: Sendable {
    private let pages: [String: PackPage]
    private let childrenBySlug: [String: [PackPage]]
    /// The pages without a page above; a valid pack has exactly one.
    public let roots: [PackPage]

    public init(_ pages: [PackPage]) {
        self.pages = Dictionary(pages.map { ($0.slug, $0) }, uniquingKeysWith: { first, _ in first })
        let ordered = pages.sorted { ($0.position, $0.title, $0.slug) < ($1.position, $1.title, $1.slug) }
        var children: [String: [PackPage]] = [:]
        for page in ordered { if let parent = page.parent { children[parent, default: []].append(page) } }
        childrenBySlug = children
        roots = ordered.filter { $0.parent == nil }
    }

    /// Returns the page with a slug; nil if there is none.
    public subscript(slug: String) -> PackPage? { pages[slug] }

    /// Returns the pages below a page. A page with children leads to them; a page without children informs.
    public func children(of slug: String) -> [PackPage] { childrenBySlug[slug] ?? [] }

    /// Returns the pages from the root to a page, both included; the path ends at a page that came before, so that
    /// cycles end.
    public func path(to slug: String) -> [PackPage] {
        var path: [PackPage] = []
        var seen: Set<String> = []
        var next: String? = slug
        while let slug = next, let page = pages[slug], seen.insert(slug).inserted {
            path.append(page)
            next = page.parent
        }
        return path.reversed()
    }

    /// Returns the page's own colour, else the nearest one above.
    public func colour(of slug: String) -> PackColour? { path(to: slug).last { $0.colour != nil }?.colour }

    /// Returns the page's own background, else the nearest one above.
    public func ground(of slug: String) -> Int? { path(to: slug).last { $0.ground != nil }?.ground }

    /// The pages depth-first, each before its children. Pages that no root leads to are left out.
    public var inOrder: [PackPage] {
        descendants(of: roots)
    }

    /// Returns the number of pages below a page, on all levels.
    public func descendantCount(of slug: String) -> Int {
        self[slug].map { descendants(of: [$0]).count - 1 } ?? 0
    }

    /// Returns pages and their descendants depth-first, each slug once.
    func descendants(of pages: [PackPage]) -> [PackPage] {
        var order: [PackPage] = []
        var seen: Set<String> = []
        var waiting = Array(pages.reversed())
        while let page = waiting.popLast() {
            guard seen.insert(page.slug).inserted else { continue }
            order.append(page)
            waiting += children(of: page.slug).reversed()
        }
        return order
    }

    /// Returns the first page with exactly this title, depth-first.
    public func page(titled title: String) -> PackPage? { inOrder.first { $0.title == title } }
}

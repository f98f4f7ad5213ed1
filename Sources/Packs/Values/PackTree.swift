/// A pack's pages as a tree. Siblings are ordered by position, then title, then slug.
public struct PackTree: Sendable {
    private let pages: [String: PackPage]
    private let childrenBySlug: [String: [PackPage]]
    /// The pages without a page above. A sound pack has one.
    public let roots: [PackPage]

    public init(_ pages: [PackPage]) {
        self.pages = Dictionary(pages.map { ($0.slug, $0) }, uniquingKeysWith: { first, _ in first })
        let ordered = pages.sorted { ($0.position, $0.title, $0.slug) < ($1.position, $1.title, $1.slug) }
        var children: [String: [PackPage]] = [:]
        for page in ordered { if let parent = page.parent { children[parent, default: []].append(page) } }
        childrenBySlug = children
        roots = ordered.filter { $0.parent == nil }
    }

    /// The page of that name.
    public subscript(slug: String) -> PackPage? { pages[slug] }

    /// A page with children leads on; one without informs.
    public func children(of slug: String) -> [PackPage] { childrenBySlug[slug] ?? [] }

    /// From the root to the page, both included; ends at a page that came before, so that cycles end.
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

    /// The page's own colour, or the nearest one above.
    public func colour(of slug: String) -> PackColour? { path(to: slug).last { $0.colour != nil }?.colour }

    /// The page's own background, or the nearest one above.
    public func ground(of slug: String) -> Int? { path(to: slug).last { $0.ground != nil }?.ground }

    /// Depth-first, each page before its children. Pages that hang on no root are left out.
    public var inOrder: [PackPage] {
        descendants(of: roots)
    }

    /// The pages themselves and what hangs on them, each slug once.
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

    /// The first page with exactly this title, depth-first.
    public func page(titled title: String) -> PackPage? { inOrder.first { $0.title == title } }
}

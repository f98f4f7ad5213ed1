import Foundation
import Markup

extension EditablePack {
    /// The place of a page among the pages below another.
    public enum Destination: Sendable, Hashable {
        /// The last place below a page.
        case below(String)
        /// The place before a page, below the same one.
        case before(String)
    }

    /// Returns a page with a slug made of its title, at the end below another.
    /// - Throws: `.noSuchPage`, `.tooDeep`, or `.invalid` for a title that is missing or too long.
    public func newPage(titled title: String, below parent: String) throws(PackEditError) -> EditablePage {
        let title = PrintableText.line(title)
        if let problem = PackNameRules.problem(of: title, longest: 500) { throw .invalid("The title \(problem)") }
        guard pages[parent] != nil else { throw .noSuchPage }
        guard tree.path(to: parent).count < PackLimits().depth else { throw .tooDeep }
        return EditablePage(
            PackPage(
                slug: newSlug(for: title), parent: parent, position: endPosition(below: parent), title: title))
    }

    /// Returns the position of a page that comes last below another.
    public func endPosition(below parent: String) -> Int {
        let last = tree.children(of: parent).last?.position
        return min(last.map { $0 + Self.positionStep } ?? Self.positionStep, Self.maxPosition)
    }

    /// Returns a slug made of a title that no page has; pages whose title has no Latin letter or digit are counted.
    func newSlug(for title: String) -> String {
        let folded = title.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
        let base = String(PackNameRules.slug(from: folded).prefix(Self.slugLength))
        let name = PackNameRules.isSlug(base) ? base : "page"
        guard pages[name] != nil else { return name }
        var number = 2
        while pages["\(name)-\(number)"] != nil { number += 1 }
        return "\(name)-\(number)"
    }

    /// Returns a photograph at the end of the gallery, named by its file.
    public func newPhotograph(named fileName: String, _ picture: PackPicture) -> PackPhoto {
        let stem = fileName.lastIndex(of: ".").map { String(fileName[..<$0]) } ?? fileName
        let base = PackNameRules.isPhotoName(stem) ? String(stem.prefix(100)) : "photograph"
        var (name, number) = (base, 2)
        while photographs[name] != nil { (name, number) = ("\(base)-\(number)", number + 1) }
        let last = gallery.last?.position ?? 0
        return PackPhoto(name: name, position: min(last + Self.positionStep, Self.maxPosition), picture: picture)
    }

    /// Returns the pages to save so that a page stands at another place. Its siblings keep their positions where there is
    /// room between them.
    /// - Throws: `.noSuchPage`; `.isRoot`; `.wouldBeBelowItself`; `.tooDeep`.
    public func move(_ slug: String, to destination: Destination) throws(PackEditError) -> [EditablePage] {
        guard var moved = pages[slug] else { throw .noSuchPage }
        guard moved.page.parent != nil else { throw .isRoot }
        let tree = tree
        let (parent, next): (String, String?)
        switch destination {
        case .below(let page): (parent, next) = (page, nil)
        case .before(let page):
            guard let above = pages[page]?.page.parent else { throw pages[page] == nil ? .noSuchPage : .isRoot }
            (parent, next) = (above, page)
        }
        guard pages[parent] != nil else { throw .noSuchPage }
        guard next != slug else { return [] }
        let path = tree.path(to: parent)
        guard !path.contains(where: { $0.slug == slug }) else { throw .wouldBeBelowItself }
        guard path.count + height(of: slug, in: tree) <= PackLimits().depth else { throw .tooDeep }
        var siblings = tree.children(of: parent).filter { $0.slug != slug }
        let index = next.flatMap { next in siblings.firstIndex { $0.slug == next } } ?? siblings.count
        moved.page.parent = parent
        siblings.insert(moved.page, at: index)
        return changes(of: siblings, moved: index)
    }

    /// Returns the photographs to save so that one stands before another, or at the end of the gallery.
    /// - Parameter next: the name of the photograph behind it; nil for the end.
    /// - Throws: `.invalid` if the photograph is not there.
    public func movePhotograph(_ name: String, before next: String?) throws(PackEditError) -> [PackPhoto] {
        guard let moved = photographs[name] else {
            throw .invalid("This photograph is no longer there. Open the photographs again.")
        }
        guard next != name else { return [] }
        var others = gallery.filter { $0.name != name }
        let index = next.flatMap { next in others.firstIndex { $0.name == next } } ?? others.count
        others.insert(moved, at: index)
        let positions = Self.positions(of: others.map(\.position), moved: index)
        return zip(others, positions).compactMap { photograph, position in
            var changed = photograph
            changed.position = position
            return changed == photograph ? nil : changed
        }
    }

    /// Returns the moved page, and every sibling that needs another position to stand behind the one before it.
    private func changes(of siblings: [PackPage], moved: Int) -> [EditablePage] {
        zip(siblings, Self.positions(of: siblings.map(\.position), moved: moved)).compactMap { page, position in
            guard let known = pages[page.slug] else { return nil }
            var changed = known
            changed.page.parent = page.parent
            changed.page.position = position
            return changed == known ? nil : changed
        }
    }

    /// Returns positions in which the moved item stands where it is in the list: only its own is another where there is room
    /// between its neighbours.
    private static func positions(of positions: [Int], moved: Int) -> [Int] {
        let before = moved > 0 ? positions[moved - 1] : nil
        let after = moved + 1 < positions.count ? positions[moved + 1] : nil
        guard let position = position(between: before, and: after) else {
            return positions.indices.map { ($0 + 1) * positionStep }
        }
        var positions = positions
        positions[moved] = position
        return positions
    }

    /// Returns a position between two others; nil if there is no room.
    private static func position(between before: Int?, and after: Int?) -> Int? {
        switch (before, after) {
        case (nil, nil): positionStep
        case (let before?, nil): before <= maxPosition - positionStep ? before + positionStep : nil
        case (nil, let after?): after > -maxPosition + positionStep ? after - positionStep : nil
        case (let before?, let after?): after - before > 1 ? before + (after - before) / 2 : nil
        }
    }

    /// Puts pages that no way leads to below the first page: their page above was removed, or stands below them, as two
    /// editors' changes can have it.
    public mutating func adoptStrayPages() {
        guard let root = tree.roots.first?.slug else { return }
        for stray in tree.roots.dropFirst() { pages[stray.slug]?.page.parent = root }
        while true {
            let reached = Set(tree.inOrder.map(\.slug))
            let strays = pages.keys.filter { !reached.contains($0) }.sorted()
            let orphan = strays.first { slug in pages[slug]?.page.parent.map { pages[$0] == nil } ?? true }
            guard let first = orphan ?? strays.first else { return }
            pages[first]?.page.parent = root
        }
    }

    /// Returns the keys of a page and of all pages below it.
    /// - Throws: `.noSuchPage`; `.isRoot`.
    public func removal(of slug: String) throws(PackEditError) -> [PackItem.Key] {
        guard let page = pages[slug]?.page else { throw .noSuchPage }
        guard page.parent != nil else { throw .isRoot }
        return tree.descendants(of: [page]).map { .page($0.slug) }
    }

    /// The number of levels from a page to the lowest page below it, itself included.
    private func height(of slug: String, in tree: PackTree) -> Int {
        let own = tree.path(to: slug).count
        let below = pages[slug].map { tree.descendants(of: [$0.page]) } ?? []
        return (below.map { tree.path(to: $0.slug).count }.max() ?? own) - own + 1
    }

    private static var positionStep: Int { 10 }
    private static var maxPosition: Int { 1_000_000 }
    private static var slugLength: Int { 80 }
}

/// An edit that cannot be made. Nothing was changed.
public enum PackEditError: Error, Sendable, Equatable {
    /// A page that another editor removed, or that never was.
    case noSuchPage
    /// The first page, which cannot be moved or removed.
    case isRoot
    /// A page that would stand below itself.
    case wouldBeBelowItself
    /// More levels of pages than packs have.
    case tooDeep
    /// A change that cannot be taken back, as the same was changed again since then.
    case changedSince
    /// A value that packs do not have; the sentence says what is valid.
    case invalid(String)

    /// A sentence for the editor that says what to do.
    public var userMessage: String {
        switch self {
        case .noSuchPage: "This page is no longer there. Go back to the list of pages."
        case .isRoot: "The first page stays where it is. Move or remove the pages below it."
        case .wouldBeBelowItself: "A page cannot stand below itself. Choose a place outside the pages below it."
        case .tooDeep: "There would be more than \(PackLimits().depth) levels of pages. Choose a place higher up."
        case .changedSince: "This was changed again since then. Bring back an earlier version of the page instead."
        case .invalid(let why): why
        }
    }
}

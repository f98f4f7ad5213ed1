import CGumbo
import URLs

/// The positions of nodes relative to a page's headline, and the detection of other stories' teasers.
struct HeadlineSurroundings {
    private let tree: ArticleTree
    private let address: WebAddress
    /// The first `h1` that does not link to another page, as a logo does.
    private(set) var headline: Int?
    /// The headline and its ancestors.
    private var around: Set<Int> = []
    private var before: [Counts]
    private var content: [Counts]
    private var headings: [HeadingKinds]

    private struct Counts {
        var letters: Int32 = 0
        var links: Int32 = 0
    }

    private struct HeadingKinds: OptionSet {
        let rawValue: UInt8
        static let plain = HeadingKinds(rawValue: 1)
        /// A heading that links to another page.
        static let linked = HeadingKinds(rawValue: 2)
    }

    /// The distances and lengths in letters.
    private enum Limit {
        static let below: Int32 = 300
        static let above: Int32 = 200
        /// The maximum length of a teaser.
        static let teaser: Int32 = 600
        /// The maximum length of a kicker's heading, such as "News".
        static let kicker: Int32 = 16
    }

    init(_ tree: ArticleTree, address: WebAddress) {
        self.tree = tree
        self.address = address
        before = Array(repeating: Counts(), count: tree.nodes.count)
        content = before
        headings = Array(repeating: [], count: tree.nodes.count)
        count()
    }

    private mutating func count() {
        let order = tree.preorder(tree.root)
        var counts = Counts()
        for entry in order {
            let node = tree.nodes[Int(entry)]
            before[Int(entry)] = counts
            if node.isText {
                content[Int(entry)].letters = node.textMeasure.length
                counts.letters += node.textMeasure.length
            } else if node.tag == GUMBO_TAG_A, node.flags.contains(.link) {
                content[Int(entry)].links = 1
                counts.links += 1
            }
        }
        for entry in order.reversed() {
            guard let parent = tree.parent(Int(entry)) else { continue }
            content[parent].letters += content[Int(entry)].letters
            content[parent].links += content[Int(entry)].links
        }
        findHeadline(order)
        for entry in order.reversed() {
            let index = Int(entry)
            if tree.nodes[index].tag.isHeading, !tree.nodes[index].isText { headings[index].formUnion(kinds(index)) }
            if let parent = tree.parent(index) { headings[parent].formUnion(headings[index]) }
        }
    }

    private mutating func findHeadline(_ order: [Int32]) {
        headline = order.lazy.map(Int.init).first { index in
            tree.nodes[index].tag == GUMBO_TAG_H1 && !tree.nodes[index].isText && !isLinkedElsewhere(index)
        }
        var at = headline
        while let above = at {
            around.insert(above)
            at = tree.parent(above)
        }
    }

    // MARK: Positions

    func lettersBefore(_ index: Int) -> Int32 { before[index].letters }
    func lettersUpTo(endOf index: Int) -> Int32 { before[index].letters + content[index].letters }

    func isBelowHeadline(_ index: Int) -> Bool {
        guard let headline, isInSameArticle(index, headline) else { return false }
        let distance = lettersBefore(index) - lettersUpTo(endOf: headline)
        return index >= headline && distance < Limit.below
    }

    /// Returns true shortly before the headline, but not in the masthead, which often has today's date.
    func isAboveHeadline(_ index: Int) -> Bool {
        guard let headline, isInSameArticle(index, headline), index < headline else { return false }
        let distance = lettersBefore(headline) - lettersUpTo(endOf: index)
        return distance <= Limit.above && before[headline].links - before[index].links <= 4 && !isInMasthead(index)
    }

    private func isInMasthead(_ index: Int) -> Bool {
        var at = tree.parent(index)
        for _ in 0..<24 {
            guard let above = at, !around.contains(above) else { return false }
            if content[above].links > (tree.nodes[above].tag == GUMBO_TAG_HEADER ? 2 : 4) { return true }
            at = tree.parent(above)
        }
        return false
    }

    private func isInSameArticle(_ index: Int, _ headline: Int) -> Bool {
        guard let own = article(of: index) else { return true }
        return article(of: headline).map { $0 == own } ?? true
    }

    private func article(of index: Int) -> Int? {
        var at = tree.parent(index)
        for _ in 0..<24 {
            guard let above = at else { return nil }
            if tree.nodes[above].tag == GUMBO_TAG_ARTICLE { return above }
            at = tree.parent(above)
        }
        return nil
    }

    // MARK: Other stories

    /// Returns true in menus, comments, footers and teasers.
    func isOutsideArticle(_ index: Int) -> Bool {
        var at = tree.parent(index)
        for _ in 0..<12 {
            guard let above = at, !around.contains(above) else { break }
            let node = tree.nodes[above]
            switch node.tag {
            case GUMBO_TAG_NAV, GUMBO_TAG_ASIDE, GUMBO_TAG_FOOTER: return true
            default: break
            }
            if !node.hints.isDisjoint(with: .unlikely), !node.hints.contains(.content) { return true }
            at = tree.parent(above)
        }
        return isInTeaser(index)
    }

    /// Returns true beside another story's heading.
    func isInTeaser(_ index: Int) -> Bool {
        var at = tree.parent(index)
        for _ in 0..<12 {
            guard let above = at, !around.contains(above) else { return false }
            if tree.nodes[above].hints.contains(.related) || isTeaser(above, of: index) { return true }
            at = tree.parent(above)
        }
        return false
    }

    private func isTeaser(_ part: Int, of index: Int) -> Bool {
        guard headline != nil, !headings[part].isEmpty, content[part].letters <= Limit.teaser else { return false }
        if headings[part].contains(.linked) || tree.nodes[part].flags.contains(.link) { return true }
        // A standfirst or an author may be a heading too.
        return !isBelowHeadline(index)
    }

    private func kinds(_ heading: Int) -> HeadingKinds {
        if heading == headline || namesAuthor(heading) { return [] }
        guard isLinkedElsewhere(heading) else { return .plain }
        let isKicker = content[heading].letters <= Limit.kicker && isAboveHeadline(heading)
        return isKicker && !isInLink(heading) ? [] : .linked
    }

    private func namesAuthor(_ heading: Int) -> Bool {
        let parts = firstElements(in: heading) + [tree.parent(heading)].compactMap { $0 }
        return parts.contains { tree.nodes[$0].flags.contains(.author) || tree.nodes[$0].hints.contains(.byline) }
    }

    /// Returns the heading itself and its first inner elements.
    private func firstElements(in heading: Int) -> [Int] {
        var found = [heading]
        while found.count < 16, let last = found.last,
            let next = tree.nextElementInOrder(last, skipping: false, within: heading)
        {
            found.append(next)
        }
        return found
    }

    private func isInLink(_ index: Int) -> Bool { link(around: index) != nil }

    private func link(around index: Int) -> Int? {
        var at = tree.parent(index)
        for _ in 0..<4 {
            guard let above = at else { return nil }
            if tree.nodes[above].flags.contains(.link) { return above }
            at = tree.parent(above)
        }
        return nil
    }

    /// Returns true for a heading in or around a link, except to an anchor in the page or the page's own address.
    private func isLinkedElsewhere(_ heading: Int) -> Bool {
        let inner = firstElements(in: heading).first {
            tree.nodes[$0].flags.contains(.link) && !tree.nodes[$0].flags.contains(.inPageLink)
        }
        guard let link = inner ?? link(around: heading), let source = tree.nodes[link].source,
            let reference = GumboTree.attribute(source, "href")
        else { return false }
        guard let target = WebAddress(bytes: reference, base: address) else { return true }
        return target.withoutFragment != address.withoutFragment
    }
}

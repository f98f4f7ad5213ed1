import CGumbo

/// Counts the link targets of an extraction's headings and lines.
struct TeaserCounter {
    private let tree: PageTree
    private var targets: Set<WebAddress> = []
    /// Headings that are no links.
    private var unlinkedHeadings = 0

    init(in found: PruningPass, address: WebAddress) {
        tree = found.tree
        for entry in tree.preorder(found.article) {
            let index = Int(entry)
            let node = tree.nodes[index]
            guard !node.isText, node.tag.isHeading || node.tag == GUMBO_TAG_P else { continue }
            if let target = target(of: index, address) {
                targets.insert(target)
            } else if node.tag.isHeading {
                unlinkedHeadings += 1
            }
        }
    }

    /// Many short items, each a link to a page. The entries of a live blog link nowhere else.
    var isFrontPage: Bool { targets.count >= 6 && unlinkedHeadings * 4 <= targets.count }

    /// A list of items under headings of its own, each with a link.
    var isList: Bool { unlinkedHeadings >= 5 && unlinkedHeadings * 2 >= targets.count }

    /// The target of a heading or line that is nothing but a link.
    private func target(of index: Int, _ address: WebAddress) -> WebAddress? {
        guard let link = tree.preorder(index).first(where: { tree.nodes[Int($0)].flags.contains(.link) }) else {
            return nil
        }
        let whole = tree.text(index, limit: 400).utf8.count
        guard whole >= 12, tree.text(Int(link), limit: 400).utf8.count * 5 >= whole * 4,
            let source = tree.nodes[Int(link)].source, let reference = GumboTree.attribute(source, "href"),
            let target = WebAddress(bytes: reference, base: address)
        else { return nil }
        let page = target.withoutFragment
        return page == address.withoutFragment ? nil : page
    }
}

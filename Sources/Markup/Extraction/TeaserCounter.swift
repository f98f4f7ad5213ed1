import CGumbo
import URLs

/// The counts of link targets in headings and lines.
struct TeaserCounter {
    private let tree: ArticleTree
    private var targets: Set<WebAddress> = []
    private var unlinkedHeadings = 0

    init(in pruning: PruningPass, address: WebAddress) {
        tree = pruning.tree
        for entry in tree.preorder(pruning.article) {
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

    /// True for a front page; live blogs have unlinked headings, as their entries link nowhere else.
    var isFrontPage: Bool { targets.count >= 6 && unlinkedHeadings * 4 <= targets.count }

    /// True for linked items under unlinked headings.
    var isList: Bool { unlinkedHeadings >= 5 && unlinkedHeadings * 2 >= targets.count }

    /// Returns the target of a block that is only a link to another page of the site.
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
        return page == address.withoutFragment || page.host != address.host ? nil : page
    }
}

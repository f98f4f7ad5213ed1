import CGumbo
import URLs

/// A pass that removes links to other stories inside an article: lists under *Related stories*, rows of teasers, and
/// lines that are nothing but a link.
struct TeaserRemovalPass {
    private var tree: ArticleTree
    private let article: Int
    private let address: WebAddress
    private var stats: [NodeStatistics]

    static func run(on tree: inout ArticleTree, in article: Int, _ stats: [NodeStatistics], address: WebAddress) {
        var pass = TeaserRemovalPass(tree: tree, article: article, stats: stats, address: address)
        tree = .empty
        pass.removeRelatedLists()
        pass.removeTeasers()
        pass.removeLinkedLines()
        tree = pass.tree
    }

    private init(tree: ArticleTree, article: Int, stats: [NodeStatistics], address: WebAddress) {
        self.tree = tree
        self.article = article
        self.address = address
        self.stats = stats
    }

    // MARK: Lists

    /// Removes headings such as *Related stories* with the links below.
    private mutating func removeRelatedLists() {
        for entry in tree.preorder(article) {
            let index = Int(entry)
            let node = tree.nodes[index]
            guard !node.isText, tree.parent(index) != nil || index == article else { continue }
            let length = stats[index].text.length
            guard length > 3, length < 80, stats[index].elements < 20,
                node.tag.isHeading || node.tag.isStandaloneBox,
                BoilerplatePhrases.isRelatedHeading(BoilerplatePhrases.normalized(tree.text(index, limit: 160)))
            else { continue }
            removeRelatedList(under: index)
        }
    }

    private mutating func removeRelatedList(under heading: Int) {
        var top = heading
        // A heading alone in its division is removed with the division.
        while let parent = tree.parent(top), parent != article,
            stats[parent].text.length == stats[heading].text.length
        {
            top = parent
        }
        var run: [Int] = []
        var length = 0.0
        var links = 0.0
        var at = tree.next(top)
        // The limit keeps the time linear; longer lists are not related articles.
        while let next = at, !endsList(next), run.count < 200 {
            run.append(next)
            length += Double(stats[next].text.length)
            links +=
                tree.nodes[next].tag == GUMBO_TAG_A && !tree.nodes[next].isText
                ? Double(stats[next].text.length) : stats[next].linkLength
            at = tree.next(next)
        }
        guard length == 0 || links / length > 0.5, leadsToSite(run) else { return }
        for node in run { tree.remove(node, .relatedList) }
        tree.remove(top, .relatedList)
    }

    /// Returns true if a list has links to the site or is empty; a list of what others say on a subject stays.
    private func leadsToSite(_ run: [Int]) -> Bool {
        run.isEmpty || run.contains { LinkOnlyLineDetector.leadsToSite(of: address, $0, tree) }
    }

    private func endsList(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        guard !node.isText else { return false }
        if node.tag.isHeading { return true }
        return node.tag == GUMBO_TAG_P && stats[index].text.length > 100 && stats[index].linkDensity < 0.3
    }

    // MARK: Teasers

    /// Removes rows of boxes that each have a link over a picture or a title, and no paragraph.
    private mutating func removeTeasers() {
        let total = stats[article].text.length
        removeSingleTeasers(total)
        for entry in tree.preorder(article).dropFirst() {
            let index = Int(entry)
            guard !tree.nodes[index].isText, tree.parent(index) != nil else { continue }
            let own = stats[index]
            guard own.links >= 2, own.elements >= 6, own.text.length * 10 < total * 4 else { continue }
            let items = tree.children(index).filter { !tree.nodes[$0].isText && stats[$0].elements > 0 }
            guard items.count >= 2 else { continue }
            let teasers = items.count { isTeaser($0) }
            let isSure = own.linkedHeadings >= 2 && tree.nodes[index].hints.contains(.related)
            if teasers >= (isSure ? 2 : 3), teasers * 4 >= items.count * 3 { removeGroup(index) }
        }
    }

    /// Removes boxes that are one link to another story, with its title as a heading.
    private mutating func removeSingleTeasers(_ total: Int32) {
        for entry in tree.preorder(article).dropFirst() {
            let index = Int(entry)
            let tag = tree.nodes[index].tag
            guard !tree.nodes[index].isText, tag.isDivision || tag == GUMBO_TAG_FIGURE, tree.parent(index) != nil else {
                continue
            }
            let own = stats[index]
            guard own.linkedHeadings == 1, own.links <= 3, own.text.length <= 300, own.text.length * 4 < total,
                own.linkDensity > 0.7, own.elements <= 60, LinkOnlyLineDetector.leadsToSite(of: address, index, tree)
            else { continue }
            tree.remove(index, .teasers)
        }
    }

    /// Removes a group with its heading and the wrappers that hold nothing else.
    private mutating func removeGroup(_ group: Int) {
        var top = group
        while let parent = tree.parent(top), parent != article,
            stats[parent].text.length <= stats[top].text.length + 40,
            stats[parent].proseLength == stats[top].proseLength
        {
            top = parent
        }
        if let heading = tree.previousElement(top), tree.nodes[heading].tag.isHeading { tree.remove(heading, .teasers) }
        tree.remove(top, .teasers)
    }

    private func isTeaser(_ index: Int) -> Bool {
        let own = stats[index]
        guard (1...4).contains(own.links), own.text.length >= 8, own.elements <= 60,
            own.text.length <= (own.linkedHeadings > 0 ? 600 : 300), own.proseLength == 0 || own.linkedHeadings > 0,
            own.pictures > 0 || own.headingLength > 0, own.captionLength * 2 < own.text.length
        else { return false }
        // Boxes on other subjects link to other sites, and have more text.
        if own.text.weight > 120, !LinkOnlyLineDetector.leadsToSite(of: address, index, tree) { return false }
        return tree.preorder(index).contains { entry in
            let link = Int(entry)
            guard tree.nodes[link].tag == GUMBO_TAG_A, tree.nodes[link].flags.contains(.link) else { return false }
            if stats[link].text.length == 0 || stats[link].headingLength > 0 { return true }
            return tree.parent(link).map { tree.nodes[$0].tag.isHeading } == true
        }
    }

    // MARK: Lines

    /// Removes titles of other stories of the site between paragraphs; a page of links keeps them.
    private mutating func removeLinkedLines() {
        guard stats[article].linkDensity < 0.3, stats[article].links > 0 else { return }
        for entry in tree.preorder(article) {
            let index = Int(entry)
            guard tree.nodes[index].tag == GUMBO_TAG_P, !tree.nodes[index].isText, tree.parent(index) != nil else {
                continue
            }
            let own = stats[index]
            guard own.links == 1, own.text.weight >= 16, own.text.length <= 240, own.elements < 12, own.pictures == 0,
                own.linkDensity > 0.95, isOutsideLists(index),
                LinkOnlyLineDetector.leadsToSite(of: address, index, tree)
            else { continue }
            let text = tree.text(index, limit: 512)
            if !LinkOnlyLineDetector.isSentence(text), text.split(separator: " ").count >= 4 || own.text.wide >= 8 {
                tree.remove(index, .linkedLine)
            }
        }
    }

    private func isOutsideLists(_ index: Int) -> Bool {
        ![GUMBO_TAG_LI, GUMBO_TAG_TD, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_FIGURE].contains {
            tree.hasNearAncestor($0, index)
        }
    }
}

/// The detection of lines that are one link.
enum LinkOnlyLineDetector {
    /// Returns true for a text that ends with a full stop, which titles do not have.
    static func isSentence(_ text: String) -> Bool {
        let closing: Set<Character> = ["\"", "”", "“", "»", "«", "’", "'", ")", "]"]
        guard let last = text.last(where: { !closing.contains($0) && !$0.isWhitespace }) else { return false }
        return ".。।．".contains(last) && !text.hasSuffix("...")
    }

    /// Returns true if the first link leads to another page of the site, and not to a document.
    static func leadsToSite(of address: WebAddress, _ index: Int, _ tree: ArticleTree) -> Bool {
        let link = tree.preorder(index).first { tree.nodes[Int($0)].flags.contains(.link) }
        guard let link, let source = tree.nodes[Int(link)].source, let reference = GumboTree.attribute(source, "href"),
            let target = WebAddress(bytes: reference, base: address)
        else { return false }
        return target.host == address.host && target.withoutFragment != address.withoutFragment && !target.isFile
    }
}

extension WebAddress {
    /// True if the path's extension is one of a document to download.
    fileprivate var isFile: Bool {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        return ["pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "zip", "epub", "mp3", "csv", "txt"].contains {
            name.hasSuffix("." + $0)
        }
    }
}

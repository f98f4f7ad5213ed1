import CGumbo

/// Sweeps out of an article what stands inside it without belonging to it: sign-up boxes, *read also* lines, lists of other
/// articles under a heading that says so, the author's portrait, a date and a byline above the first paragraph.
///
/// Everything here is small beside the article, so that a page whose whole text is in a box called `newsletter` keeps it.
struct Furniture {
    var tree: PageTree
    let article: Int
    /// Headline and byline.
    let known: [String]
    /// The author's line, and the day, that stood above the text and called themselves nothing.
    private(set) var byline: String?
    private(set) var day: String?
    /// Whether the page asked for a subscription before it showed the rest.
    private(set) var isCutShort = false
    private var tallies: [Tally] = []

    init(tree: PageTree, article: Int, known: [String]) {
        self.tree = tree
        self.article = article
        self.known = known
    }

    /// - Parameter total: how much text there is.
    mutating func sweep(total: Int32) {
        sweepBoxes(total)
        tallies = tree.tallied(article)
        sweepLists()
        // A text that is dated again and again tells what happened when.
        let times = tree.order(article).count {
            tree.nodes[Int($0)].tag == GUMBO_TAG_TIME && !tree.nodes[Int($0)].isText
        }
        sweepOpening(dropsDates: times < 3)
    }

    // MARK: Boxes

    private mutating func sweepBoxes(_ total: Int32) {
        var isCutShort = false
        _ = tree.tallied(article) { tree, index, tally in
            let hints = tree.nodes[index].hints
            let length = tally.text.length
            if !tree.nodes[index].marks.isDisjoint(with: [.inDataTable, .kept]) { return true }
            if hints.contains(.paywall), length < 800, length * 10 < total * 7,
                FurniturePhrases.asksForSubscription(FurniturePhrases.normal(tree.text(index)))
            {
                isCutShort = true
                return false
            }
            if hints.contains(.furniture), length * 10 < total * 3, length < 2_000 { return false }
            if hints.contains(.elsewhere), length * 10 < total * 4, tally.linkDensity > 0.3 { return false }
            guard length > 0, length <= 200, tally.elements <= 40, Self.standsAlone(tree.nodes[index].tag) else {
                return true
            }
            let text = tree.text(index, limit: 240)
            if FurniturePhrases.endsAtSubscription(FurniturePhrases.normal(text)) {
                isCutShort = true
                return false
            }
            return !Self.isNote(text, tally, isHeading: tree.nodes[index].tag.isHeading)
        }
        self.isCutShort = isCutShort
    }

    private static func standsAlone(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_P, GUMBO_TAG_DIV, GUMBO_TAG_SECTION, GUMBO_TAG_UL, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_CENTER: true
        default: tag.isHeading
        }
    }

    private static func isNote(_ text: String, _ tally: Tally, isHeading: Bool) -> Bool {
        let phrase = FurniturePhrases.normal(text)
        // "Advertising" may well be the heading of a section about it.
        return !isHeading && FurniturePhrases.isNote(phrase)
            || tally.linkDensity > 0.4 && FurniturePhrases.leadsElsewhere(phrase)
    }

    // MARK: Lists of other articles

    /// A heading such as *Related stories* goes with what follows it up to the next heading, when that is mostly links.
    private mutating func sweepLists() {
        for entry in tree.order(article) {
            let index = Int(entry)
            let node = tree.nodes[index]
            guard !node.isText, tree.parent(index) != nil || index == article else { continue }
            let length = tallies[index].text.length
            guard length > 3, length < 80, tallies[index].elements < 20,
                node.tag.isHeading || Self.standsAlone(node.tag),
                FurniturePhrases.announcesElsewhere(FurniturePhrases.normal(tree.text(index, limit: 160)))
            else { continue }
            sweepList(under: index)
        }
    }

    private mutating func sweepList(under heading: Int) {
        var top = heading
        // A heading alone in its own division stands for it.
        while let parent = tree.parent(top), parent != article,
            tallies[parent].text.length == tallies[heading].text.length
        {
            top = parent
        }
        var run: [Int] = []
        var length = 0.0
        var links = 0.0
        var at = tree.next(top)
        // A list longer than this is no list of other articles; looking on would not be linear.
        while let next = at, !endsList(next), run.count < 200 {
            run.append(next)
            length += Double(tallies[next].text.length)
            links +=
                tree.nodes[next].tag == GUMBO_TAG_A && !tree.nodes[next].isText
                ? Double(tallies[next].text.length) : tallies[next].linkLength
            at = tree.next(next)
        }
        guard length == 0 || links / length > 0.5 else { return }
        for node in run { tree.detach(node) }
        tree.detach(top)
    }

    private func endsList(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        guard !node.isText else { return false }
        if node.tag.isHeading { return true }
        return node.tag == GUMBO_TAG_P && tallies[index].text.length > 100 && tallies[index].linkDensity < 0.3
    }

    // MARK: The opening

    /// Above the first paragraph: lines that only repeat the headline or the byline, or hold nothing but a date.
    private mutating func sweepOpening(dropsDates: Bool) {
        var spent = 0
        for entry in tree.order(article).dropFirst() {
            let index = Int(entry)
            let node = tree.nodes[index]
            guard !node.isText, tree.parent(index) != nil else { continue }
            let length = tallies[index].text.length
            if length == 0 { continue }
            spent += 1
            if spent > 60 { return }
            let isLine = length <= 160 && tallies[index].elements <= 30
            if !isLine {
                if node.tag == GUMBO_TAG_P { return }
                continue
            }
            guard isOpeningLine(index) else { continue }
            if tallies[index].pictures == 0,
                isRepetition(index) || dropsDates && holdsOnlyDate(index) || holdsByline(index)
            {
                tree.detach(index)
            } else if node.tag == GUMBO_TAG_P, length > 100 {
                return
            }
        }
    }

    private func isOpeningLine(_ index: Int) -> Bool {
        let tag = tree.nodes[index].tag
        if Self.standsAlone(tag) || tag == GUMBO_TAG_HEADER || tag == GUMBO_TAG_TIME { return true }
        // A span in the open stands alone too.
        guard tag == GUMBO_TAG_SPAN || tag == GUMBO_TAG_SMALL, let parent = tree.parent(index) else { return false }
        return tree.nodes[parent].tag.isDivision || tree.nodes[parent].tag == GUMBO_TAG_HEADER
    }

    /// A line that begins with "by" and goes on with names; the author, when nobody was named before.
    private mutating func holdsByline(_ index: Int) -> Bool {
        guard tallies[index].text.length <= 100,
            let names = Byline.standingAlone(tree.text(index, limit: 400))
        else { return false }
        byline = byline ?? names
        return true
    }

    private func isRepetition(_ index: Int) -> Bool {
        let text = tree.text(index, limit: 400)
        let bare = FurniturePhrases.normal(text)
        return known.contains { known in
            let wanted = FurniturePhrases.normal(known)
            if bare == wanted { return true }
            return Byline.names(in: text).lowercased() == known.lowercased()
                || FurniturePhrases.withoutBy(bare) == FurniturePhrases.withoutBy(wanted)
        }
    }

    private mutating func holdsOnlyDate(_ index: Int) -> Bool {
        let text = tree.text(index, limit: 240)
        // A date in words is read but stays: nothing marks it as one, and some texts begin with a day.
        day = day ?? DateWords.day(in: text)
        if tree.nodes[index].tag == GUMBO_TAG_TIME { return true }
        if tree.nodes[index].hints.contains(.dated), tallies[index].text.length <= 40 { return true }
        guard
            let time = tree.order(index).first(where: {
                tree.nodes[Int($0)].tag == GUMBO_TAG_TIME && !tree.nodes[Int($0)].isText
            })
        else { return false }
        return tallies[index].text.length <= tallies[Int(time)].text.length + 16
    }
}

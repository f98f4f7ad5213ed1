import CGumbo

/// A pass that assigns captions to pictures: a box of a picture and its caption becomes a figure, whatever its
/// elements. Removes captions that a gallery repeats, shortened or whole, and a gallery's counters and buttons.
struct CaptionPass {
    private var tree: ArticleTree
    private let article: Int
    private var stats: [NodeStatistics]
    /// The texts of earlier captions, reduced to letters and digits.
    private var seen: [String] = []
    private var comparisonsLeft = 20_000
    private var seenPictures: Set<String> = []

    static func run(on tree: inout ArticleTree, in article: Int, _ stats: [NodeStatistics]) {
        var pass = CaptionPass(tree: tree, article: article, stats: stats)
        tree = .empty
        pass.run()
        tree = pass.tree
    }

    private init(tree: ArticleTree, article: Int, stats: [NodeStatistics]) {
        self.tree = tree
        self.article = article
        self.stats = stats
    }

    private mutating func run() {
        guard stats[article].captionLength > 0 else { return }
        var skippedUntil: Int?
        for entry in tree.preorder(article) {
            let index = Int(entry)
            guard !tree.nodes[index].isText, index != article, isInTree(index) else { continue }
            if let end = skippedUntil, tree.isInside(index, end) { continue }
            skippedUntil = nil
            if isPictureBox(index) {
                arrange(index)
                skippedUntil = index
            } else if tree.nodes[index].isCaption, stats[index].pictures == 0 {
                if isRepeated(index) { tree.remove(index, .repeatedCaption) } else { placeBelowPicture(index) }
                skippedUntil = index
            }
        }
    }

    private func isInTree(_ index: Int) -> Bool { tree.parent(index) != nil }

    /// Returns true if a box holds pictures and captions, and hardly any other text.
    private func isPictureBox(_ index: Int) -> Bool {
        let (tag, own) = (tree.nodes[index].tag, stats[index])
        guard tag.isDivision || tag == GUMBO_TAG_UL || tag == GUMBO_TAG_LI || tag == GUMBO_TAG_FIGURE else {
            return false
        }
        guard own.pictures > 0, own.captionLength > 0 else { return false }
        return own.text.length - own.captionLength <= 40 + 12 * own.pictures
    }

    // MARK: Boxes

    private mutating func arrange(_ box: Int) {
        var captions: [Int] = []
        for entry in tree.preorder(box).dropFirst() {
            let index = Int(entry)
            guard tree.parent(index) != nil || index == box else { continue }
            if !tree.nodes[index].isText, tree.nodes[index].isCaption, stats[index].pictures == 0 {
                if !isWithinCaption(index, box) { captions.append(index) }
            } else if isControl(index, box) {
                tree.remove(index, .pictureControl)
            }
        }
        for caption in captions.prefix(200) { place(caption, in: box) }
    }

    private func isWithinCaption(_ index: Int, _ box: Int) -> Bool {
        var at = tree.parent(index)
        for _ in 0..<12 {
            guard let above = at, above != box else { return false }
            if tree.nodes[above].isCaption { return true }
            at = tree.parent(above)
        }
        return false
    }

    /// Returns true for a counter or button: a few letters without a picture.
    private func isControl(_ index: Int, _ box: Int) -> Bool {
        let own = stats[index]
        let length = tree.nodes[index].isText ? tree.nodes[index].textMeasure.length : own.text.length
        guard length > 0, own.pictures == 0, own.captionLength == 0, own.elements < 20,
            own.headingLength == 0, !tree.nodes[index].tag.isHeading, !isWithinCaption(index, box),
            tree.parent(index).map({ tree.nodes[$0].tag.isHeading }) != true
        else {
            return false
        }
        guard length <= 16 else { return false }
        let text = tree.text(index, limit: 64)
        guard !text.contains(where: { ":©".contains($0) }) else { return false }
        return text.contains(where: \.isNumber) || !text.contains(" ")
    }

    private mutating func place(_ caption: Int, in box: Int) {
        let figure = figure(of: caption, in: box)
        // Several pictures may each have the same caption.
        let isOfNewPicture = figure.map { isNewPicture(in: $0) } == true
        if isRepeated(caption), !isOfNewPicture { return tree.remove(caption, .repeatedCaption) }
        guard let figure else { return }
        if tree.nodes[figure].tag == GUMBO_TAG_LI, let list = tree.parent(figure), !tree.nodes[list].isText {
            tree.nodes[list].tag = GUMBO_TAG_DIV
        }
        tree.nodes[figure].tag = GUMBO_TAG_FIGURE
        let earlier = tree.children(figure).first { tree.nodes[$0].tag == GUMBO_TAG_FIGCAPTION && $0 != caption }
        if tree.nodes[caption].tag == GUMBO_TAG_FIGCAPTION, tree.parent(caption) == figure { return }
        tree.detach(caption)
        tree.nodes[caption].tag = earlier == nil ? GUMBO_TAG_FIGCAPTION : GUMBO_TAG_P
        tree.attach(caption, to: earlier ?? figure)
    }

    private mutating func isNewPicture(in figure: Int) -> Bool {
        let picture = tree.preorder(figure).first { tree.nodes[Int($0)].tag == GUMBO_TAG_IMG }
        guard let picture, let source = tree.nodes[Int(picture)].source, let address = GumboTree.string(source, "src")
        else { return false }
        return address.utf8.count < 2_048 && seenPictures.insert(address).inserted
    }

    /// Makes a figure of a caption directly below its picture, without a box around both.
    private mutating func placeBelowPicture(_ caption: Int) {
        guard let picture = tree.previousElement(caption),
            stats[picture].pictures > 0 || tree.nodes[picture].tag == GUMBO_TAG_IMG,
            stats[picture].text.length == 0, tree.nodes[picture].tag != GUMBO_TAG_FIGURE
        else { return }
        let figure = tree.makeElement(GUMBO_TAG_FIGURE)
        stats.append(NodeStatistics())
        tree.replace(picture, by: figure)
        tree.attach(picture, to: figure)
        tree.detach(caption)
        tree.nodes[caption].tag = GUMBO_TAG_FIGCAPTION
        tree.attach(caption, to: figure)
    }

    /// Returns the smallest box around a caption that has a picture.
    private func figure(of caption: Int, in box: Int) -> Int? {
        var at = tree.parent(caption)
        for _ in 0..<8 {
            guard let above = at, above != article else { return nil }
            if stats[above].pictures > 0 { return tree.nodes[above].tag == GUMBO_TAG_UL ? nil : above }
            guard above != box else { return nil }
            at = tree.parent(above)
        }
        return nil
    }

    // MARK: Repeats

    /// Returns true if an earlier caption has the same text; also removes repetitions inside the caption.
    private mutating func isRepeated(_ caption: Int) -> Bool {
        let parts = tree.children(caption).filter { !tree.nodes[$0].isText && stats[$0].text.length >= 20 }
        if parts.count > 1 {
            var kept: [String] = []
            for part in parts.prefix(20) {
                let text = BoilerplatePhrases.letters(tree.text(part, limit: 1_024))
                if kept.contains(where: { Self.repeats(text, $0) }) {
                    tree.remove(part, .repeatedCaption)
                } else {
                    kept.append(text)
                }
            }
        }
        let text = BoilerplatePhrases.letters(tree.text(caption, limit: 1_024))
        guard text.count >= 12 else { return false }
        guard comparisonsLeft > 0 else { return false }
        comparisonsLeft -= seen.count
        if seen.contains(where: { Self.repeats(text, $0) }) { return true }
        if seen.count < 200 { seen.append(text) }
        return false
    }

    /// Returns true for the same words, or their beginning and a word such as "more".
    private static func repeats(_ text: String, _ earlier: String) -> Bool {
        if text == earlier { return true }
        let (letters, others) = (text.unicodeScalars, earlier.unicodeScalars)
        let shared = zip(letters, others).prefix { $0 == $1 }.count
        return shared >= 24 && shared + 16 >= letters.count
    }
}

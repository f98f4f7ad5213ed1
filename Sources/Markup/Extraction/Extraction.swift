import CGumbo
import Untrusted

/// One extraction, while the parsed page is there.
struct Extraction {
    let root: Tree.Node?
    let address: WebAddress
    let complaints: [String]
    let size: Int
    /// What the page says by its title and its marks.
    let remark: PageRemark?

    private struct Look {
        var pruning: Pruning
        /// What it left, counted.
        var left: Tally
        var length: Int { Int(left.text.length) }
        /// How much of it is no link: a milder look that only brings the navigation back found nothing.
        var plainLength: Int { length - Int(saturating: left.linkLength) }
        var keepsHidden: Bool
        var byline: String?
        var direction: String?
        /// A day that stood above the text.
        var day: String? { pruning.day }
    }

    func outcome() -> Result<Article, ExtractionError> {
        guard let root, let body = Self.body(of: root) else {
            return .failure(.noArticle(why: "The page is empty."))
        }
        let metadata = PageMetadata(root, address: address)
        let tree = PageTree(body: body)
        let best = bestLook(tree, metadata)
        if let declared = metadata.body, declared.utf8.count >= 200, declared.utf16.count > 2 * best.length {
            return .success(article(declared, metadata))
        }
        if let why = PageKind.complaint(best.left, metadata: metadata, tree: tree, found: best.pruning) {
            return .failure(.noArticle(why: why))
        }
        var found = article(best, metadata)
        found.isCutShort = metadata.isPaidFor || best.pruning.isCutShort
        let dateline = Dateline(tree: tree, address: metadata.canonical ?? address)
        let lines = HeadlineLines(tree)
        found.byline = found.byline ?? lines.byline
        found.publishedText = found.publishedText ?? dateline.text(elseDay: best.day ?? lines.day)
        if let why = refusal(of: found) { return .failure(.noArticle(why: why)) }
        guard !found.text.isEmpty else { return .failure(.noArticle(why: "The page has no text that can be shown.")) }
        return .success(found)
    }

    /// A page that says why it shows nothing says little else; one that shows the beginning of a story shows that.
    private func refusal(of found: Article) -> String? {
        guard let remark, found.text.count < PageRemark.mostCharacters else { return nil }
        if remark == .signIn, found.isCutShort { return nil }
        return "This is no article but a page that \(remark.words)."
    }

    /// The first look that finds enough, else the one that finds most.
    private func bestLook(_ tree: PageTree, _ metadata: PageMetadata) -> Look {
        var best = look(tree, ExtractionRules(), metadata)
        for rules in ExtractionRules.milder where best.length < ExtractionRules.enough {
            let look = self.look(tree, rules, metadata)
            if look.length >= ExtractionRules.enough || look.plainLength > best.plainLength { best = look }
        }
        guard best.length < ExtractionRules.enough else { return best }
        // Some pages hide the text until a script has counted the reader.
        let hidden = look(tree, ExtractionRules(keepsHidden: true), metadata)
        return hidden.length >= ExtractionRules.enough && hidden.length > 3 * best.length ? hidden : best
    }

    private static func body(of root: Tree.Node) -> Tree.Node? {
        for index in 0..<Tree.childCount(root) {
            if let child = Tree.child(root, index), Tree.isElement(child), child.pointee.v.element.tag == GUMBO_TAG_BODY
            {
                return child
            }
        }
        return nil
    }

    private func look(_ tree: PageTree, _ rules: ExtractionRules, _ metadata: PageMetadata) -> Look {
        var preparing = Preparing(
            tree: tree, rules: rules, title: metadata.title, wantsByline: metadata.byline == nil)
        preparing.run()
        // Each step takes the tree from the one before, so that it is changed in place and not copied.
        var scoring = Scoring(tree: preparing.tree, rules: rules)
        preparing.tree = .empty
        let parts = scoring.choose(from: preparing.paragraphs)
        let direction = scoring.declaredDirection
        let byline = metadata.byline ?? preparing.byline
        let known = [metadata.title, byline, byline.map { Byline.names(in: $0) }].compactMap { $0 }
        let scored = scoring.tree
        scoring.tree = .empty
        var pruning = Pruning(tree: scored, parts: parts, rules: rules, known: known)
        let left = pruning.run()
        return Look(
            pruning: pruning, left: left, keepsHidden: rules.keepsHidden, byline: preparing.byline,
            direction: direction)
    }

    private func article(_ look: Look, _ metadata: PageMetadata) -> Article {
        var emission = ArticleEmission(
            tree: look.pruning.tree, run: CleaningRun(base: metadata.base, reserving: size / 4, keepsLines: true))
        emission.run.keepsHidden = look.keepsHidden
        emission.write(look.pruning.article)
        let html = emission.run.emitter.finish()
        let text = emission.run.emitter.text.finished
        let declared = (look.direction ?? metadata.direction).flatMap { Direction(rawValue: $0.lowercased()) }
        return Article(
            title: metadata.title,
            byline: metadata.byline ?? look.byline ?? look.pruning.byline ?? metadata.fallbackByline,
            excerpt: metadata.excerpt ?? look.pruning.firstParagraph, siteName: metadata.siteName,
            publishedText: metadata.published, language: metadata.language,
            direction: declared ?? PlainText.direction(of: text, language: metadata.language),
            html: SafeHTML(trusted: html), text: text, pictures: emission.run.pictures, leadPicture: metadata.picture,
            nextPart: metadata.next, canonical: metadata.canonical, complaints: complaints)
    }
}

extension Extraction {
    /// The article of a page that gives its text only in JSON-LD.
    private func article(_ body: String, _ metadata: PageMetadata) -> Article {
        let isMarkup = body.contains("</p>") || body.contains("<br")
        let source = isMarkup ? body : Self.paragraphs(HTMLReferences.decoded(body, keepingLines: true))
        var cleaner = Cleaner(base: metadata.base)
        cleaner.keepsLines = true
        let cleaned = cleaner.clean(source)
        let line = cleaned.text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return Article(
            title: metadata.title, byline: metadata.byline ?? metadata.fallbackByline,
            excerpt: metadata.excerpt ?? PlainText.excerpt(of: line, limit: 300), siteName: metadata.siteName,
            publishedText: metadata.published, language: metadata.language,
            direction: PlainText.direction(of: cleaned.text, language: metadata.language), html: cleaned.html,
            text: cleaned.text, pictures: cleaned.pictures, leadPicture: metadata.picture, nextPart: metadata.next,
            canonical: metadata.canonical, complaints: complaints)
    }

    private static func paragraphs(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { line in
            "<p>" + line.replacing("&", with: "&amp;").replacing("<", with: "&lt;") + "</p>"
        }.joined()
    }
}

extension Pruning {
    /// The words of the first paragraph that has some.
    var firstParagraph: String? {
        for entry in tree.order(article)
        where tree.nodes[Int(entry)].tag == GUMBO_TAG_P && !tree.nodes[Int(entry)].isText {
            let text = tree.text(Int(entry), limit: 2_048)
            if !text.isEmpty { return text }
        }
        return nil
    }
}

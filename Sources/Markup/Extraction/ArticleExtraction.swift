import CGumbo
import URLs
import Untrusted

/// A single extraction, valid while the parsed page lives.
struct ArticleExtraction {
    let root: GumboTree.Node?
    let address: WebAddress
    /// The page's bytes as received.
    let source: UnsafeBufferPointer<UInt8>

    private struct Attempt {
        var pruning: PruningPass
        /// The statistics of the remaining article.
        var stats: NodeStatistics
        var length: Int { Int(stats.text.length) }
        /// The length of the text outside links, so that a relaxed attempt that only adds navigation is not better.
        var unlinkedLength: Int { length - Int(saturating: stats.linkLength) }

        /// Compares the lengths of the paragraphs' text (1.5 times as much is better), or without paragraphs those of
        /// text outside links.
        func isBetter(than other: Attempt) -> Bool {
            let (prose, otherProse) = (stats.proseLength, other.stats.proseLength)
            if prose + otherProse > 0 { return prose * 2 > otherProse * 3 }
            return unlinkedLength > other.unlinkedLength
        }

        var keepsHidden: Bool
        var byline: String?
        var direction: String?
        var day: String? { pruning.day }
    }

    /// Returns the decisions on the blocks of the best attempt; nil for a page without a body.
    func explanation() -> ArticleExplanation? {
        guard let root, let body = Self.body(of: root) else { return nil }
        var metadata = PageMetadata(root, address: address)
        let tree = ArticleTree(body: body)
        if metadata.byline == nil { metadata.add(AnnotatedAuthors(tree, address: metadata.canonical ?? address)) }
        let best = bestAttempt(tree, metadata, body)
        return ArticleExplanation(best.pruning.tree, article: best.pruning.article)
    }

    func result() -> Result<Article, ExtractionError> {
        guard let root, let body = Self.body(of: root) else {
            return .failure(.noArticle(.empty))
        }
        var metadata = PageMetadata(root, address: address)
        let tree = ArticleTree(body: body)
        if metadata.byline == nil { metadata.add(AnnotatedAuthors(tree, address: metadata.canonical ?? address)) }
        let best = bestAttempt(tree, metadata, body)
        if let declared = metadata.body, declared.utf8.count >= 200, declared.utf16.count > 2 * best.length {
            return .success(article(declared, metadata))
        }
        if let kind = NonArticleDetector.kind(best.stats, metadata: metadata, tree: tree, pruning: best.pruning) {
            return .failure(.noArticle(kind))
        }
        var found = article(best, metadata)
        found.isTruncated = metadata.isPaywalled || best.pruning.isTruncated
        let dateFinder = DateFinder(tree: tree, address: metadata.canonical ?? address)
        let headlineLines = HeadlineMetadata(tree)
        found.byline = found.byline ?? headlineLines.byline
        found.publishedText = found.publishedText ?? dateFinder.publishedText(fallback: best.day ?? headlineLines.day)
        let isDatedText = metadata.published != nil && best.stats.proseLength > 0
        if let kind = interstitialKind(of: found, readsMarkers: !isDatedText) {
            return .failure(.noArticle(.interstitial(kind)))
        }
        guard !found.text.isEmpty else { return .failure(.noArticle(.noVisibleText)) }
        return .success(found)
    }

    /// Returns the kind of an interstitial; nil if the text is too long, or the beginning of a paywalled article. Consent
    /// is left to callers, who know the address before redirects.
    private func interstitialKind(of found: Article, readsMarkers: Bool) -> InterstitialKind? {
        guard found.text.utf8.count < 4 * InterstitialDetector.maximumLength,
            found.text.count < InterstitialDetector.maximumLength,
            let interstitial = InterstitialDetector.kind(of: source, readsMarkers: readsMarkers),
            interstitial != .consent
        else { return nil }
        if interstitial == .signIn, found.isTruncated { return nil }
        return interstitial
    }

    private func bestAttempt(_ tree: ArticleTree, _ metadata: PageMetadata, _ body: GumboTree.Node) -> Attempt {
        var best = attempt(tree, ExtractionRules(), metadata)
        for rules in ExtractionRules.relaxed where best.length < ExtractionRules.sufficientLength {
            let attempt = self.attempt(tree, rules, metadata)
            if attempt.isBetter(than: best) { best = attempt }
        }
        guard best.length < ExtractionRules.sufficientLength else { return best }
        // Some pages hide all text until a script runs, or show their text only if no script runs.
        var others = [(tree, ExtractionRules(keepsHidden: true))]
        if tree.nodes.contains(where: { $0.tag == GUMBO_TAG_NOSCRIPT && !$0.isText }) {
            others.append((ArticleTree(body: body, readsNoScript: true), ExtractionRules()))
        }
        for (tree, rules) in others {
            let hidden = attempt(tree, rules, metadata)
            if hidden.length >= ExtractionRules.sufficientLength, hidden.length > 3 * best.length { best = hidden }
        }
        return best
    }

    private static func body(of root: GumboTree.Node) -> GumboTree.Node? {
        for index in 0..<GumboTree.childCount(root) {
            if let child = GumboTree.child(root, index), GumboTree.isElement(child),
                child.pointee.v.element.tag == GUMBO_TAG_BODY
            {
                return child
            }
        }
        return nil
    }

    private func attempt(_ tree: ArticleTree, _ rules: ExtractionRules, _ metadata: PageMetadata) -> Attempt {
        var preparing = PreparingPass(
            tree: tree, rules: rules, title: metadata.title, description: metadata.excerpt,
            wantsByline: metadata.byline == nil)
        preparing.run()
        // The tree is moved to avoid a copy.
        var scoring = ScoringPass(tree: preparing.tree, rules: rules, described: preparing.described)
        preparing.tree = .empty
        let parts = scoring.selectParts(from: preparing.paragraphs)
        let direction = scoring.declaredDirection
        let byline = metadata.byline ?? preparing.byline
        let knownTexts =
            [metadata.title, byline, byline.map { BylineParser.names(in: $0) }].compactMap { $0 } + metadata.authorNames
        let scored = scoring.tree
        scoring.tree = .empty
        var pruning = PruningPass(
            tree: scored, parts: parts, rules: rules, knownTexts: knownTexts, address: metadata.base)
        let left = pruning.run()
        return Attempt(
            pruning: pruning, stats: left, keepsHidden: rules.keepsHidden, byline: preparing.byline,
            direction: direction)
    }

    private func article(_ attempt: Attempt, _ metadata: PageMetadata) -> Article {
        var serializer = ArticleSerializer(
            tree: attempt.pruning.tree,
            pass: SanitizerPass(base: metadata.base, reserving: source.count / 4, keepsLines: true))
        serializer.pass.keepsHidden = attempt.keepsHidden
        serializer.write(attempt.pruning.article)
        let html = serializer.pass.builder.finish()
        let text = serializer.pass.builder.text.finished
        let declared = (attempt.direction ?? metadata.direction).flatMap { TextDirection(rawValue: $0.lowercased()) }
        return Article(
            title: metadata.title,
            byline: metadata.byline(from: attempt.byline) ?? attempt.pruning.byline ?? metadata.fallbackByline,
            excerpt: metadata.excerpt ?? attempt.pruning.firstParagraph, siteName: metadata.siteName,
            publishedText: metadata.published, language: metadata.language,
            direction: declared ?? PlainText.direction(of: text, language: metadata.language),
            html: SafeHTML(trusted: html), text: text, pictures: serializer.pass.pictures,
            leadPicture: metadata.picture, nextPage: metadata.nextPage)
    }
}

extension ArticleExtraction {
    /// Makes an article of text that is only in JSON-LD.
    private func article(_ body: String, _ metadata: PageMetadata) -> Article {
        let isMarkup = body.contains("</p>") || body.contains("<br")
        let source = isMarkup ? body : Self.paragraphs(CharacterReferenceDecoder.decoded(body, keepingLines: true))
        var sanitizer = HTMLSanitizer(base: metadata.base)
        sanitizer.keepsLines = true
        let sanitized = sanitizer.sanitize(source)
        let line = sanitized.text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return Article(
            title: metadata.title, byline: metadata.byline ?? metadata.fallbackByline,
            excerpt: metadata.excerpt ?? PlainText.excerpt(of: line, limit: 300), siteName: metadata.siteName,
            publishedText: metadata.published, language: metadata.language,
            direction: PlainText.direction(of: sanitized.text, language: metadata.language), html: sanitized.html,
            text: sanitized.text, pictures: sanitized.pictures, leadPicture: metadata.picture,
            nextPage: metadata.nextPage)
    }

    private static func paragraphs(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { line in
            "<p>" + line.replacing("&", with: "&amp;").replacing("<", with: "&lt;") + "</p>"
        }.joined()
    }
}

extension PruningPass {
    var firstParagraph: String? {
        for entry in tree.preorder(article)
        where tree.nodes[Int(entry)].tag == GUMBO_TAG_P && !tree.nodes[Int(entry)].isText {
            let text = String(tree.text(Int(entry), limit: 2_048).drop(while: \.isWhitespace))
            if !text.isEmpty { return text }
        }
        return nil
    }
}

/// The strictness of an attempt.
struct ExtractionRules {
    /// True to drop elements that class or role mark as boilerplate.
    var dropsUnlikely = true
    var weighsClasses = true
    /// True to remove link lists, teaser galleries and forms.
    var prunes = true
    var keepsHidden = false

    /// The length of an article, in characters, that ends the search.
    static let sufficientLength = 500

    /// The relaxed rules, the stricter ones first.
    static let relaxed: [ExtractionRules] = [
        ExtractionRules(dropsUnlikely: false),
        ExtractionRules(dropsUnlikely: false, weighsClasses: false),
        ExtractionRules(dropsUnlikely: false, weighsClasses: false, prunes: false),
    ]
}

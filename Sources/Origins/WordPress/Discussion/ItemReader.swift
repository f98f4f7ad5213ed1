import Feeds
import Foundation
import Markup
import News

/// Reads the comments of a page, one by one: both of WordPress' own markups, and what themes make of them.
struct ItemReader {
    private let address: WebAddress
    private let story: WebAddress
    /// In the page's order.
    private let items: [PageElement]
    private let places: Set<PageElement>

    init(_ root: PageElement, at address: WebAddress, of story: WebAddress) {
        self.address = address
        self.story = story
        let candidates = (WordPressMarks.item.map(root.all) ?? []).filter {
            $0.name == "li" || Self.number(ofID: $0["id"]) != nil
        }
        // `li#li-comment-5` and the `article#comment-5` in it are one comment.
        var kept: Set<PageElement> = []
        var items: [PageElement] = []
        for candidate in candidates {
            let outer = Self.enclosing(candidate, in: kept)
            if let outer, outer.name == "li", candidate.name != "li",
                Self.number(ofID: candidate["id"]) == Self.number(of: outer)
            {
                continue
            }
            kept.insert(candidate)
            items.append(candidate)
        }
        (self.items, places) = (items, kept)
    }

    /// Parents before their answers, and how many could not be read.
    func comments() -> (read: [ArrivingComment], failed: Int) {
        var read: [ArrivingComment] = []
        var failed = 0
        for item in items {
            if let comment = comment(item) { read.append(comment) } else { failed += 1 }
        }
        return (CommentOrder.threaded(read), failed)
    }

    // MARK: Which

    private static func enclosing(_ element: PageElement, in items: Set<PageElement>) -> PageElement? {
        var outer = element.parent
        while let here = outer {
            if items.contains(here) { return here }
            outer = here.parent
        }
        return nil
    }

    private static func number(ofID id: String?) -> String? {
        guard let id else { return nil }
        for beginning in ["li-comment-", "div-comment-", "comment-"] where id.hasPrefix(beginning) {
            let digits = id.dropFirst(beginning.count)
            return !digits.isEmpty && digits.allSatisfy(\.isNumber) ? String(digits) : nil
        }
        return nil
    }

    private static func number(of item: PageElement) -> String? {
        number(ofID: item["id"])
            ?? (WordPressMarks.numbered.map(item.all) ?? []).lazy.compactMap { number(ofID: $0["id"]) }.first
    }

    /// Its number; of a pingback without one what it says.
    private func key(of item: PageElement) -> String {
        Self.number(of: item) ?? "print:" + Fingerprint.of(Array(item.text.utf8))
    }

    // MARK: What

    private func isOther(_ element: PageElement) -> Bool { places.contains(element) }

    /// The first element of the comment itself, not of one in it.
    private func own(_ selector: ElementSelector?, _ item: PageElement) -> PageElement? {
        selector.map(item.all)?.first { Self.enclosing($0, in: places) == item }
    }

    /// Nil when neither who nor what could be found.
    private func comment(_ item: PageElement) -> ArrivingComment? {
        let isPingback = item.hasClass("pingback") || item.hasClass("trackback") || saysPingback(item)
        guard let html = text(of: item, isPingback: isPingback) else { return nil }
        var (name, page) = author(of: item)
        // Themes that show pingbacks in short say who it is in the text alone.
        if isPingback, name == nil { (name, page) = teller(html) }
        guard isPingback || name != nil else { return nil }
        let parent = Self.enclosing(item, in: places).map(key)
        var comment = ArrivingComment(
            key: key(of: item), parent: parent, author: name, authorPage: page,
            isByAuthor: item.hasClass("bypostauthor"), publishedAt: date(of: item), link: link(of: item),
            kind: isPingback ? .pingback : .comment,
            standing: own(WordPressMarks.pending, item) == nil ? .shown : .pending)
        comment.take(html, base: address)
        return comment
    }

    private func saysPingback(_ item: PageElement) -> Bool {
        guard own(WordPressMarks.name, item) == nil else { return false }
        let words = item.text.prefix(12).lowercased()
        return words.hasPrefix("pingback:") || words.hasPrefix("trackback:")
    }

    private func text(of item: PageElement, isPingback: Bool) -> String? {
        if let body = own(WordPressMarks.html5Text, item) { return body.innerHTML(leavingOut: isBeside) }
        if let body = own(WordPressMarks.xhtmlText, item) { return body.innerHTML(leavingOut: isBeside) }
        if isPingback { return item.innerHTML(leavingOut: isBeside) }
        // Before there was a name for it (themes of 2005), the words stood in the entry itself.
        guard own(WordPressMarks.oldText, item) != nil, own(WordPressMarks.paragraph, item) != nil else { return nil }
        return item.innerHTML { isBeside($0) || ["cite", "small"].contains($0.name) }
    }

    private func isBeside(_ element: PageElement) -> Bool {
        isOther(element) || WordPressMarks.furniture?.fits(element) == true
    }

    private func author(of item: PageElement) -> (String?, WebAddress?) {
        guard let named = own(WordPressMarks.name, item) ?? own(WordPressMarks.author, item) else { return (nil, nil) }
        let page = WordPressMarks.link.flatMap(named.first)?["href"].flatMap { WebAddress($0, base: address) }
        var name = PlainText.of(html: named.innerHTML { $0.hasClass("says") })
        if name.lowercased().hasSuffix(" says:") { name = String(name.dropLast(6)) }
        return (name.isEmpty ? nil : name, page == address ? nil : page)
    }

    /// Who links to the story.
    private func teller(_ html: String) -> (String?, WebAddress?) {
        let link = WordPressMarks.link.flatMap(ParsedPage(html).root.first)
        let name = link?.text ?? ""
        return (name.isEmpty ? nil : name, link?["href"].flatMap { WebAddress($0, base: address) })
    }

    private func date(of item: PageElement) -> Date? {
        if let instant = own(WordPressMarks.instant, item)?["datetime"], let date = FeedDate.parse(instant) {
            return date
        }
        for element in WordPressMarks.date.map(item.all) ?? [] where Self.enclosing(element, in: places) == item {
            if let date = CommentDate.parse(element.text) { return date }
        }
        return nil
    }

    /// Its own address: that which its date leads to, else its place on the page.
    private func link(of item: PageElement) -> WebAddress? {
        let mark = Self.number(of: item).map { "#comment-\($0)" }
        guard let mark else { return nil }
        for element in WordPressMarks.link.map(item.all) ?? [] where Self.enclosing(element, in: places) == item {
            if let href = element["href"], href.hasSuffix(mark), let address = WebAddress(href, base: address) {
                return address
            }
        }
        return WebAddress(mark, base: story)
    }
}

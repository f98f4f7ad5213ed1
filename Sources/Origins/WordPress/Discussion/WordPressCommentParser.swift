import Feeds
import Foundation
import Markup
import News
import URLs
import Untrusted

/// A parser of WordPress' own comment markup and common variations of themes.
struct WordPressCommentParser {
    private let address: WebAddress
    private let story: WebAddress
    /// The elements of comments in document order.
    private let elements: [HTMLElement]
    private let elementSet: Set<HTMLElement>

    init(_ root: HTMLElement, at address: WebAddress, of story: WebAddress) {
        self.address = address
        self.story = story
        let candidates = (WordPressSelectors.comment.map(root.all) ?? []).filter {
            $0.name == "li" || Self.commentID(ofID: $0["id"]) != nil
        }
        // `li#li-comment-5` and an `article#comment-5` inside are one comment.
        var kept: Set<HTMLElement> = []
        var items: [HTMLElement] = []
        for candidate in candidates {
            let outer = Self.enclosing(candidate, in: kept)
            if let outer, outer.name == "li", candidate.name != "li",
                Self.commentID(ofID: candidate["id"]) == Self.commentID(of: outer)
            {
                continue
            }
            kept.insert(candidate)
            items.append(candidate)
        }
        (self.elements, elementSet) = (items, kept)
    }

    /// Returns the comments in document order, and the number of elements that could not be read.
    func comments() -> (read: [FetchedComment], failed: Int) {
        var read: [FetchedComment] = []
        var failed = 0
        // The path holds the latest comment of each depth.
        var path: [String] = []
        for item in elements {
            guard var comment = comment(item) else {
                failed += 1
                continue
            }
            if let depth = Self.depth(of: item) {
                path = Array(path.prefix(depth - 1))
                if path.count == depth - 1 {
                    // Some themes place replies beside the comments that they answer.
                    comment.parentKey = comment.parentKey ?? path.last
                    path.append(comment.key)
                }
            }
            read.append(comment)
        }
        return (read.uniqued(), failed)
    }

    /// Returns the depth, starting at 1, from WordPress' class such as `depth-2`.
    private static func depth(of item: HTMLElement) -> Int? {
        let classNames = (item["class"] ?? "").split(whereSeparator: \.isWhitespace)
        return classNames.lazy.filter { $0.hasPrefix("depth-") }
            .compactMap { UntrustedInteger(digits: $0.dropFirst("depth-".count))?.int(in: 1...1_000) }.first
    }

    // MARK: Finding comments

    private static func enclosing(_ element: HTMLElement, in items: Set<HTMLElement>) -> HTMLElement? {
        var outer = element.parent
        while let here = outer {
            if items.contains(here) { return here }
            outer = here.parent
        }
        return nil
    }

    private static func commentID(ofID id: String?) -> String? {
        guard let id else { return nil }
        for beginning in ["li-comment-", "div-comment-", "comment-"] where id.hasPrefix(beginning) {
            let digits = id.dropFirst(beginning.count)
            return !digits.isEmpty && digits.allSatisfy(\.isNumber) ? String(digits) : nil
        }
        return nil
    }

    private static func commentID(of item: HTMLElement) -> String? {
        commentID(ofID: item["id"])
            ?? (WordPressSelectors.numberedElement.map(item.all) ?? []).lazy.compactMap { commentID(ofID: $0["id"]) }
            .first
    }

    /// Returns the comment's id; a hash for pingbacks, which may have no id.
    private func key(of item: HTMLElement) -> String {
        Self.commentID(of: item) ?? "print:" + ContentHash.of(Array(item.text.utf8))
    }

    // MARK: Reading a comment

    private func isComment(_ element: HTMLElement) -> Bool { elementSet.contains(element) }

    /// Returns the first match that is not in a nested comment.
    private func firstOwn(_ selector: ElementSelector?, _ item: HTMLElement) -> HTMLElement? {
        selector.map(item.all)?.first { Self.enclosing($0, in: elementSet) == item }
    }

    /// Reads a comment; returns nil if it has no author or text.
    private func comment(_ item: HTMLElement) -> FetchedComment? {
        let isPingback = item.hasClass("pingback") || item.hasClass("trackback") || looksLikePingback(item)
        guard let html = text(of: item, isPingback: isPingback) else { return nil }
        // Short pingbacks name the author only in the text.
        let name = author(of: item) ?? (isPingback ? pingbackAuthor(html) : nil)
        guard isPingback || name != nil else { return nil }
        let parent = Self.enclosing(item, in: elementSet).map(key)
        var comment = FetchedComment(
            key: key(of: item), parentKey: parent, author: name,
            isByAuthor: item.hasClass("bypostauthor"), publishedAt: date(of: item), link: link(of: item),
            kind: isPingback ? .pingback : .comment,
            moderationState: firstOwn(WordPressSelectors.pending, item) == nil ? .shown : .pending)
        comment.setBody(html, base: address)
        return comment
    }

    private func looksLikePingback(_ item: HTMLElement) -> Bool {
        guard firstOwn(WordPressSelectors.name, item) == nil else { return false }
        let words = item.text.prefix(12).lowercased()
        return words.hasPrefix("pingback:") || words.hasPrefix("trackback:")
    }

    private func text(of item: HTMLElement, isPingback: Bool) -> String? {
        if let body = firstOwn(WordPressSelectors.html5Text, item) { return body.innerHTML(leavingOut: isBoilerplate) }
        if let body = firstOwn(WordPressSelectors.xhtmlText, item) { return body.innerHTML(leavingOut: isBoilerplate) }
        if isPingback { return item.innerHTML(leavingOut: isBoilerplate) }
        // Themes of 2005 have no element for the text.
        guard firstOwn(WordPressSelectors.legacyText, item) != nil, firstOwn(WordPressSelectors.paragraph, item) != nil
        else { return nil }
        return item.innerHTML { isBoilerplate($0) || ["cite", "small"].contains($0.name) }
    }

    private func isBoilerplate(_ element: HTMLElement) -> Bool {
        isComment(element) || WordPressSelectors.boilerplate?.matches(element) == true
    }

    private func author(of item: HTMLElement) -> String? {
        guard let named = firstOwn(WordPressSelectors.name, item) ?? firstOwn(WordPressSelectors.author, item) else {
            return nil
        }
        var name = PlainText.of(html: named.innerHTML { $0.hasClass("says") })
        if name.lowercased().hasSuffix(" says:") { name = String(name.dropLast(6)) }
        return name.isEmpty ? nil : name
    }

    private func pingbackAuthor(_ html: String) -> String? {
        let name = WordPressSelectors.link.flatMap(HTMLDocument(html).root.first)?.text ?? ""
        return name.isEmpty ? nil : name
    }

    private func date(of item: HTMLElement) -> Date? {
        if let instant = firstOwn(WordPressSelectors.time, item)?["datetime"], let date = FeedDateParser.parse(instant)
        {
            return date
        }
        for element in WordPressSelectors.date.map(item.all) ?? [] where Self.enclosing(element, in: elementSet) == item
        {
            if let date = CommentDateParser.parse(element.text) { return date }
        }
        return nil
    }

    /// Returns the target of the date's link, else the comment's anchor on the story's page.
    private func link(of item: HTMLElement) -> WebAddress? {
        let fragment = Self.commentID(of: item).map { "#comment-\($0)" }
        guard let fragment else { return nil }
        for element in WordPressSelectors.link.map(item.all) ?? [] where Self.enclosing(element, in: elementSet) == item
        {
            if let href = element["href"], href.hasSuffix(fragment), let address = WebAddress(href, base: address) {
                return address
            }
        }
        return WebAddress(fragment, base: story)
    }
}

import Markup
import Untrusted

/// Finds the id of a WordPress post.
enum WordPressPostID {
    /// From the `p` in a story's guid or address.
    static func of(key: String, link: WebAddress?) -> Int? {
        for address in [WebAddress(key), link] {
            guard let address else { continue }
            for name in ["p", "page_id", "attachment_id"] {
                if let number = address.value(ofQuery: name).flatMap(parse) { return number }
            }
        }
        return nil
    }

    private static func parse(_ text: some StringProtocol) -> Int? {
        UntrustedInteger(text)?.int(in: 1...JSONValue.exactIntegers.upperBound)
    }

    /// From the story's page: the comment form's hidden field, body or article classes, or the shortlink.
    static func on(_ page: ParsedPage) -> Int? {
        let root = page.root
        if let field = WordPressSelectors.postField.flatMap(root.first), let number = field["value"].flatMap(parse) {
            return number
        }
        for mark in [WordPressSelectors.body, WordPressSelectors.article] {
            for element in mark.map(root.all) ?? [] {
                let words = (element["class"] ?? "").split(separator: " ") + [Substring(element["id"] ?? "")]
                for word in words {
                    for name in ["postid-", "page-id-", "post-"] where word.hasPrefix(name) {
                        if let number = parse(word.dropFirst(name.count)) { return number }
                    }
                }
            }
        }
        return WordPressSelectors.shortLink.flatMap(root.first)?["href"].flatMap { WebAddress($0) }
            .flatMap { of(key: "", link: $0) }
    }
}

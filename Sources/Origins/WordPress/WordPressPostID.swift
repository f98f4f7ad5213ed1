import JSON
import Markup
import URLs
import Untrusted

enum WordPressPostID {
    /// Reads the id from the fields `p`, `page_id` or `attachment_id` of the guid or address.
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

    /// Reads the id from the comment form, the classes of the body or article, or the shortlink.
    static func on(_ page: HTMLDocument) -> Int? {
        let root = page.root
        if let field = WordPressSelectors.postField.flatMap(root.first), let number = field["value"].flatMap(parse) {
            return number
        }
        for selector in [WordPressSelectors.body, WordPressSelectors.article] {
            for element in selector.map(root.all) ?? [] {
                let classNames = (element["class"] ?? "").split(separator: " ") + [Substring(element["id"] ?? "")]
                for className in classNames {
                    for name in ["postid-", "page-id-", "post-"] where className.hasPrefix(name) {
                        if let number = parse(className.dropFirst(name.count)) { return number }
                    }
                }
            }
        }
        return WordPressSelectors.shortLink.flatMap(root.first)?["href"].flatMap { WebAddress($0) }
            .flatMap { of(key: "", link: $0) }
    }
}

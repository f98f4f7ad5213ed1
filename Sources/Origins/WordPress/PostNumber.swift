import Markup
import Untrusted

/// The number by which WordPress knows a post, of whatever length.
enum PostNumber {
    /// From what a story is known by: the `p` of its guid or of its address.
    static func of(key: String, link: WebAddress?) -> Int? {
        for address in [WebAddress(key), link] {
            guard let address else { continue }
            for name in ["p", "page_id", "attachment_id"] {
                if let number = address.value(ofQuery: name).flatMap(number) { return number }
            }
        }
        return nil
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        UntrustedInteger(text)?.int(in: 1...JSONValue.exact.upperBound)
    }

    /// From the story's page: the comment form's hidden field, the classes of its body or article, its short address.
    static func on(_ page: ParsedPage) -> Int? {
        let root = page.root
        if let field = WordPressMarks.postField.flatMap(root.first), let number = field["value"].flatMap(number) {
            return number
        }
        for mark in [WordPressMarks.body, WordPressMarks.article] {
            for element in mark.map(root.all) ?? [] {
                let words = (element["class"] ?? "").split(separator: " ") + [Substring(element["id"] ?? "")]
                for word in words {
                    for name in ["postid-", "page-id-", "post-"] where word.hasPrefix(name) {
                        if let number = number(word.dropFirst(name.count)) { return number }
                    }
                }
            }
        }
        return WordPressMarks.shortLink.flatMap(root.first)?["href"].flatMap { WebAddress($0) }
            .flatMap { of(key: "", link: $0) }
    }
}

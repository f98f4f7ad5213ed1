import URLs

@testable import Markup

extension FuzzTarget {
    /// Any bytes are a page with an article or without one: the same when asked twice, in the normal form, and clean.
    static let extractor = FuzzTarget(name: "extractor") { bytes in
        guard let address = WebAddress("https://news.example/2026/a-story?page=1") else { return }
        let page = String(decoding: bytes, as: UTF8.self)
        let article: Article
        do throws(ExtractionError) {
            article = try ArticleExtractor(address: address).article(in: page)
        } catch {
            return
        }
        judge(article.html)
        let cleaned = HTMLSanitizer(base: address).sanitize(article.html.text).html
        demand(
            cleaned == article.html,
            "cleaning the article changes it, " + parting(Array(article.html.text.utf8), Array(cleaned.text.utf8)))
        let again: Article?
        do throws(ExtractionError) {
            again = try ArticleExtractor(address: address).article(in: page)
        } catch {
            again = nil
        }
        demand(again?.html == article.html && again?.title == article.title, "asked again it answers otherwise")
    }
}

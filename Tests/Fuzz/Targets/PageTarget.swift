import URLs

@testable import Feeds
@testable import Markup

extension FuzzTarget {
    /// Any bytes are read for what a page says of itself, and as plain text without markup's white space.
    static let page = FuzzTarget(name: "page") { bytes in
        guard let address = WebAddress("https://news.example/a/page.html") else { return }
        let html = String(decoding: bytes, as: UTF8.self)
        let facts = DocumentMetadata.read(html, address: address)
        demand(facts.bodyLinks.count <= 2000, "\(facts.bodyLinks.count) links")
        for text in [PlainText.of(html: html), PlainText.of(possiblyHTMLTitle: html)] {
            demand(!text.hasPrefix(" ") && !text.hasSuffix(" ") && !text.contains("  "), "white space: '\(text)'")
            demand(PlainText.excerpt(of: text, limit: 200).count <= 201, "the excerpt is too long")
            _ = PlainText.direction(of: text, language: nil)
        }
        _ = bytes.withUnsafeBufferPointer { FeedAutodiscovery.links(in: $0, address: address) }
    }
}

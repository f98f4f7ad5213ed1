internal import Foundation

/// Writes JSON Feed 1.1.
struct JSONFeedWriter {
    let issue: FeedIssue

    private struct Document: Encodable {
        var version = "https://jsonfeed.org/version/1.1"
        var title: String
        var home_page_url: String
        var feed_url: String
        var description: String
        var icon: String
        var favicon: String
        var language: String
        var items: [Item]
    }

    private struct Item: Encodable {
        var id: String
        var url: String
        var title: String
        var content_html: String
        var summary: String
        var image: String?
        var date_published: String
        var authors: [Author]?
        var tags: [String]
        var language: String?
    }

    private struct Author: Encodable {
        var name: String
    }

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let document = Document(
            title: issue.publication.name, home_page_url: issue.site + "/", feed_url: issue.feedAddress,
            description: issue.publication.tagline, icon: issue.site + "/icon.png",
            favicon: issue.site + "/favicon.ico", language: issue.publication.language,
            items: issue.stories.map(item))
        do {
            return String(decoding: try encoder.encode(document), as: UTF8.self)
        } catch {
            // Strings alone are encoded here; the tests would see the empty document.
            return "{}"
        }
    }

    private func item(_ published: PublishedStory) -> Item {
        let story = published.story
        return Item(
            id: issue.link(published), url: issue.link(published), title: story.title,
            content_html: issue.body(published, lead: true), summary: issue.summary(published),
            image: story.picture.map { _ in issue.pictureAddress(published, 0) },
            date_published: Instant(published.publishedAt).rfc3339,
            authors: story.byline.map { [Author(name: $0)] }, tags: story.topics, language: story.language)
    }
}

internal import Foundation

/// A writer of JSON Feed 1.1.
struct JSONFeedWriter {
    let snapshot: PublicationSnapshot

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
            title: snapshot.publication.name, home_page_url: snapshot.site + "/", feed_url: snapshot.feedAddress,
            description: snapshot.publication.tagline, icon: snapshot.site + "/icon.png",
            favicon: snapshot.site + "/favicon.ico", language: snapshot.publication.language,
            items: snapshot.stories.map(item))
        do {
            return String(decoding: try encoder.encode(document), as: UTF8.self)
        } catch {
            // Encoding strings cannot fail.
            return "{}"
        }
    }

    private func item(_ published: PublishedStory) -> Item {
        let story = published.story
        return Item(
            id: snapshot.link(published), url: snapshot.link(published), title: story.title,
            content_html: snapshot.body(published, lead: true), summary: snapshot.summary(published),
            image: story.picture.map { _ in snapshot.pictureAddress(published, 0) },
            date_published: TimestampFormatter(published.publishedAt).rfc3339,
            authors: story.byline.map { [Author(name: $0)] }, tags: story.topics, language: story.language)
    }
}

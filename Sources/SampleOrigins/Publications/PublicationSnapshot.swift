internal import Foundation

/// The content of a feed at one instant.
struct PublicationSnapshot {
    var publication: Publication
    /// The publication's base URL, without a trailing slash.
    var site: String
    /// The base URLs by slug, for reprints.
    var sites: [String: String]
    /// The stories, newest first.
    var stories: [PublishedStory]
    /// The size of a recording in bytes.
    var recordingLength: Int
    /// The path of a feed with a part of the stories; nil for the publication's own feed.
    var feedPath: String?

    /// The path of the site; empty except for sites that share an origin.
    var rootPath: String { site.split(separator: "/").dropFirst(2).map { "/" + $0 }.joined() }

    var feedAddress: String { site + (feedPath ?? publication.format.path) }

    /// The time of the newest story; a constant without stories, so that the bytes are constant.
    var updatedAt: Date { stories.first?.publishedAt ?? Date(timeIntervalSince1970: 1_700_000_000) }

    func link(_ story: PublishedStory) -> String { (sites[story.home] ?? site) + story.path }

    func pictureAddress(_ story: PublishedStory, _ index: Int) -> String {
        (sites[story.home] ?? site) + story.picturePath(index)
    }

    func recordingAddress(_ story: PublishedStory) -> String { "\(site)/recordings/\(story.story.slug).wav" }

    /// Returns the HTML of a story, in an element with its language and direction if it is not English.
    func body(_ story: PublishedStory, lead: Bool) -> String {
        let sampleWeb = sites[SampleWeb.slug] ?? ""
        let text = StoryHTMLWriter(story.story) { pictureAddress(story, $0) }.html(lead: lead)
            .replacing("href=\"outland:", with: "href=\"" + sampleWeb)
        let language = story.story.language ?? publication.language
        guard !language.hasPrefix("en") else { return text }
        let direction = language.hasPrefix("ar") ? "rtl" : "ltr"
        return "<div lang=\"\(language)\" dir=\"\(direction)\">\n\(text)</div>\n"
    }

    /// Returns the dek, or the first paragraph if there is none.
    func summary(_ story: PublishedStory) -> String {
        if let dek = story.story.dek { return dek }
        for case .paragraph(let text) in story.story.blocks {
            return String(text.filter { !"*`".contains($0) })
        }
        return story.story.title
    }

    /// Returns the first words, followed by "[…]" if there are more.
    func excerpt(_ story: PublishedStory) -> String {
        let paragraphs = story.story.blocks.compactMap { if case .paragraph(let text) = $0 { text } else { nil } }
        let text = paragraphs.joined(separator: " ").replacing(/\[\^[^\]]*\]|\]\([^)]*\)|[*`\[]/, with: "")
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.prefix(38).joined(separator: " ") + (words.count > 38 ? " […]" : "")
    }

    func document() -> [UInt8] {
        let text =
            switch publication.format {
            case .rss, .rssWithMedia, .rssExcerpts, .podcast: RSSWriter(snapshot: self).text
            case .rdf, .rdfExcerpts: RDFWriter(snapshot: self).text
            case .atom, .atomXHTML: AtomWriter(snapshot: self).text
            case .json: JSONFeedWriter(snapshot: self).text
            }
        return Array(text.utf8)
    }
}

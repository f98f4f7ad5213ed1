internal import Foundation

/// The content of a feed at one instant: the publication, the present addresses, and the stories.
struct PublicationSnapshot {
    var publication: Publication
    /// The publication's site, without a trailing slash.
    var site: String
    /// The sites of all publications by slug, for stories of other sites.
    var sites: [String: String]
    /// Newest first.
    var stories: [PublishedStory]
    /// Size of an episode's recording in bytes.
    var recordingLength: Int

    var feedAddress: String { site + publication.format.path }

    /// When the feed last changed; without stories a fixed instant, so that its bytes do not change.
    var updatedAt: Date { stories.first?.publishedAt ?? Date(timeIntervalSince1970: 1_700_000_000) }

    func link(_ story: PublishedStory) -> String { (sites[story.home] ?? site) + story.path }

    func pictureAddress(_ story: PublishedStory, _ index: Int) -> String {
        (sites[story.home] ?? site) + story.picturePath(index)
    }

    func recordingAddress(_ story: PublishedStory) -> String { "\(site)/recordings/\(story.story.slug).wav" }

    /// The story's body, in an element with its own direction if necessary.
    func body(_ story: PublishedStory, lead: Bool) -> String {
        let outland = sites[SampleWeb.slug] ?? ""
        let text = StoryHTMLWriter(story.story) { pictureAddress(story, $0) }.html(lead: lead)
            .replacing("href=\"outland:", with: "href=\"" + outland)
        let language = story.story.language ?? publication.language
        guard !language.hasPrefix("en") else { return text }
        let direction = language.hasPrefix("ar") ? "rtl" : "ltr"
        return "<div lang=\"\(language)\" dir=\"\(direction)\">\n\(text)</div>\n"
    }

    /// The dek, or the beginning of the text.
    func summary(_ story: PublishedStory) -> String {
        if let dek = story.story.dek { return dek }
        for case .paragraph(let text) in story.story.blocks {
            return String(text.filter { !"*`".contains($0) })
        }
        return story.story.title
    }

    /// The text's first words, followed by "[…]" if there are more.
    func excerpt(_ story: PublishedStory) -> String {
        let paragraphs = story.story.blocks.compactMap { if case .paragraph(let text) = $0 { text } else { nil } }
        let text = paragraphs.joined(separator: " ").replacing(/\[\^[^\]]*\]|\]\([^)]*\)|[*`\[]/, with: "")
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.prefix(38).joined(separator: " ") + (words.count > 38 ? " […]" : "")
    }

    /// The feed in the publication's format.
    func document() -> [UInt8] {
        let text =
            switch publication.format {
            case .rss, .rssWithMedia, .podcast: RSSWriter(snapshot: self).text
            case .rdf, .rdfExcerpts: RDFWriter(snapshot: self).text
            case .atom, .atomXHTML: AtomWriter(snapshot: self).text
            case .json: JSONFeedWriter(snapshot: self).text
            }
        return Array(text.utf8)
    }
}

/// A writer of Atom 1.0 (RFC 4287) with HTML or XHTML content.
struct AtomWriter {
    let snapshot: PublicationSnapshot

    var text: String {
        let publication = snapshot.publication
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(publication.language)">
            <title>\(XMLEscaping.escaped(publication.name))</title>
            <subtitle>\(XMLEscaping.escaped(publication.tagline))</subtitle>
            <id>tag:\(publication.slug).example,2020:feed</id>
            <link rel="self" type="application/atom+xml" href="\(snapshot.feedAddress)" />
            <link rel="alternate" type="text/html" href="\(snapshot.site)/" />
            <updated>\(TimestampFormatter(snapshot.updatedAt).rfc3339)</updated>
            <author><name>\(XMLEscaping.escaped(publication.name))</name></author>
            <icon>\(snapshot.site)/icon.png</icon>
            \(snapshot.stories.map(entry).joined())</feed>

            """
    }

    private func entry(_ published: PublishedStory) -> String {
        let story = published.story
        let instant = TimestampFormatter(published.publishedAt).rfc3339
        return """
            <entry>
            <title>\(XMLEscaping.escaped(story.title))</title>
            <link rel="alternate" type="text/html" href="\(snapshot.link(published))" />
            <id>tag:\(published.home).example,2020:\(story.slug)</id>
            <published>\(instant)</published>
            <updated>\(instant)</updated>
            \(story.byline.map { "<author><name>\(XMLEscaping.escaped($0))</name></author>\n" } ?? "")\
            \(story.topics.map { "<category term=\"\(XMLEscaping.escaped($0))\" />\n" }.joined())\
            \(story.dek.map { "<summary>\(XMLEscaping.escaped($0))</summary>\n" } ?? "")\
            \(content(published))
            </entry>

            """
    }

    private func content(_ published: PublishedStory) -> String {
        let body = snapshot.body(published, lead: true)
        guard snapshot.publication.format == .atomXHTML else {
            return "<content type=\"html\">\(XMLEscaping.escaped(body))</content>"
        }
        return """
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
            \(body)</div></content>
            """
    }
}

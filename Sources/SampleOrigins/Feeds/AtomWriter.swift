/// Writes Atom 1.0 (RFC 4287), with its content as escaped HTML or as XHTML.
struct AtomWriter {
    let issue: FeedIssue

    var text: String {
        let publication = issue.publication
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(publication.language)">
            <title>\(Markings.escaped(publication.name))</title>
            <subtitle>\(Markings.escaped(publication.tagline))</subtitle>
            <id>tag:\(publication.slug).example,2020:feed</id>
            <link rel="self" type="application/atom+xml" href="\(issue.feedAddress)" />
            <link rel="alternate" type="text/html" href="\(issue.site)/" />
            <updated>\(Instant(issue.updatedAt).rfc3339)</updated>
            <author><name>\(Markings.escaped(publication.name))</name></author>
            <icon>\(issue.site)/icon.png</icon>
            \(issue.stories.map(entry).joined())</feed>

            """
    }

    private func entry(_ published: PublishedStory) -> String {
        let story = published.story
        let instant = Instant(published.publishedAt).rfc3339
        return """
            <entry>
            <title>\(Markings.escaped(story.title))</title>
            <link rel="alternate" type="text/html" href="\(issue.link(published))" />
            <id>tag:\(published.home).example,2020:\(story.slug)</id>
            <published>\(instant)</published>
            <updated>\(instant)</updated>
            \(story.byline.map { "<author><name>\(Markings.escaped($0))</name></author>\n" } ?? "")\
            \(story.topics.map { "<category term=\"\(Markings.escaped($0))\" />\n" }.joined())\
            \(story.dek.map { "<summary>\(Markings.escaped($0))</summary>\n" } ?? "")\
            \(content(published))
            </entry>

            """
    }

    private func content(_ published: PublishedStory) -> String {
        let body = issue.body(published, lead: true)
        guard issue.publication.form == .atomXHTML else {
            return "<content type=\"html\">\(Markings.escaped(body))</content>"
        }
        return """
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
            \(body)</div></content>
            """
    }
}

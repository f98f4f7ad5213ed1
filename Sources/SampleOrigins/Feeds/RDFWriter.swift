/// Writes RSS 1.0.
struct RDFWriter {
    let issue: FeedIssue

    var text: String {
        let publication = issue.publication
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" \
            xmlns:content="http://purl.org/rss/1.0/modules/content/">
            <channel rdf:about="\(issue.feedAddress)">
            <title>\(Markings.escaped(publication.name))</title>
            <link>\(issue.site)/</link>
            <description>\(Markings.escaped(publication.tagline))</description>
            <dc:language>\(publication.language)</dc:language>
            <dc:date>\(Instant(issue.updatedAt).rfc3339)</dc:date>
            <sy:updatePeriod>hourly</sy:updatePeriod>
            <sy:updateFrequency>2</sy:updateFrequency>
            <items><rdf:Seq>
            \(issue.stories.map { "<rdf:li rdf:resource=\"\(issue.link($0))\" />\n" }.joined())</rdf:Seq></items>
            </channel>
            \(issue.stories.map(item).joined())</rdf:RDF>

            """
    }

    private var isCut: Bool { issue.publication.form == .rdfBeginnings }

    private func item(_ published: PublishedStory) -> String {
        let story = published.story
        return """
            <item rdf:about="\(issue.link(published))">
            <title>\(Markings.escaped(story.title))</title>
            <link>\(issue.link(published))</link>
            <description>\(Markings.escaped(isCut ? issue.beginning(published) : issue.summary(published)))</description>
            <dc:date>\(Instant(published.publishedAt).rfc3339)</dc:date>
            \(story.byline.map { "<dc:creator>\(Markings.escaped($0))</dc:creator>\n" } ?? "")\
            \(story.topics.map { "<dc:subject>\(Markings.escaped($0))</dc:subject>\n" }.joined())\
            \(isCut ? "" : "<content:encoded>\(Markings.cdata(issue.body(published, lead: true)))</content:encoded>\n")\
            </item>

            """
    }
}

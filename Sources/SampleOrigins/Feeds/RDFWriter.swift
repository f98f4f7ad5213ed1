/// A writer of RSS 1.0.
struct RDFWriter {
    let snapshot: PublicationSnapshot

    var text: String {
        let publication = snapshot.publication
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" \
            xmlns:content="http://purl.org/rss/1.0/modules/content/">
            <channel rdf:about="\(snapshot.feedAddress)">
            <title>\(XMLEscaping.escaped(publication.name))</title>
            <link>\(snapshot.site)/</link>
            <description>\(XMLEscaping.escaped(publication.tagline))</description>
            <dc:language>\(publication.language)</dc:language>
            <dc:date>\(TimestampFormatter(snapshot.updatedAt).rfc3339)</dc:date>
            <sy:updatePeriod>hourly</sy:updatePeriod>
            <sy:updateFrequency>2</sy:updateFrequency>
            <items><rdf:Seq>
            \(snapshot.stories.map { "<rdf:li rdf:resource=\"\(snapshot.link($0))\" />\n" }.joined())</rdf:Seq></items>
            </channel>
            \(snapshot.stories.map(item).joined())</rdf:RDF>

            """
    }

    private var hasExcerptsOnly: Bool { snapshot.publication.format == .rdfExcerpts }

    private func item(_ published: PublishedStory) -> String {
        let story = published.story
        return """
            <item rdf:about="\(snapshot.link(published))">
            <title>\(XMLEscaping.escaped(story.title))</title>
            <link>\(snapshot.link(published))</link>
            <description>\(XMLEscaping.escaped(hasExcerptsOnly ? snapshot.excerpt(published) : snapshot.summary(published)))</description>
            <dc:date>\(TimestampFormatter(published.publishedAt).rfc3339)</dc:date>
            \(story.byline.map { "<dc:creator>\(XMLEscaping.escaped($0))</dc:creator>\n" } ?? "")\
            \(story.topics.map { "<dc:subject>\(XMLEscaping.escaped($0))</dc:subject>\n" }.joined())\
            \(hasExcerptsOnly ? "" : "<content:encoded>\(XMLEscaping.cdata(snapshot.body(published, lead: true)))</content:encoded>\n")\
            </item>

            """
    }
}

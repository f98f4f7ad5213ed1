/// Writes RSS 2.0: plain, with Media RSS, or as a podcast.
struct RSSWriter {
    let issue: FeedIssue

    var text: String {
        let publication = issue.publication
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
            xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel>
            <title>\(Markings.escaped(publication.name))</title>
            <link>\(issue.site)/</link>
            <description>\(Markings.escaped(publication.tagline))</description>
            <language>\(publication.language)</language>
            <lastBuildDate>\(Instant(issue.updatedAt).rfc822)</lastBuildDate>
            <atom:link rel="self" type="application/rss+xml" href="\(issue.feedAddress)" />
            <image><url>\(issue.site)/icon.png</url><title>\(Markings.escaped(publication.name))</title>\
            <link>\(issue.site)/</link></image>
            \(podcastHead)\(issue.stories.map(item).joined())</channel>
            </rss>

            """
    }

    private var podcastHead: String {
        guard issue.publication.form == .podcast else { return "" }
        return """
            <itunes:author>\(Markings.escaped(issue.publication.name))</itunes:author>
            <itunes:image href="\(issue.site)/cover.jpg" />
            <itunes:category text="Society &amp; Culture" />
            <itunes:explicit>false</itunes:explicit>

            """
    }

    private func item(_ published: PublishedStory) -> String {
        let story = published.story
        let link = issue.link(published)
        return """
            <item>
            <title>\(Markings.escaped(story.title))</title>
            <link>\(link)</link>
            \(guid(published, link))
            <pubDate>\(Instant(published.publishedAt).rfc822)</pubDate>
            \(story.byline.map { "<dc:creator>\(Markings.escaped($0))</dc:creator>\n" } ?? "")\
            \(story.topics.map { "<category>\(Markings.escaped($0))</category>\n" }.joined())\
            \(content(published))</item>

            """
    }

    private func guid(_ published: PublishedStory, _ link: String) -> String {
        issue.publication.form == .rss
            ? "<guid>\(link)</guid>"
            : "<guid isPermaLink=\"false\">\(issue.publication.slug):\(published.story.slug)</guid>"
    }

    private func content(_ published: PublishedStory) -> String {
        switch issue.publication.form {
        case .rssWithMedia: withMedia(published)
        case .podcast: episode(published)
        default: "<description>\(Markings.cdata(issue.body(published, lead: true)))</description>\n"
        }
    }

    private func withMedia(_ published: PublishedStory) -> String {
        var out = "<description>\(Markings.escaped(issue.summary(published)))</description>\n"
        out += "<content:encoded>\(Markings.cdata(issue.body(published, lead: false)))</content:encoded>\n"
        guard let picture = published.story.picture else { return out }
        let size = PictureSize(of: picture, in: published.story, at: 0)
        return out + """
            <media:content url="\(issue.pictureAddress(published, 0))" type="image/jpeg" medium="image" \
            width="\(size.width)" height="\(size.height)">
            <media:description type="plain">\(Markings.escaped(picture.caption))</media:description>
            <media:credit>\(Markings.escaped(picture.credit))</media:credit>
            </media:content>

            """
    }

    private func episode(_ published: PublishedStory) -> String {
        var out = "<description>\(Markings.cdata(issue.body(published, lead: false)))</description>\n"
        out += "<itunes:summary>\(Markings.escaped(issue.summary(published)))</itunes:summary>\n"
        if published.story.picture != nil {
            out += "<itunes:image href=\"\(issue.pictureAddress(published, 0))\" />\n"
        }
        guard let audio = published.story.audio else { return out }
        return out + """
            <itunes:duration>\(audio.components.seconds)</itunes:duration>
            <enclosure url="\(issue.recordingAddress(published))" length="\(issue.recordingLength)" type="audio/wav" />

            """
    }
}

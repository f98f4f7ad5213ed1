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

    /// A story of many pictures has all of them beside its text, each in two sizes.
    private static let manyPictures = 4

    private func withMedia(_ published: PublishedStory) -> String {
        let story = published.story
        let isGallery = story.pictures.count >= Self.manyPictures
        var told = published
        if isGallery { told.story = story.withoutFigures }
        var out = "<description>\(Markings.escaped(issue.summary(published)))</description>\n"
        out += "<content:encoded>\(Markings.cdata(issue.body(told, lead: false)))</content:encoded>\n"
        let beside = isGallery ? story.pictures : story.picture.map { [$0] } ?? []
        for (place, picture) in beside.enumerated() {
            out +=
                isGallery
                ? group(picture, place, published) : media(picture, place, published, width: nil, said(picture))
        }
        return out
    }

    private func group(_ picture: Illustration, _ place: Int, _ published: PublishedStory) -> String {
        "<media:group>\n\(said(picture))" + media(picture, place, published, width: 480, "")
            + media(picture, place, published, width: nil, "") + "</media:group>\n"
    }

    private func said(_ picture: Illustration) -> String {
        """
        <media:description type="plain">\(Markings.escaped(picture.caption))</media:description>
        <media:credit>\(Markings.escaped(picture.credit))</media:credit>

        """
    }

    private func media(
        _ picture: Illustration, _ place: Int, _ published: PublishedStory, width: Int?, _ inside: String
    ) -> String {
        let whole = PictureSize(of: picture, in: published.story, at: place)
        let size = width.map { whole.scaled(toWidth: $0) } ?? whole
        let query = width.map { "?width=\($0)" } ?? ""
        return """
            <media:content url="\(issue.pictureAddress(published, place))\(query)" type="image/jpeg" medium="image" \
            width="\(size.width)" height="\(size.height)">
            \(inside)</media:content>

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

/// A writer of RSS 2.0: plain, with Media RSS, or as a podcast.
struct RSSWriter {
    let snapshot: PublicationSnapshot

    var text: String {
        let publication = snapshot.publication
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
            xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel>
            <title>\(XMLEscaping.escaped(publication.name))</title>
            <link>\(snapshot.site)/</link>
            <description>\(XMLEscaping.escaped(publication.tagline))</description>
            <language>\(publication.language)</language>
            <lastBuildDate>\(TimestampFormatter(snapshot.updatedAt).rfc822)</lastBuildDate>
            <atom:link rel="self" type="application/rss+xml" href="\(snapshot.feedAddress)" />
            <image><url>\(snapshot.site)/icon.png</url><title>\(XMLEscaping.escaped(publication.name))</title>\
            <link>\(snapshot.site)/</link></image>
            \(podcastElements)\(snapshot.stories.map(item).joined())</channel>
            </rss>

            """
    }

    private var podcastElements: String {
        guard snapshot.publication.format == .podcast else { return "" }
        return """
            <itunes:author>\(XMLEscaping.escaped(snapshot.publication.name))</itunes:author>
            <itunes:image href="\(snapshot.site)/cover.png" />
            <itunes:category text="Society &amp; Culture" />
            <itunes:explicit>false</itunes:explicit>

            """
    }

    private func item(_ published: PublishedStory) -> String {
        let story = published.story
        let link = snapshot.link(published)
        return """
            <item>
            <title>\(XMLEscaping.escaped(story.title))</title>
            <link>\(link)</link>
            \(guid(published, link))
            <pubDate>\(TimestampFormatter(published.publishedAt).rfc822)</pubDate>
            \(story.byline.map { "<dc:creator>\(XMLEscaping.escaped($0))</dc:creator>\n" } ?? "")\
            \(story.topics.map { "<category>\(XMLEscaping.escaped($0))</category>\n" }.joined())\
            \(content(published))</item>

            """
    }

    private func guid(_ published: PublishedStory, _ link: String) -> String {
        [.rss, .rssExcerpts].contains(snapshot.publication.format)
            ? "<guid>\(link)</guid>"
            : "<guid isPermaLink=\"false\">\(snapshot.publication.slug):\(published.story.slug)</guid>"
    }

    private func content(_ published: PublishedStory) -> String {
        switch snapshot.publication.format {
        case .rssWithMedia: contentWithMedia(published)
        case .rssExcerpts: excerptWithMedia(published)
        case .podcast: podcastEpisode(published)
        default: "<description>\(XMLEscaping.cdata(snapshot.body(published, lead: true)))</description>\n"
        }
    }

    /// The number of pictures from which they are attached, in two sizes, and removed from the text.
    private static let galleryThreshold = 4

    private func contentWithMedia(_ published: PublishedStory) -> String {
        let story = published.story
        let isGallery = story.pictures.count >= Self.galleryThreshold
        var shown = published
        if isGallery { shown.story = story.withoutFigures }
        var out = "<description>\(XMLEscaping.escaped(snapshot.summary(published)))</description>\n"
        out += "<content:encoded>\(XMLEscaping.cdata(snapshot.body(shown, lead: false)))</content:encoded>\n"
        let beside = isGallery ? story.pictures : story.picture.map { [$0] } ?? []
        for (index, picture) in beside.enumerated() {
            out +=
                isGallery
                ? mediaGroup(picture, index, published)
                : media(picture, index, published, width: nil, mediaDescription(picture))
        }
        return out
    }

    private func excerptWithMedia(_ published: PublishedStory) -> String {
        let picture = published.story.picture.map { media($0, 0, published, width: nil, mediaDescription($0)) }
        return "<description>\(XMLEscaping.escaped(snapshot.summary(published)))</description>\n" + (picture ?? "")
    }

    private func mediaGroup(_ picture: Illustration, _ index: Int, _ published: PublishedStory) -> String {
        "<media:group>\n\(mediaDescription(picture))" + media(picture, index, published, width: 480, "")
            + media(picture, index, published, width: nil, "") + "</media:group>\n"
    }

    private func mediaDescription(_ picture: Illustration) -> String {
        """
        <media:description type="plain">\(XMLEscaping.escaped(picture.caption))</media:description>
        <media:credit>\(XMLEscaping.escaped(picture.credit))</media:credit>

        """
    }

    private func media(
        _ picture: Illustration, _ index: Int, _ published: PublishedStory, width: Int?, _ inside: String
    ) -> String {
        let whole = SamplePicture.pictures(of: published.story)[index].size
        let size = width.map { whole.scaled(toWidth: $0) } ?? whole
        let query = width.map { "?width=\($0)" } ?? ""
        let type = width == nil ? "image/webp" : "image/jpeg"
        return """
            <media:content url="\(snapshot.pictureAddress(published, index))\(query)" type="\(type)" medium="image" \
            width="\(size.width)" height="\(size.height)">
            \(inside)</media:content>

            """
    }

    private func podcastEpisode(_ published: PublishedStory) -> String {
        var out = "<description>\(XMLEscaping.cdata(snapshot.body(published, lead: false)))</description>\n"
        out += "<itunes:summary>\(XMLEscaping.escaped(snapshot.summary(published)))</itunes:summary>\n"
        if published.story.picture != nil {
            out += "<itunes:image href=\"\(snapshot.pictureAddress(published, 0))\" />\n"
        }
        guard let audio = published.story.audio else { return out }
        return out + """
            <itunes:duration>\(audio.components.seconds)</itunes:duration>
            <enclosure url="\(snapshot.recordingAddress(published))" length="\(snapshot.recordingLength)" type="audio/wav" />

            """
    }
}

internal import Foundation

/// A writer of feeds in the form of WordPress' templates.
struct SampleWordPressFeedWriter {
    let snapshot: SampleWordPressSnapshot

    private static let rssHeader = """
        <?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
        \txmlns:content="http://purl.org/rss/1.0/modules/content/"
        \txmlns:wfw="http://wellformedweb.org/CommentAPI/"
        \txmlns:dc="http://purl.org/dc/elements/1.1/"
        \txmlns:atom="http://www.w3.org/2005/Atom"
        \txmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
        \txmlns:slash="http://purl.org/rss/1.0/modules/slash/"
        \t>

        """

    private var generator: String {
        snapshot.behaviour.advertisesWordPress ? "<generator>https://wordpress.org/?v=6.6.2</generator>\n" : ""
    }

    func stories(_ posts: [SampleWordPressPost], title: String, at path: String) -> String {
        let newline = snapshot.behaviour.feedBeginsWithNewline ? "\n" : ""
        return """
            \(newline)\(Self.rssHeader)<channel>
            <title>\(XMLEscaping.escaped(title))</title>
            <atom:link href="\(snapshot.site)\(XMLEscaping.escaped(path))" rel="self" type="application/rss+xml" />
            <link>\(snapshot.site)/</link>
            <description>\(XMLEscaping.escaped(snapshot.publication.tagline))</description>
            <lastBuildDate>\(TimestampFormatter(posts.first?.publishedAt ?? snapshot.startAt).rfc822)</lastBuildDate>
            <language>en-GB</language>
            <sy:updatePeriod>\thourly\t</sy:updatePeriod>
            <sy:updateFrequency>\t1\t</sy:updateFrequency>
            \(generator)\(posts.map(item).joined())</channel>
            </rss>

            """
    }

    private func item(_ post: SampleWordPressPost) -> String {
        let count = snapshot.comments(of: post).filter { !$0.isPending }.count
        let link = XMLEscaping.escaped(snapshot.link(post))
        let isOpen = snapshot.isOpen(post)
        let body = SampleWordPressContentWriter(
            post: post, site: snapshot.site, usesClassicEditor: snapshot.behaviour.usesClassicEditor)
        let categories = post.categories.map(\.name) + post.tags
        let discussion =
            isOpen || count > 0 ? "<comments>\(link)#\(count > 0 ? "comments" : "respond")</comments>\n" : ""
        let isProtected = snapshot.isProtected(post)
        let content =
            snapshot.behaviour.feedHasExcerptsOnly
            ? ""
            : "<content:encoded>\(XMLEscaping.cdata(isProtected ? snapshot.passwordForm(post) : body.html))"
                + "</content:encoded>\n"
        let excerpt = isProtected ? SampleWordPressSnapshot.protectedExcerpt : body.excerpt
        let feed = XMLEscaping.escaped(snapshot.feedLink(post))
        return """
            <item>
            <title>\(XMLEscaping.escaped(snapshot.title(of: post)))</title>
            <link>\(link)</link>
            \(discussion)<dc:creator>\(XMLEscaping.cdata(post.story.byline ?? ""))</dc:creator>
            <pubDate>\(TimestampFormatter(post.publishedAt).rfc822)</pubDate>
            \(categories.map { "<category>\(XMLEscaping.cdata(XMLEscaping.escaped($0)))</category>\n" }.joined())\
            <guid isPermaLink="false">\(snapshot.site)/?p=\(post.id)</guid>
            <description>\(XMLEscaping.cdata(excerpt))</description>
            \(content)<wfw:commentRss>\(feed)</wfw:commentRss>
            <slash:comments>\(count)</slash:comments>
            </item>

            """
    }

    private static let protectedComments = "Protected Comments: Please enter your password to view comments."

    /// Returns a comment's text; in a feed, a reply names its parent in the text (`get_comment_text`).
    private func text(_ comment: SampleWordPressComment, on post: SampleWordPressPost) -> String {
        guard let parent = snapshot.comments(of: post).first(where: { $0.id == comment.parent }) else {
            return comment.paragraphs
        }
        let link = XMLEscaping.escaped("\(snapshot.link(post))#comment-\(parent.id)")
        return "<p>In reply to <a href=\"\(link)\">\(XMLEscaping.escaped(parent.name))</a>.</p>\n" + comment.paragraphs
    }

    /// Returns the feed of a story's ten newest comments.
    func comments(of post: SampleWordPressPost) -> String {
        let isProtected = snapshot.isProtected(post)
        let comments = snapshot.comments(of: post).filter { !$0.isPending }.reversed()
        let items = comments.prefix(10).map { comment in
            let name = XMLEscaping.escaped(comment.name)
            let link = XMLEscaping.escaped("\(snapshot.link(post))#comment-\(comment.id)")
            return """
                <item>
                <title>By: \(name)</title>
                <link>\(link)</link>
                <dc:creator>\(XMLEscaping.cdata(comment.name))</dc:creator>
                <pubDate>\(TimestampFormatter(snapshot.date(of: comment, on: post)).rfc822)</pubDate>
                <guid isPermaLink="false">\(snapshot.site)/?p=\(post.id)#comment-\(comment.id)</guid>
                <description>\(XMLEscaping.cdata(isProtected ? Self.protectedComments : comment.html))</description>
                <content:encoded>\(XMLEscaping.cdata(isProtected ? snapshot.passwordForm(post) : text(comment, on: post)))\
                </content:encoded>
                </item>

                """
        }
        return """
            \(Self.rssHeader)<channel>
            <title>Comments on: \(XMLEscaping.escaped(post.story.title))</title>
            <atom:link href="\(XMLEscaping.escaped(snapshot.feedLink(post)))" rel="self" type="application/rss+xml" />
            <link>\(XMLEscaping.escaped(snapshot.link(post)))</link>
            <description>\(XMLEscaping.escaped(snapshot.publication.tagline))</description>
            <lastBuildDate>\(TimestampFormatter(post.publishedAt).rfc822)</lastBuildDate>
            <sy:updatePeriod>hourly</sy:updatePeriod>
            <sy:updateFrequency>1</sy:updateFrequency>
            \(generator)\(items.joined())</channel>
            </rss>

            """
    }
}

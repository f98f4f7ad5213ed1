internal import Foundation

/// Writes the student paper's feeds as WordPress' templates do (protocols 2.2).
struct WordPressFeed {
    let house: WordPressHouse

    private static let opening = """
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
        house.manners.saysWhatItIs ? "<generator>https://wordpress.org/?v=6.6.2</generator>\n" : ""
    }

    /// A feed of stories.
    func stories(_ posts: [WordPressPost], title: String, at path: String) -> String {
        let newline = house.manners.feedBeginsWithNewline ? "\n" : ""
        return """
            \(newline)\(Self.opening)<channel>
            <title>\(Markings.escaped(title))</title>
            <atom:link href="\(house.site)\(Markings.escaped(path))" rel="self" type="application/rss+xml" />
            <link>\(house.site)/</link>
            <description>\(Markings.escaped(house.publication.tagline))</description>
            <lastBuildDate>\(Instant(posts.first?.publishedAt ?? house.startAt).rfc822)</lastBuildDate>
            <language>en-GB</language>
            <sy:updatePeriod>\thourly\t</sy:updatePeriod>
            <sy:updateFrequency>\t1\t</sy:updateFrequency>
            \(generator)\(posts.map(item).joined())</channel>
            </rss>

            """
    }

    private func item(_ post: WordPressPost) -> String {
        let count = house.comments(of: post).filter { !$0.isPending }.count
        let link = Markings.escaped(house.link(post))
        let isOpen = house.isOpen(post)
        let body = WordPressBody(post: post, site: house.site, isClassic: house.manners.isClassic)
        let categories = post.categories.map(\.name) + post.tags
        let discussion =
            isOpen || count > 0 ? "<comments>\(link)#\(count > 0 ? "comments" : "respond")</comments>\n" : ""
        let content =
            house.manners.feedHasExcerptsOnly
            ? "" : "<content:encoded>\(Markings.cdata(body.text))</content:encoded>\n"
        let feed = Markings.escaped(house.feedLink(post))
        return """
            <item>
            <title>\(Markings.escaped(post.story.title))</title>
            <link>\(link)</link>
            \(discussion)<dc:creator>\(Markings.cdata(post.story.byline ?? ""))</dc:creator>
            <pubDate>\(Instant(post.publishedAt).rfc822)</pubDate>
            \(categories.map { "<category>\(Markings.cdata(Markings.escaped($0)))</category>\n" }.joined())\
            <guid isPermaLink="false">\(house.site)/?p=\(post.id)</guid>
            <description>\(Markings.cdata(body.excerpt))</description>
            \(content)<wfw:commentRss>\(feed)</wfw:commentRss>
            <slash:comments>\(count)</slash:comments>
            </item>

            """
    }

    /// The feed of a story's comments, newest first, ten at most.
    func comments(of post: WordPressPost) -> String {
        let comments = house.comments(of: post).filter { !$0.isPending }.reversed()
        let items = comments.prefix(10).map { comment in
            let name = Markings.escaped(comment.name)
            let link = Markings.escaped("\(house.link(post))#comment-\(comment.id)")
            return """
                <item>
                <title>By: \(name)</title>
                <link>\(link)</link>
                <dc:creator>\(Markings.cdata(comment.name))</dc:creator>
                <pubDate>\(Instant(house.date(of: comment, on: post)).rfc822)</pubDate>
                <guid isPermaLink="false">\(house.site)/?p=\(post.id)#comment-\(comment.id)</guid>
                <description>\(Markings.cdata(comment.html))</description>
                <content:encoded>\(Markings.cdata(comment.paragraphs))</content:encoded>
                </item>

                """
        }
        return """
            \(Self.opening)<channel>
            <title>Comments on: \(Markings.escaped(post.story.title))</title>
            <atom:link href="\(Markings.escaped(house.feedLink(post)))" rel="self" type="application/rss+xml" />
            <link>\(Markings.escaped(house.link(post)))</link>
            <description>\(Markings.escaped(house.publication.tagline))</description>
            <lastBuildDate>\(Instant(post.publishedAt).rfc822)</lastBuildDate>
            <sy:updatePeriod>hourly</sy:updatePeriod>
            <sy:updateFrequency>1</sy:updateFrequency>
            \(generator)\(items.joined())</channel>
            </rss>

            """
    }
}

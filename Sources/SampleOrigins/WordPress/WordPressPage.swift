internal import Foundation

/// Writes the student paper's web pages.
struct WordPressPage {
    let house: WordPressHouse

    private func document(_ head: String, _ classes: String, _ body: String) -> String {
        let name = Markings.escaped(house.publication.name)
        let own =
            house.manners.saysWhatItIs
            ? """
            <link rel="https://api.w.org/" href="\(Markings.escaped(house.interface))" />
            <link rel="EditURI" type="application/rsd+xml" title="RSD" href="\(house.site)/xmlrpc.php?rsd" />
            <meta name="generator" content="WordPress 6.6.2" />

            """ : ""
        return """
            <!DOCTYPE html>
            <html lang="en-GB">
            <head>
            <meta charset="UTF-8" />
            \(head)\(own)<link rel="icon" type="image/png" sizes="192x192" href="/icon.png" />
            </head>
            <body class="\(classes)">
            <header class="site-header"><a href="\(house.site)/" rel="home">\(name)</a>
            <nav class="main-navigation"><ul>\(navigation)</ul></nav></header>
            \(body)<aside class="widget-area"><h2>Thursdays</h2><p>At the gate, from seven.</p></aside>
            <footer class="site-footer"><p>\(name). \(Markings.escaped(house.publication.tagline)).</p></footer>
            </body>
            </html>

            """
    }

    private var navigation: String {
        WordPressCategory.all.map {
            "<li><a href=\"\(house.site)/category/\($0.slug)/\">\(Markings.escaped($0.name))</a></li>"
        }.joined()
    }

    private func feed(_ title: String, _ path: String) -> String {
        "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"\(Markings.escaped(title))\" "
            + "href=\"\(Markings.escaped(path.hasPrefix("/") ? house.site + path : path))\" />\n"
    }

    private var feeds: String {
        let name = house.publication.name
        return feed("\(name) » Feed", house.manners.isPlain ? "/?feed=rss2" : "/feed/")
            + feed("\(name) » Comments Feed", house.manners.isPlain ? "/?feed=comments-rss2" : "/comments/feed/")
    }

    /// The front page, or a category's.
    func list(_ posts: [WordPressPost], title: String) -> String {
        let rows = posts.prefix(10).map { post in
            "<article id=\"post-\(post.id)\" class=\"post-\(post.id) post\"><h2><a href=\""
                + Markings.escaped(house.link(post))
                + "\">\(Markings.escaped(post.story.title))</a></h2></article>\n"
        }
        return document(
            "<title>\(Markings.escaped(title))</title>\n\(feeds)", "home blog",
            "<main id=\"main\">\(rows.joined())</main>\n")
    }

    /// A story with its thread.
    /// - Parameter page: the page of comments that is wanted; nil for the story's own.
    func story(_ post: WordPressPost, page: Int?) -> String {
        let title = Markings.escaped(post.story.title)
        let byline = Markings.escaped(post.story.byline ?? "")
        let body = WordPressBody(post: post, site: house.site, isClassic: house.manners.isClassic)
        let thread = WordPressThread(house: house, post: post, wanted: page)
        let ofComments =
            house.manners.hasCommentFeeds
            ? feed("\(house.publication.name) » \(post.story.title) Comments Feed", house.feedLink(post)) : ""
        let short = house.manners.saysWhatItIs ? "<link rel='shortlink' href='\(house.site)/?p=\(post.id)' />\n" : ""
        return document(
            "<title>\(title)</title>\n\(feeds)\(ofComments)<link rel=\"canonical\" href=\""
                + "\(Markings.escaped(house.link(post)))\" />\n\(short)",
            "single single-post postid-\(post.id) single-format-standard",
            """
            <main id="main"><article id="post-\(post.id)" class="post-\(post.id) post type-post status-publish hentry">
            <header class="entry-header"><h1 class="entry-title">\(title)</h1>
            <div class="entry-meta"><time class="entry-date" datetime="\(Instant(post.publishedAt).rfc3339)">\
            \(Instant(post.publishedAt).rfc3339.prefix(10))</time> by <span class="author vcard">\(byline)</span></div></header>
            <div class="entry-content">\(body.text)</div></article>
            \(thread.html)</main>

            """)
    }
}

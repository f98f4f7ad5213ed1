internal import Foundation

struct SampleWordPressPageWriter {
    let snapshot: SampleWordPressSnapshot

    /// Returns a whole page.
    /// - Parameter mark: An attribute of the root element.
    private func document(_ head: String, _ classes: String, mark: String = "", _ body: String) -> String {
        let name = XMLEscaping.escaped(snapshot.publication.name)
        let own =
            snapshot.behaviour.advertisesWordPress
            ? """
            <link rel="https://api.w.org/" href="\(XMLEscaping.escaped(snapshot.restRoot))" />
            <link rel="EditURI" type="application/rsd+xml" title="RSD" href="\(snapshot.site)/xmlrpc.php?rsd" />
            <meta name="generator" content="WordPress 6.6.2" />

            """ : ""
        return """
            <!DOCTYPE html>
            <html lang="en-GB"\(mark)>
            <head>
            <meta charset="UTF-8" />
            \(head)\(own)<link rel="icon" type="image/png" sizes="192x192" href="/icon.png" />
            </head>
            <body class="\(classes)">
            <header class="site-header"><a href="\(snapshot.site)/" rel="home">\(name)</a>
            <nav class="main-navigation"><ul>\(navigation)</ul></nav></header>
            \(body)<aside class="widget-area"><h2>Thursdays</h2><p>At the gate, from seven.</p></aside>
            <footer class="site-footer"><p>\(name). \(XMLEscaping.escaped(snapshot.publication.tagline)).</p></footer>
            </body>
            </html>

            """
    }

    private var navigation: String {
        SampleWordPressCategory.all.map {
            "<li><a href=\"\(snapshot.site)/category/\($0.slug)/\">\(XMLEscaping.escaped($0.name))</a></li>"
        }.joined()
    }

    private func feed(_ title: String, _ path: String) -> String {
        "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"\(XMLEscaping.escaped(title))\" "
            + "href=\"\(XMLEscaping.escaped(path.hasPrefix("/") ? snapshot.site + path : path))\" />\n"
    }

    private var feeds: String {
        let name = snapshot.publication.name
        return feed("\(name) » Feed", snapshot.behaviour.usesPlainPermalinks ? "/?feed=rss2" : "/feed/")
            + feed(
                "\(name) » Comments Feed",
                snapshot.behaviour.usesPlainPermalinks ? "/?feed=comments-rss2" : "/comments/feed/")
    }

    /// Returns the front page or a category page.
    func list(_ posts: [SampleWordPressPost], title: String) -> String {
        let rows = posts.prefix(10).map { post in
            "<article id=\"post-\(post.id)\" class=\"post-\(post.id) post\"><h2><a href=\""
                + XMLEscaping.escaped(snapshot.link(post))
                + "\">\(XMLEscaping.escaped(post.story.title))</a></h2></article>\n"
        }
        return document(
            "<title>\(XMLEscaping.escaped(title))</title>\n\(feeds)", "home blog",
            "<main id=\"main\">\(rows.joined())</main>\n")
    }

    /// Returns the page of a story.
    /// - Parameter page: The number of the comment page; nil for the story's own page.
    func story(_ post: SampleWordPressPost, page: Int?) -> String {
        let title = XMLEscaping.escaped(snapshot.title(of: post))
        let byline = XMLEscaping.escaped(post.story.byline ?? "")
        let body = SampleWordPressContentWriter(
            post: post, site: snapshot.site, usesClassicEditor: snapshot.behaviour.usesClassicEditor)
        var seen = snapshot
        seen.isCommentPage = page != nil
        let thread = SampleWordPressCommentsWriter(snapshot: seen, post: post, requestedPage: page)
        let isForPhones = snapshot.behaviour.commenting.form == .notOnPhones && snapshot.fields["noamp"] == nil
        let ofComments =
            snapshot.behaviour.hasCommentFeeds
            ? feed("\(snapshot.publication.name) » \(post.story.title) Comments Feed", snapshot.feedLink(post)) : ""
        let short =
            snapshot.behaviour.advertisesWordPress
            ? "<link rel='shortlink' href='\(snapshot.site)/?p=\(post.id)' />\n" : ""
        return document(
            "<title>\(title)</title>\n\(feeds)\(ofComments)<link rel=\"canonical\" href=\""
                + "\(XMLEscaping.escaped(snapshot.link(post)))\" />\n\(short)",
            "single single-post postid-\(post.id) single-format-standard", mark: isForPhones ? " amp" : "",
            """
            <main id="main"><article id="post-\(post.id)" class="post-\(post.id) post type-post status-publish hentry">
            <header class="entry-header"><h1 class="entry-title">\(title)</h1>
            <div class="entry-meta"><time class="entry-date" datetime="\(TimestampFormatter(post.publishedAt).rfc3339)">\
            \(TimestampFormatter(post.publishedAt).rfc3339.prefix(10))</time> by <span class="author vcard">\(byline)</span></div></header>
            <div class="entry-content">\(snapshot.isProtected(post) ? snapshot.passwordForm(post) : body.html)</div></article>
            \(thread.html)</main>

            """)
    }
}

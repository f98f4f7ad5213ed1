internal import Foundation

/// The page of a story with the boilerplate of real pages: navigation, related stories, a comment form.
struct PublicationStoryPage {
    let snapshot: PublicationSnapshot
    let published: PublishedStory

    var html: String {
        let story = published.story
        let language = story.language ?? snapshot.publication.language
        return """
            <!doctype html>
            <html lang="\(language)"\(language.hasPrefix("ar") ? " dir=\"rtl\"" : "")>
            \(head)<body>
            \(PageFrame.header(snapshot))<main>
            <article>
            <header><p class="kicker">\(XMLEscaping.escaped(story.topics.first ?? ""))</p>
            <h1>\(XMLEscaping.escaped(story.title))</h1>
            \(story.dek.map { "<p class=\"dek\">\(XMLEscaping.escaped($0))</p>\n" } ?? "")\(byline)</header>
            <div class="story-body">
            \(snapshot.body(published, lead: true))</div>
            <ul class="share"><li><a href="/share?by=letter">Send by letter</a></li>\
            <li><a href="/share?by=tram">Leave on the tram</a></li></ul>
            </article>
            \(relatedStories)\(comments)</main>
            \(PageFrame.footer(snapshot))</body>
            </html>

            """
    }

    private var head: String {
        let story = published.story
        let picture = story.picture.map { _ in
            "<meta property=\"og:image\" content=\"\(snapshot.pictureAddress(published, 0))\">\n"
        }
        return """
            <head>
            <meta charset="utf-8">
            <title>\(XMLEscaping.escaped(story.title)) | \(XMLEscaping.escaped(snapshot.publication.name))</title>
            <link rel="canonical" href="\(snapshot.link(published))">
            <meta name="description" content="\(XMLEscaping.escaped(snapshot.summary(published)))">
            <meta property="og:type" content="article">
            <meta property="og:title" content="\(XMLEscaping.escaped(story.title))">
            <meta property="og:site_name" content="\(XMLEscaping.escaped(snapshot.publication.name))">
            <meta property="article:published_time" content="\(TimestampFormatter(published.publishedAt).rfc3339)">
            \(picture ?? "")\(PageFrame.headLinks(snapshot))</head>

            """
    }

    private var byline: String {
        let instant = TimestampFormatter(published.publishedAt)
        let byline = published.story.byline.map { "<span class=\"byline\">\(XMLEscaping.escaped($0))</span> " } ?? ""
        return "<p class=\"meta\">\(byline)<time datetime=\"\(instant.rfc3339)\">\(instant.http)</time></p>\n"
    }

    private var relatedStories: String {
        let others = snapshot.stories.filter { $0.story.slug != published.story.slug && $0.story.kind != .note }.prefix(
            4)
        let links = others.map {
            "<li><a href=\"\(snapshot.link($0))\">\(XMLEscaping.escaped($0.story.title))</a></li>\n"
        }
        return "<aside class=\"related\"><h2>More from us</h2>\n<ul>\n\(links.joined())</ul></aside>\n"
    }

    private var comments: String {
        """
        <section id="comments"><h2>Letters</h2>
        <form method="post" action="/letters"><label>Name <input name="name"></label>
        <label>Your letter <textarea name="letter"></textarea></label><button>Post it</button></form>
        </section>

        """
    }
}

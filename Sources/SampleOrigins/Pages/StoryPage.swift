internal import Foundation

/// A story's own page, with the furniture that real pages have: navigation, related stories, a comment form.
struct StoryPage {
    let issue: FeedIssue
    let published: PublishedStory

    var text: String {
        let story = published.story
        let language = story.language ?? issue.publication.language
        return """
            <!doctype html>
            <html lang="\(language)"\(language.hasPrefix("ar") ? " dir=\"rtl\"" : "")>
            \(head)<body>
            \(SiteFurniture.top(issue))<main>
            <article>
            <header><p class="kicker">\(Markings.escaped(story.topics.first ?? ""))</p>
            <h1>\(Markings.escaped(story.title))</h1>
            \(story.dek.map { "<p class=\"dek\">\(Markings.escaped($0))</p>\n" } ?? "")\(signature)</header>
            <div class="story-body">
            \(issue.body(published, lead: true))</div>
            <ul class="share"><li><a href="/share?by=letter">Send by letter</a></li>\
            <li><a href="/share?by=tram">Leave on the tram</a></li></ul>
            </article>
            \(aside)\(comments)</main>
            \(SiteFurniture.foot(issue))</body>
            </html>

            """
    }

    private var head: String {
        let story = published.story
        let picture = story.picture.map { _ in
            "<meta property=\"og:image\" content=\"\(issue.pictureAddress(published, 0))\">\n"
        }
        return """
            <head>
            <meta charset="utf-8">
            <title>\(Markings.escaped(story.title)) | \(Markings.escaped(issue.publication.name))</title>
            <link rel="canonical" href="\(issue.link(published))">
            <meta name="description" content="\(Markings.escaped(issue.summary(published)))">
            <meta property="og:type" content="article">
            <meta property="og:title" content="\(Markings.escaped(story.title))">
            <meta property="og:site_name" content="\(Markings.escaped(issue.publication.name))">
            <meta property="article:published_time" content="\(Instant(published.publishedAt).rfc3339)">
            \(picture ?? "")\(SiteFurniture.links(issue))</head>

            """
    }

    private var signature: String {
        let instant = Instant(published.publishedAt)
        let byline = published.story.byline.map { "<span class=\"byline\">\(Markings.escaped($0))</span> " } ?? ""
        return "<p class=\"meta\">\(byline)<time datetime=\"\(instant.rfc3339)\">\(instant.http)</time></p>\n"
    }

    private var aside: String {
        let others = issue.stories.filter { $0.story.slug != published.story.slug && $0.story.kind != .note }.prefix(4)
        let links = others.map { "<li><a href=\"\(issue.link($0))\">\(Markings.escaped($0.story.title))</a></li>\n" }
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

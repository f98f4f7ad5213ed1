/// A publication's home page, from which its feed and its icon are found.
struct HomePage {
    let issue: FeedIssue

    var text: String {
        let publication = issue.publication
        return """
            <!doctype html>
            <html lang="\(publication.language)"\(publication.isRightToLeft ? " dir=\"rtl\"" : "")>
            <head>
            <meta charset="utf-8">
            <title>\(Markings.escaped(publication.name))</title>
            <meta name="description" content="\(Markings.escaped(publication.tagline))">
            <meta property="og:site_name" content="\(Markings.escaped(publication.name))">
            <link rel="canonical" href="\(issue.site)/">
            \(SiteFurniture.links(issue))</head>
            <body>
            \(SiteFurniture.top(issue))<main>
            \(issue.stories.prefix(20).map(teaser).joined())</main>
            \(SiteFurniture.foot(issue))</body>
            </html>

            """
    }

    private func teaser(_ published: PublishedStory) -> String {
        """
        <article><h2><a href="\(issue.link(published))">\(Markings.escaped(published.story.title))</a></h2>
        <p>\(Markings.escaped(issue.summary(published)))</p></article>

        """
    }
}

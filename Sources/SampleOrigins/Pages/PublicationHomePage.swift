/// The home page of a publication, which names feed and icon.
struct PublicationHomePage {
    let snapshot: PublicationSnapshot

    var html: String {
        let publication = snapshot.publication
        return """
            <!doctype html>
            <html lang="\(publication.language)"\(publication.isRightToLeft ? " dir=\"rtl\"" : "")>
            <head>
            <meta charset="utf-8">
            <title>\(XMLEscaping.escaped(publication.name))</title>
            <meta name="description" content="\(XMLEscaping.escaped(publication.tagline))">
            <meta property="og:site_name" content="\(XMLEscaping.escaped(publication.name))">
            <link rel="canonical" href="\(snapshot.site)/">
            \(PageFrame.headLinks(snapshot))</head>
            <body>
            \(PageFrame.header(snapshot))<main>
            \(snapshot.stories.prefix(20).map(summary).joined())</main>
            \(PageFrame.footer(snapshot))</body>
            </html>

            """
    }

    private func summary(_ published: PublishedStory) -> String {
        """
        <article><h2><a href="\(snapshot.link(published))">\(XMLEscaping.escaped(published.story.title))</a></h2>
        <p>\(XMLEscaping.escaped(snapshot.summary(published)))</p></article>

        """
    }
}

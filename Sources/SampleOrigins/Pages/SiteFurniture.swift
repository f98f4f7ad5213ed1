/// What every page of a publication's site has around its text.
enum SiteFurniture {
    static func links(_ issue: FeedIssue) -> String {
        let type = issue.publication.form.contentType.split(separator: ";").first.map(String.init) ?? ""
        let name = Markings.escaped(issue.publication.name)
        return """
            <link rel="alternate" type="\(type)" title="\(name)" href="\(issue.publication.form.path)">
            <link rel="icon" type="image/png" sizes="192x192" href="/icon.png">
            <link rel="shortcut icon" href="/favicon.ico">

            """
    }

    static func top(_ issue: FeedIssue) -> String {
        """
        <header class="site"><a class="nameplate" href="/">\(Markings.escaped(issue.publication.name))</a>
        <nav><ul><li><a href="/">Front page</a></li><li><a href="/archive">Archive</a></li>\
        <li><a href="/about">About</a></li><li><a href="\(issue.publication.form.path)">Feed</a></li></ul></nav>
        <form action="/search" role="search"><input name="q" aria-label="Search"></form></header>

        """
    }

    static func foot(_ issue: FeedIssue) -> String {
        """
        <footer><p>\(Markings.escaped(issue.publication.name)). \(Markings.escaped(issue.publication.tagline)).</p>
        <ul><li><a href="/privacy">What we keep</a></li><li><a href="/corrections">Corrections</a></li></ul></footer>

        """
    }
}

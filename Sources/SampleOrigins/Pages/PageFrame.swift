/// Renders header and footer of a publication's pages.
enum PageFrame {
    static func headLinks(_ snapshot: PublicationSnapshot) -> String {
        let type = snapshot.publication.format.contentType.split(separator: ";").first.map(String.init) ?? ""
        let name = XMLEscaping.escaped(snapshot.publication.name)
        return """
            <link rel="alternate" type="\(type)" title="\(name)" href="\(snapshot.publication.format.path)">
            <link rel="icon" type="image/png" sizes="192x192" href="/icon.png">
            <link rel="shortcut icon" href="/favicon.ico">

            """
    }

    static func header(_ snapshot: PublicationSnapshot) -> String {
        """
        <header class="site"><a class="nameplate" href="/">\(XMLEscaping.escaped(snapshot.publication.name))</a>
        <nav><ul><li><a href="/">Front page</a></li><li><a href="/archive">Archive</a></li>\
        <li><a href="/about">About</a></li><li><a href="\(snapshot.publication.format.path)">Feed</a></li></ul></nav>
        <form action="/search" role="search"><input name="q" aria-label="Search"></form></header>

        """
    }

    static func footer(_ snapshot: PublicationSnapshot) -> String {
        """
        <footer><p>\(XMLEscaping.escaped(snapshot.publication.name)). \(XMLEscaping.escaped(snapshot.publication.tagline)).</p>
        <ul><li><a href="/privacy">What we keep</a></li><li><a href="/corrections">Corrections</a></li></ul></footer>

        """
    }
}

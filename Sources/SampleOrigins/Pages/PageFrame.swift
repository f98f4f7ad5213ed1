/// The header and footer of a publication's pages.
enum PageFrame {
    static func headLinks(_ snapshot: PublicationSnapshot) -> String {
        let type = snapshot.publication.format.contentType.split(separator: ";").first.map(String.init) ?? ""
        let name = XMLEscaping.escaped(snapshot.publication.name)
        let root = snapshot.rootPath
        return """
            <link rel="alternate" type="\(type)" title="\(name)" href="\(root)\(snapshot.publication.format.path)">
            <link rel="icon" type="image/png" sizes="192x192" href="\(root)/icon.png">
            <link rel="shortcut icon" href="\(root)/favicon.ico">

            """
    }

    static func header(_ snapshot: PublicationSnapshot) -> String {
        let (root, name) = (snapshot.rootPath, XMLEscaping.escaped(snapshot.publication.name))
        return """
            <header class="site"><a class="nameplate" href="\(root)/">\(name)</a>
            <nav><ul><li><a href="\(root)/">Front page</a></li><li><a href="\(root)/archive">Archive</a></li>\
            <li><a href="\(root)/about">About</a></li>\
            <li><a href="\(root)\(snapshot.publication.format.path)">Feed</a></li></ul></nav>
            <form action="\(root)/search" role="search"><input name="q" aria-label="Search"></form></header>

            """
    }

    static func footer(_ snapshot: PublicationSnapshot) -> String {
        let (name, tagline) = (snapshot.publication.name, snapshot.publication.tagline)
        let root = snapshot.rootPath
        return """
            <footer><p>\(XMLEscaping.escaped(name)). \(XMLEscaping.escaped(tagline)).</p>
            <ul><li><a href="\(root)/privacy">What we keep</a></li>\
            <li><a href="\(root)/corrections">Corrections</a></li></ul></footer>

            """
    }
}

/// A known namespace, recognised by its URI or its undeclared prefix.
enum FeedNamespace: UInt8 {
    /// No namespace, or one of RSS's.
    case plain
    case atom, rdf, content, dublinCore, dublinCoreTerms, media, itunes, slash, commentAPI, threading, feedburner
    case syndication, xhtml, mathML, podcast, googlePlay, xml
    /// A namespace that is declared but unknown.
    case other

    /// Looks up the URI; ignores case, scheme, `www.` and trailing slash or hash, which feeds get wrong.
    init(uri: String) {
        var key = Substring(uri.lowercased().filter { !$0.isWhitespace })
        for prefix in ["https://", "http://", "www."] where key.hasPrefix(prefix) { key = key.dropFirst(prefix.count) }
        while let last = key.last, last == "/" || last == "#" { key = key.dropLast() }
        self = Self.uris[String(key)] ?? .other
    }

    init?(undeclaredPrefix prefix: String) {
        guard let namespace = Self.prefixes[prefix.lowercased()] else { return nil }
        self = namespace
    }

    private static let uris: [String: FeedNamespace] = [
        "": .plain,
        "backend.userland.com/rss": .plain, "backend.userland.com/rss2": .plain,
        "blogs.law.harvard.edu/tech/rss": .plain,
        "cyber.law.harvard.edu/rss": .plain, "cyber.law.harvard.edu/rss/rss.html": .plain,
        "backend.userland.com/rss091": .plain,
        "backend.userland.com/rss092": .plain, "purl.org/net/rss1.1": .plain,
        "my.netscape.com/publish/formats/rss-0.91.dtd": .plain, "purl.org/rss/1.0": .plain,
        "my.netscape.com/rdf/simple/0.9": .plain, "channel.netscape.com/rdf/simple/0.9": .plain,
        "purl.org/rss/2.0": .plain, "rssboard.org/rss-specification": .plain,
        "w3.org/2005/atom": .atom, "purl.org/atom/ns": .atom, "purl.org/atom": .atom,
        "w3.org/1999/02/22-rdf-syntax-ns": .rdf,
        "purl.org/rss/1.0/modules/content": .content, "purl.org/rss/modules/content": .content,
        "purl.org/dc/elements/1.1": .dublinCore, "purl.org/dc/elements/1.0": .dublinCore,
        "purl.org/rss/1.0/modules/dc": .dublinCore,
        "purl.org/dc/terms": .dublinCoreTerms, "purl.org/rss/1.0/modules/dcterms": .dublinCoreTerms,
        "search.yahoo.com/mrss": .media, "video.search.yahoo.com/mrss": .media, "rssboard.org/media-rss": .media,
        "search.yahoo.com/rss": .media, "tools.search.yahoo.com/mrss": .media,
        "search.yahoo.com/searchmonkey/media": .media,
        "itunes.com/dtds/podcast-1.0.dtd": .itunes, "itunes.apple.com/dtds/podcast-1.0.dtd": .itunes,
        "purl.org/rss/1.0/modules/slash": .slash,
        "wellformedweb.org/commentapi": .commentAPI,
        "purl.org/syndication/thread/1.0": .threading,
        "rssnamespace.org/feedburner/ext/1.0": .feedburner, "feedburner.google.com": .feedburner,
        "purl.org/rss/1.0/modules/syndication": .syndication,
        "w3.org/1999/xhtml": .xhtml, "w3.org/1998/math/mathml": .mathML,
        "podcastindex.org/namespace/1.0": .podcast,
        "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": .podcast,
        "google.com/schemas/play-podcasts/1.0": .googlePlay,
        "w3.org/xml/1998/namespace": .xml,
    ]

    private static let prefixes: [String: FeedNamespace] = [
        "atom": .atom, "atom10": .atom, "atom03": .atom, "a10": .atom, "rdf": .rdf, "content": .content,
        "dc": .dublinCore, "dcterms": .dublinCoreTerms, "media": .media, "itunes": .itunes, "slash": .slash,
        "wfw": .commentAPI, "thr": .threading, "feedburner": .feedburner, "sy": .syndication, "xhtml": .xhtml,
        "podcast": .podcast, "googleplay": .googlePlay, "xml": .xml, "rss": .plain,
    ]
}

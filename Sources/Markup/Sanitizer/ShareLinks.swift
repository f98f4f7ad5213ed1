import URLs

/// The share buttons of large sites, by host and path prefix.
enum ShareLinks {
    static func contains(_ address: WebAddress) -> Bool {
        guard let paths = pathsByHost[baseHost(address.host)] else { return false }
        let path = (address.path + (address.query.map { "?" + $0 } ?? "")).lowercased()
        return paths.contains { path.hasPrefix($0) }
    }

    /// Returns the host without `www.`, `m.` and the like.
    static func baseHost(_ host: String) -> String {
        for prefix in ["www.", "m.", "mobile.", "web.", "l."] where host.hasPrefix(prefix) {
            return String(host.dropFirst(prefix.count))
        }
        return host
    }

    private static let pathsByHost: [String: [String]] = [
        "facebook.com": ["/sharer", "/share.php", "/share/", "/dialog/share", "/dialog/feed", "/plugins/like"],
        "twitter.com": ["/intent/tweet", "/intent/post", "/share", "/home?status"],
        "x.com": ["/intent/tweet", "/intent/post", "/share"],
        "linkedin.com": ["/sharearticle", "/sharing/share-offsite", "/cws/share"],
        "pinterest.com": ["/pin/create"],
        "reddit.com": ["/submit", "/login?dest"],
        "t.me": ["/share"],
        "telegram.me": ["/share"],
        "api.whatsapp.com": ["/send"],
        "whatsapp.com": ["/send"],
        "news.ycombinator.com": ["/submitlink"],
        "tumblr.com": ["/share", "/widgets/share"],
        "getpocket.com": ["/save", "/edit"],
        "plus.google.com": ["/share"],
        "bsky.app": ["/intent/compose"],
        "threads.net": ["/intent/post"],
        "digg.com": ["/submit"],
        "stumbleupon.com": ["/submit"],
        "vk.com": ["/share.php"],
        "connect.ok.ru": ["/offer"],
        "share.flipboard.com": ["/bookmarklet"],
        "addtoany.com": ["/add_to", "/share"],
        "addthis.com": ["/bookmark"],
        "delicious.com": ["/save", "/post"],
        "del.icio.us": ["/post"],
        "feeds.feedburner.com": ["/~ff/"],
        "feeds.wordpress.com": ["/1.0/"],
        "instapaper.com": ["/hello2", "/edit"],
        "mastodonshare.com": ["/"],
        "sharetomastodon.github.io": ["/"],
        "shareopenly.org": ["/share"],
        "b.hatena.ne.jp": ["/entry/", "/add"],
        "line.me": ["/r/msg", "/lineit"],
        "social-plugins.line.me": ["/lineit"],
        "mix.com": ["/add"],
        "xing.com": ["/spi/shares", "/app/user"],
        "buffer.com": ["/add"],
        "bufferapp.com": ["/add"],
        "printfriendly.com": ["/print"],
        "wa.me": ["/?text"],
        "threads.com": ["/intent/post"],
    ]
}

/// The addresses of pictures that only count readers.
enum TrackingPixels {
    static func contains(_ address: WebAddress) -> Bool {
        let site = ShareLinks.baseHost(address.host)
        let path = address.path
        if hosts.contains(site) { return true }
        if let paths = pathsByHost[site], paths.contains(where: { path.hasPrefix($0) }) { return true }
        return suffixes.contains { site.hasSuffix($0) } || names.contains { path.hasSuffix($0) }
    }

    private static let hosts: Set<String> = [
        "pixel.wp.com", "stats.wordpress.com", "stats.wp.com", "pixel.quantserve.com", "b.scorecardresearch.com",
        "sb.scorecardresearch.com", "google-analytics.com", "ssl.google-analytics.com", "ad.doubleclick.net",
        "googleads.g.doubleclick.net", "pixel.mathtag.com", "pixel.facebook.com", "analytics.twitter.com",
        "t.co.analytics",
        "counter.theconversation.com", "counter.theconversation.edu.au", "counter.theguardian.com",
        "feedads.g.doubleclick.net",
        "rss.buysellads.com", "a.rfihub.com", "c.statcounter.com", "pi.feedsportal.com", "da.feedsportal.com",
        "res3.feedsportal.com", "feeds.feedblitz.com", "assets.feedblitz.com", "hits.sfgate.com",
        "tracking.feedpress.it",
        "tracker.podtrac.com", "mf.feeds.reuters.com", "ads.pheedo.com", "www3.feedblitz.com", "zergnet.com",
        "p.typekit.net", "api.flattr.com", "button.flattr.com", "pixel.newscred.com", "pixel.redditmedia.com",
        "ct.pinterest.com", "analytics.tiktok.com",
        "nova.collect.igodigital.com", "tns-counter.ru", "mc.yandex.ru", "counter.yadro.ru", "top-fwz1.mail.ru",
        "pixel.parsely.com", "beacon.deutsche-welle.de", "vg07.met.vgwort.de", "bat.bing.com", "px.ads.linkedin.com",
    ]

    private static let pathsByHost: [String: [String]] = [
        "facebook.com": ["/tr"],
        "feeds.feedburner.com": ["/~r/", "/~ff/", "/~a/", "/~t/"],
        "feeds.wordpress.com": ["/1.0/"],
        "medium.com": ["/_/stat"],
        "blogger.googleusercontent.com": ["/tracker/"],
        "google.com": ["/pagead", "/ads/"],
        "reddit.com": ["/static/pixel"],
        "addtoany.com": ["/buttons"],
        "static.addtoany.com": ["/buttons"],
        "linkedin.com": ["/px"],
        "substack.com": ["/open"],
        "mailchimp.com": ["/track/"],
        "b.stats.paypal.com": ["/"],
        "eomail1.com": ["/open"],
    ]

    private static let suffixes = [
        ".doubleclick.net", ".met.vgwort.de", ".scorecardresearch.com", ".feedsportal.com", ".2o7.net", ".omtrdc.net",
    ]
    private static let names = ["/1x1.gif", "/1x1.png", "/pixel.gif", "/clear.gif", "/tracking.gif", "/trans.gif"]

    /// Returns true for a placeholder, which a script would replace.
    static func isPlaceholder(_ address: WebAddress) -> Bool {
        // The path is read from its end, as it may be long.
        let file = address.path.utf8.reversed().drop { $0 == 0x2F }.prefix(maximumFileLength).prefix { $0 != 0x2F }
        guard !file.isEmpty, file.count < maximumFileLength else { return false }
        return placeholders.contains(
            String(decoding: file.reversed(), as: UTF8.self).lowercased().prefix { $0 != "." }.description)
    }

    private static let maximumFileLength = 200
    private static let placeholders: Set<String> = [
        "placeholder", "lazyload", "lazy", "lazy-placeholder", "blank", "spacer", "transparent", "dummy", "grey",
        "gray",
        "image-placeholder", "img-placeholder", "placeholder-image", "1x1", "ajax-loader",
    ]
}

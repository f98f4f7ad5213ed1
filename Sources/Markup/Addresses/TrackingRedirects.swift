import URLs

/// The known redirect URLs that count clicks and contain their target.
enum TrackingRedirects {
    /// Returns the target of a redirect URL, or else `address` itself.
    static func resolved(_ address: WebAddress) -> WebAddress {
        var current = address
        for _ in 0..<4 {
            guard let inner = inner(of: current) else { return current }
            current = inner
        }
        // A partly unwrapped address would not be a fixed point.
        return inner(of: current) == nil ? current : address
    }

    private static func inner(of address: WebAddress) -> WebAddress? {
        guard let query = address.query, let wrapper = rule(for: address.host),
            wrapper.paths.contains(where: { address.path.hasPrefix($0) })
        else { return nil }
        if wrapper.parameters.isEmpty { return target(query.removingPercentEncoding) ?? target(query) }
        for name in wrapper.parameters {
            for pair in query.split(separator: "&") where pair.hasPrefix(name + "=") {
                return target(String(pair.dropFirst(name.utf8.count + 1)).removingPercentEncoding)
            }
        }
        return nil
    }

    /// Parses an absolute target; a relative one would belong to the redirecting site.
    private static func target(_ text: String) -> WebAddress? {
        let lowered = text.prefix(8).lowercased()
        guard lowered.hasPrefix("http://") || lowered.hasPrefix("https://") else { return nil }
        return WebAddress(text)
    }

    private struct RedirectRule {
        var paths = ["/"]
        /// The names of the target's parameter in order of preference; empty if the whole query is the target.
        var parameters: [String]
    }

    private static func rule(for host: String) -> RedirectRule? {
        if let found = rules[host] { return found }
        if host.hasPrefix("www.google.") || host.hasPrefix("google.") {
            return RedirectRule(paths: ["/url", "/imgres"], parameters: ["q", "url", "imgrefurl"])
        }
        if host.hasSuffix(".safelinks.protection.outlook.com") { return RedirectRule(parameters: ["url"]) }
        return nil
    }

    private static let rules: [String: RedirectRule] = {
        let facebook = RedirectRule(paths: ["/l.php", "/flx/warn"], parameters: ["u"])
        let vk = RedirectRule(paths: ["/away.php"], parameters: ["to"])
        let whole = RedirectRule(parameters: [])
        return [
            "l.facebook.com": facebook, "lm.facebook.com": facebook, "www.facebook.com": facebook,
            "m.facebook.com": facebook, "l.messenger.com": facebook, "l.instagram.com": RedirectRule(parameters: ["u"]),
            "l.threads.net": RedirectRule(parameters: ["u"]), "l.threads.com": RedirectRule(parameters: ["u"]),
            "www.youtube.com": RedirectRule(paths: ["/redirect"], parameters: ["q"]),
            "m.youtube.com": RedirectRule(paths: ["/redirect"], parameters: ["q"]),
            "out.reddit.com": RedirectRule(parameters: ["url"]),
            "t.umblr.com": RedirectRule(paths: ["/redirect"], parameters: ["z"]),
            "href.li": whole, "anonym.to": whole, "dereferer.me": whole, "nullrefer.com": whole,
            "steamcommunity.com": RedirectRule(paths: ["/linkfilter"], parameters: ["url", "u"]),
            "vk.com": vk, "away.vk.com": vk, "m.vk.com": vk,
            "slack-redir.net": RedirectRule(paths: ["/link"], parameters: ["url"]),
            "www.linkedin.com": RedirectRule(paths: ["/redir/", "/safety/go"], parameters: ["url"]),
            "exit.sc": RedirectRule(parameters: ["url"]), "gate.sc": RedirectRule(parameters: ["url"]),
            "duckduckgo.com": RedirectRule(paths: ["/l/"], parameters: ["uddg"]),
            "medium.com": RedirectRule(paths: ["/r/"], parameters: ["url"]),
            "link.zhihu.com": RedirectRule(parameters: ["target"]),
            "link.juejin.cn": RedirectRule(parameters: ["target"]),
            "www.jianshu.com": RedirectRule(paths: ["/go-wild"], parameters: ["url"]),
            "www.deviantart.com": RedirectRule(paths: ["/users/outgoing"], parameters: []),
            "www.pixiv.net": RedirectRule(paths: ["/jump.php"], parameters: []),
            "click.linksynergy.com": RedirectRule(paths: ["/deeplink", "/link"], parameters: ["murl"]),
            "go.redirectingat.com": RedirectRule(parameters: ["url"]),
            "go.skimresources.com": RedirectRule(parameters: ["url"]),
            "redirect.viglink.com": RedirectRule(parameters: ["u"]), "www.awin1.com": RedirectRule(parameters: ["ued"]),
            "workable.com": RedirectRule(paths: ["/nr"], parameters: ["l"]),
        ]
    }()
}

/// Addresses that only count a click and lead on to another address, which they carry in plain sight. Only those of which
/// that is certain.
enum Redirects {
    /// Where `address` leads in the end, the address itself when it is no such wrapper.
    static func unwrapped(_ address: WebAddress) -> WebAddress {
        var current = address
        for _ in 0..<4 {
            guard let inner = inner(of: current) else { return current }
            current = inner
        }
        // Wrapped this often it is a joke or an attack, and unwrapping halfway would not be a fixed point.
        return inner(of: current) == nil ? current : address
    }

    private static func inner(of address: WebAddress) -> WebAddress? {
        guard let query = address.query, let wrapper = wrapper(for: address.host),
            wrapper.paths.contains(where: { address.path.hasPrefix($0) })
        else { return nil }
        if wrapper.names.isEmpty { return target(query.removingEscapes) ?? target(query) }
        for name in wrapper.names {
            for pair in query.split(separator: "&") where pair.hasPrefix(name + "=") {
                return target(String(pair.dropFirst(name.utf8.count + 1)).removingEscapes)
            }
        }
        return nil
    }

    /// Only what is a whole address itself counts; a path would be the wrapper's own.
    private static func target(_ text: String) -> WebAddress? {
        let lowered = text.prefix(8).lowercased()
        guard lowered.hasPrefix("http://") || lowered.hasPrefix("https://") else { return nil }
        return WebAddress(text)
    }

    private struct Wrapper {
        /// How its paths begin.
        var paths = ["/"]
        /// The parameters that may hold the address, in order; none when the whole query is the address.
        var names: [String]
    }

    private static func wrapper(for host: String) -> Wrapper? {
        if let found = wrappers[host] { return found }
        if host.hasPrefix("www.google.") || host.hasPrefix("google.") {
            return Wrapper(paths: ["/url", "/imgres"], names: ["q", "url", "imgrefurl"])
        }
        if host.hasSuffix(".safelinks.protection.outlook.com") { return Wrapper(names: ["url"]) }
        return nil
    }

    private static let wrappers: [String: Wrapper] = {
        let facebook = Wrapper(paths: ["/l.php", "/flx/warn"], names: ["u"])
        let vk = Wrapper(paths: ["/away.php"], names: ["to"])
        let whole = Wrapper(names: [])
        return [
            "l.facebook.com": facebook, "lm.facebook.com": facebook, "www.facebook.com": facebook,
            "m.facebook.com": facebook, "l.messenger.com": facebook, "l.instagram.com": Wrapper(names: ["u"]),
            "l.threads.net": Wrapper(names: ["u"]), "l.threads.com": Wrapper(names: ["u"]),
            "www.youtube.com": Wrapper(paths: ["/redirect"], names: ["q"]),
            "m.youtube.com": Wrapper(paths: ["/redirect"], names: ["q"]),
            "out.reddit.com": Wrapper(names: ["url"]), "t.umblr.com": Wrapper(paths: ["/redirect"], names: ["z"]),
            "href.li": whole, "anonym.to": whole, "dereferer.me": whole, "nullrefer.com": whole,
            "steamcommunity.com": Wrapper(paths: ["/linkfilter"], names: ["url", "u"]),
            "vk.com": vk, "away.vk.com": vk, "m.vk.com": vk,
            "slack-redir.net": Wrapper(paths: ["/link"], names: ["url"]),
            "www.linkedin.com": Wrapper(paths: ["/redir/", "/safety/go"], names: ["url"]),
            "exit.sc": Wrapper(names: ["url"]), "gate.sc": Wrapper(names: ["url"]),
            "duckduckgo.com": Wrapper(paths: ["/l/"], names: ["uddg"]),
            "medium.com": Wrapper(paths: ["/r/"], names: ["url"]),
            "link.zhihu.com": Wrapper(names: ["target"]), "link.juejin.cn": Wrapper(names: ["target"]),
            "www.jianshu.com": Wrapper(paths: ["/go-wild"], names: ["url"]),
            "www.deviantart.com": Wrapper(paths: ["/users/outgoing"], names: []),
            "www.pixiv.net": Wrapper(paths: ["/jump.php"], names: []),
            "click.linksynergy.com": Wrapper(paths: ["/deeplink", "/link"], names: ["murl"]),
            "go.redirectingat.com": Wrapper(names: ["url"]), "go.skimresources.com": Wrapper(names: ["url"]),
            "redirect.viglink.com": Wrapper(names: ["u"]), "www.awin1.com": Wrapper(names: ["ued"]),
            "workable.com": Wrapper(paths: ["/nr"], names: ["l"]),
        ]
    }()
}

import URLs
import Untrusted

/// The address of an embed, unwrapped from Embedly's frame.
struct EmbedURL {
    let address: WebAddress
    let host: String
    /// The segments of the path; empty for an address above the maximum length.
    let path: [String]

    /// The maximum length in bytes; no player's address is longer.
    private static let maximumLength = 4_096

    init(_ embed: WebAddress) {
        let address = Self.unwrapped(embed)
        self.address = address
        host = address.bareHost
        let isLong = address.text.utf8.count > Self.maximumLength
        path = isLong ? [] : address.path.split(separator: "/").map(String.init)
    }

    func parameter(_ name: String) -> String? { Self.parameter(name, of: address) }

    private static func parameter(_ name: String, of address: WebAddress) -> String? {
        guard let query = address.query else { return nil }
        for pair in query.split(separator: "&") where pair.hasPrefix(name + "=") {
            let value = pair.dropFirst(name.utf8.count + 1)
            return value.isEmpty ? nil : String(value)
        }
        return nil
    }

    private static func unwrapped(_ embed: WebAddress) -> WebAddress {
        guard embed.host == "cdn.embedly.com" else { return embed }
        for name in ["src", "url"] {
            let inner = parameter(name, of: embed).flatMap { WebAddress($0.removingPercentEncoding, base: embed) }
            if let inner, inner.host != embed.host { return inner }
        }
        return embed
    }

    static func validName(_ text: String) -> String? {
        let fits = text.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E
        }
        return fits && !text.isEmpty && text.utf8.count <= 200 && text != "." && text != ".." ? text : nil
    }

    static func validDigits(_ text: String, signed: Bool = false) -> String? {
        let rest = signed && text.hasPrefix("-") ? text.dropFirst() : text[...]
        return (1...20).contains(rest.utf8.count) && rest.utf8.allSatisfy(ASCII.isDigit) ? text : nil
    }
}

extension EmbedProvider {
    func page(_ embed: EmbedURL) -> WebAddress? {
        switch self {
        case .youtube: embed.youtube
        case .vimeo: embed.vimeo
        case .dailymotion: embed.dailymotion
        case .soundcloud: embed.soundcloud
        case .spotify: embed.spotify
        case .ted: embed.ted
        case .archive: embed.archive
        case .bandcamp: embed.bandcamp
        case .mixcloud: embed.mixcloud
        case .bilibili: embed.bilibili
        case .vkontakte: embed.vkontakte
        case .twitch: embed.twitch
        case .peertube: embed.peertube
        case .audio, .video: nil
        }
    }
}

extension EmbedURL {
    /// The page at YouTube, also for its best-known Invidious mirrors.
    fileprivate var youtube: WebAddress? {
        var id: String?
        switch host {
        case "youtu.be": id = path.first
        case "youtube.com", "m.youtube.com", "youtube-nocookie.com", "yewtu.be", "invidio.us", "inv.nadeko.net":
            if path.first == "watch" {
                id = parameter("v")
            } else if path.count >= 2, ["embed", "v", "shorts", "live", "e"].contains(path[0]) {
                // Some addresses append parameters with `&` but no `?`.
                id = String(path[1].prefix { $0 != "&" })
            }
            if id == "videoseries" || path.first == "playlist" {
                return parameter("list").flatMap(Self.validName).flatMap {
                    WebAddress("https://www.youtube.com/playlist?list=\($0)")
                }
            }
        default: return nil
        }
        guard let id = id.flatMap(Self.validName), (6...64).contains(id.utf8.count) else { return nil }
        let start = (parameter("t") ?? parameter("start")).map { $0.prefix { $0.isASCII && $0.isNumber } } ?? ""
        let suffix = start.isEmpty || start == "0" || start.utf8.count > 7 ? "" : "&t=\(start)"
        return WebAddress("https://www.youtube.com/watch?v=\(id)\(suffix)")
    }

    fileprivate var vimeo: WebAddress? {
        guard host == "player.vimeo.com" || host == "vimeo.com" else { return nil }
        let segments = path.first == "video" ? Array(path.dropFirst()) : path
        guard let id = segments.first.flatMap({ Self.validDigits($0) }) else { return nil }
        let hash = (parameter("h") ?? (segments.count > 1 ? segments[1] : nil)).flatMap(Self.validName)
        return WebAddress("https://vimeo.com/\(id)" + (hash.map { "/\($0)" } ?? ""))
    }

    fileprivate var dailymotion: WebAddress? {
        guard host == "dailymotion.com" || host == "geo.dailymotion.com" else { return nil }
        let isFrame = path.first == "player.html" || path.first == "player"
        let id = isFrame ? parameter("video") : path.contains("video") ? path.last : nil
        return id.flatMap(Self.validName).flatMap { WebAddress("https://www.dailymotion.com/video/\($0)") }
    }

    fileprivate var soundcloud: WebAddress? {
        var page = address
        if host == "w.soundcloud.com" {
            guard let inner = parameter("url")?.removingPercentEncoding, let address = WebAddress(inner) else {
                return nil
            }
            page = address
        }
        guard ["soundcloud.com", "api.soundcloud.com"].contains(page.host), page.path.utf8.count > 1 else { return nil }
        return WebAddress("https://\(page.host)\(page.path)")
    }

    fileprivate var spotify: WebAddress? {
        guard host == "open.spotify.com" || host == "embed.spotify.com", path.count >= 2,
            let id = path.last.flatMap(Self.validName), let kind = path.dropLast().last,
            ["track", "episode", "show", "album", "playlist", "artist"].contains(kind)
        else { return nil }
        return WebAddress("https://open.spotify.com/\(kind)/\(id)")
    }

    fileprivate var ted: WebAddress? {
        guard host == "embed.ted.com" || host == "ted.com", path.first == "talks", path.count >= 2,
            let id = path.last.flatMap(Self.validName)
        else { return nil }
        return WebAddress("https://www.ted.com/talks/\(id)")
    }

    fileprivate var archive: WebAddress? {
        guard host == "archive.org", path.count >= 2, path[0] == "embed" || path[0] == "details" else { return nil }
        return Self.validName(path[1]).flatMap { WebAddress("https://archive.org/details/\($0)") }
    }

    /// The address of Bandcamp's player, as only the embed's number is known.
    fileprivate var bandcamp: WebAddress? {
        guard host == "bandcamp.com", path.first == "EmbeddedPlayer" || path.first == "VideoEmbed" else { return nil }
        for kind in ["album", "track"] {
            let written = path.first { $0.hasPrefix(kind + "=") }.map { String($0.dropFirst(kind.utf8.count + 1)) }
            if let number = (written ?? parameter(kind)).flatMap({ Self.validDigits($0) }) {
                return WebAddress("https://bandcamp.com/EmbeddedPlayer/\(kind)=\(number)")
            }
        }
        return nil
    }

    fileprivate var mixcloud: WebAddress? {
        guard host == "mixcloud.com" || host == "player-widget.mixcloud.com" else { return nil }
        var names = path
        if path.first == "widget" || host != "mixcloud.com" {
            guard let feed = parameter("feed")?.removingPercentEncoding else { return nil }
            names = (WebAddress(feed)?.path ?? feed).split(separator: "/").map(String.init)
        }
        guard names.count == 2, let artist = Self.validName(names[0]), let mix = Self.validName(names[1]) else {
            return nil
        }
        return WebAddress("https://www.mixcloud.com/\(artist)/\(mix)/")
    }

    fileprivate var bilibili: WebAddress? {
        var id: String?
        if host == "player.bilibili.com" { id = parameter("bvid") }
        if host == "bilibili.com", path.count >= 2, path[0] == "video" { id = path[1] }
        guard let id = id.flatMap(Self.validName), id.hasPrefix("BV") else { return nil }
        return WebAddress("https://www.bilibili.com/video/\(id)")
    }

    fileprivate var vkontakte: WebAddress? {
        guard host == "vk.com" || host == "vkvideo.ru" else { return nil }
        var parts: [String] = []
        if path.first == "video_ext.php" {
            parts = [parameter("oid") ?? "", parameter("id") ?? ""]
        } else if path.count == 1, let name = path.first, name.hasPrefix("video") {
            parts = name.dropFirst(5).split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        }
        guard parts.count == 2, let owner = Self.validDigits(parts[0], signed: true),
            let id = Self.validDigits(parts[1])
        else {
            return nil
        }
        return WebAddress("https://vk.com/video\(owner)_\(id)")
    }

    fileprivate var twitch: WebAddress? {
        switch host {
        case "player.twitch.tv":
            if let channel = parameter("channel").flatMap(Self.validName) {
                return WebAddress("https://www.twitch.tv/\(channel)")
            }
            guard let video = parameter("video") else { return nil }
            return Self.validDigits(video.hasPrefix("v") ? String(video.dropFirst()) : video).flatMap {
                WebAddress("https://www.twitch.tv/videos/\($0)")
            }
        case "clips.twitch.tv":
            let clip = path.first == "embed" ? parameter("clip") : path.first
            return clip.flatMap(Self.validName).flatMap { WebAddress("https://clips.twitch.tv/\($0)") }
        case "twitch.tv":
            if path.count == 1 { return Self.validName(path[0]).flatMap { WebAddress("https://www.twitch.tv/\($0)") } }
            guard path.count == 2, path[0] == "videos" else { return nil }
            return Self.validDigits(path[1]).flatMap { WebAddress("https://www.twitch.tv/videos/\($0)") }
        default: return nil
        }
    }

    /// The page at a PeerTube host for `/videos/embed/` and a UUID or its 22-character form.
    fileprivate var peertube: WebAddress? {
        let id: String?
        if path.count == 3, path[0] == "videos", path[1] == "embed" || path[1] == "watch" {
            id = path[2]
        } else {
            id = path.count == 2 && path[0] == "w" ? path[1] : nil
        }
        guard let id = id.flatMap(Self.validName),
            id.utf8.count == 36 && id.split(separator: "-").count == 5
                || id.utf8.count == 22 && !id.utf8.contains(0x2D)
        else { return nil }
        return WebAddress("\(address.origin)/w/\(id)")
    }
}

extension String {
    /// Decodes percent-encoding once; invalid escapes stay.
    var removingPercentEncoding: String {
        var out: [UInt8] = []
        let bytes = Array(utf8)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]),
                let low = ASCII.hexValue(bytes[index + 2])
            {
                out.append(high << 4 | low)
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

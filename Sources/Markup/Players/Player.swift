/// The players a story may carry, and what is known about each: the page it stands for and the frame that plays it.
///
/// Nothing is framed before a reader asks (decision 18). The cleaner writes `<a class="player" href="page"
/// data-player="kind">` around a still picture; at the tap a face makes the frame from `frame(of:)`.
public enum Player: String, Sendable, CaseIterable {
    case youtube, vimeo, dailymotion, soundcloud, spotify, ted, archive
    /// A sound file, played by the browser itself.
    case audio
    /// A film file, played by the browser itself.
    case video

    /// The player that an embedding address belongs to, and the page that stands for it.
    public static func recognise(_ embed: WebAddress) -> (player: Player, page: WebAddress)? {
        for player in allCases {
            if let page = player.page(of: embed) { return (player, page) }
        }
        return nil
    }

    /// Whether a link may call itself this player: only when its address is one the player would have been given.
    public func owns(_ page: WebAddress) -> Bool {
        switch self {
        case .audio, .video: true
        default: self.page(of: page) == page
        }
    }

    /// The address to put into a sandboxed frame; nil for files, which need none, and for pages of other players.
    public func frame(of page: WebAddress) -> WebAddress? {
        guard owns(page) else { return nil }
        let id = page.path.split(separator: "/").last.map(String.init) ?? ""
        switch self {
        case .audio, .video: return nil
        case .youtube:
            guard let video = Self.parameter("v", of: page) else { return nil }
            let start = Self.parameter("t", of: page).map { "&start=\($0)" } ?? ""
            return WebAddress("https://www.youtube-nocookie.com/embed/\(video)?autoplay=1\(start)")
        case .vimeo:
            let segments = page.path.split(separator: "/")
            let hash = segments.count == 2 ? "&h=\(segments[1])" : ""
            return WebAddress("https://player.vimeo.com/video/\(segments[0])?dnt=1&autoplay=1\(hash)")
        case .dailymotion: return WebAddress("https://geo.dailymotion.com/player.html?video=\(id)")
        case .soundcloud:
            return WebAddress("https://w.soundcloud.com/player/?url=\(Self.escaped(page.text))&auto_play=true")
        case .spotify: return WebAddress("https://open.spotify.com/embed\(page.path)")
        case .ted: return WebAddress("https://embed.ted.com\(page.path)")
        case .archive: return WebAddress("https://archive.org/embed/\(id)")
        }
    }

    /// A picture of what would play, where the address alone tells it.
    func still(of page: WebAddress) -> WebAddress? {
        switch self {
        case .youtube:
            Self.parameter("v", of: page).flatMap { WebAddress("https://i.ytimg.com/vi/\($0)/hqdefault.jpg") }
        case .dailymotion: WebAddress("https://www.dailymotion.com/thumbnail\(page.path)")
        default: nil
        }
    }

    // MARK: Reading embedding addresses

    private func page(of embed: WebAddress) -> WebAddress? {
        let host = embed.host
        let path = embed.path.split(separator: "/").map(String.init)
        switch self {
        case .youtube: return Self.youtube(host, path, embed)
        case .vimeo: return Self.vimeo(host, path, embed)
        case .dailymotion:
            guard host == "www.dailymotion.com" || host == "geo.dailymotion.com" || host == "dailymotion.com" else {
                return nil
            }
            let id =
                path.last == "player.html"
                ? Self.parameter("video", of: embed) : path.contains("video") ? path.last : nil
            return id.flatMap(Self.name).flatMap { WebAddress("https://www.dailymotion.com/video/\($0)") }
        case .soundcloud: return Self.soundcloud(host, embed)
        case .spotify:
            guard host == "open.spotify.com", let id = path.last.flatMap(Self.name), path.count >= 2 else { return nil }
            let kinds = ["track", "episode", "show", "album", "playlist", "artist"]
            guard let kind = path.dropLast().last, kinds.contains(kind) else { return nil }
            return WebAddress("https://open.spotify.com/\(kind)/\(id)")
        case .ted:
            guard host == "embed.ted.com" || host == "www.ted.com", path.first == "talks",
                let id = path.last.flatMap(Self.name)
            else { return nil }
            return WebAddress("https://www.ted.com/talks/\(id)")
        case .archive:
            guard host == "archive.org" || host == "www.archive.org", path.count >= 2,
                path[0] == "embed" || path[0] == "details"
            else { return nil }
            return Self.name(path[1]).flatMap { WebAddress("https://archive.org/details/\($0)") }
        case .audio, .video: return nil
        }
    }

    private static func youtube(_ host: String, _ path: [String], _ embed: WebAddress) -> WebAddress? {
        var id: String?
        switch host {
        case "youtu.be": id = path.first
        case "youtube.com", "www.youtube.com", "m.youtube.com", "youtube-nocookie.com", "www.youtube-nocookie.com":
            if path.first == "watch" {
                id = parameter("v", of: embed)
            } else if path.count >= 2, ["embed", "v", "shorts", "live", "e"].contains(path[0]) {
                // Some embed addresses carry parameters behind an ampersand without a question mark.
                id = String(path[1].prefix { $0 != "&" })
            }
        default: return nil
        }
        guard let id = id.flatMap(name), id.utf8.count >= 6, id != "videoseries" else { return nil }
        let start = (parameter("t", of: embed) ?? parameter("start", of: embed)).map {
            $0.prefix { $0.isASCII && $0.isNumber }
        }
        let suffix = start.map { $0.isEmpty || $0 == "0" ? "" : "&t=\($0)" } ?? ""
        return WebAddress("https://www.youtube.com/watch?v=\(id)\(suffix)")
    }

    private static func vimeo(_ host: String, _ path: [String], _ embed: WebAddress) -> WebAddress? {
        guard host == "player.vimeo.com" || host == "vimeo.com" || host == "www.vimeo.com" else { return nil }
        let segments = path.first == "video" ? Array(path.dropFirst()) : path
        guard let id = segments.first, !id.isEmpty, id.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        let hash = (parameter("h", of: embed) ?? (segments.count > 1 ? segments[1] : nil)).flatMap(name)
        return WebAddress("https://vimeo.com/\(id)" + (hash.map { "/\($0)" } ?? ""))
    }

    private static func soundcloud(_ host: String, _ embed: WebAddress) -> WebAddress? {
        var page = embed
        if host == "w.soundcloud.com" {
            guard let inner = parameter("url", of: embed)?.removingEscapes, let address = WebAddress(inner) else {
                return nil
            }
            page = address
        }
        guard ["soundcloud.com", "api.soundcloud.com"].contains(page.host) else { return nil }
        return WebAddress("https://\(page.host)\(page.path)")
    }

    /// A name made of letters, digits, hyphens, underscores and dots, nil when it holds anything else.
    private static func name(_ text: String) -> String? {
        let fits = text.utf8.allSatisfy {
            AddressReader.isLetter($0) || AddressReader.isDigit($0) || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E
        }
        return fits && !text.isEmpty && text.utf8.count <= 200 && text != "." && text != ".." ? text : nil
    }

    private static func parameter(_ name: String, of address: WebAddress) -> String? {
        guard let query = address.query else { return nil }
        for pair in query.split(separator: "&") where pair.hasPrefix(name + "=") {
            let value = pair.dropFirst(name.count + 1)
            return value.isEmpty ? nil : String(value)
        }
        return nil
    }

    private static func escaped(_ text: String) -> String {
        var out = ""
        for byte in text.utf8 {
            if AddressReader.isLetter(byte) || AddressReader.isDigit(byte) || byte == 0x2D || byte == 0x2E
                || byte == 0x5F
            {
                out.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                out += byte < 16 ? "%0" : "%"
                out += String(byte, radix: 16, uppercase: true)
            }
        }
        return out
    }
}

extension String {
    /// Percent escapes decoded once; what is no escape stays.
    var removingEscapes: String {
        var out: [UInt8] = []
        let bytes = Array(utf8)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count, let high = HostReader.hexValue(bytes[index + 1]),
                let low = HostReader.hexValue(bytes[index + 2])
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

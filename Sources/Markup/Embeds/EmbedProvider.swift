/// The players a story may carry, and what is known about each: the page it stands for and the frame that plays it.
///
/// Nothing is framed before a reader asks (decision 18). The cleaner writes `<a class="player" href="page"
/// data-player="kind">` around a still picture; at the tap a face makes the frame from `frame(of:)`.
public enum EmbedProvider: String, Sendable, CaseIterable {
    case youtube, vimeo, dailymotion, soundcloud, spotify, ted, archive, bandcamp, mixcloud, bilibili, vkontakte
    /// Plays only on hosts it is told of, so its page is opened instead.
    case twitch
    /// A PeerTube of whatever host. As that may be any host at all, its page is opened instead of framing it.
    case peertube
    /// A sound file, played by the browser itself.
    case audio
    /// A film file, played by the browser itself.
    case video

    /// The player that an embedding address belongs to, and the page that stands for it.
    public static func recognise(_ embed: WebAddress) -> (player: EmbedProvider, page: WebAddress)? {
        let place = EmbedURL(embed)
        for player in allCases {
            if let page = player.page(place) { return (player, page) }
        }
        return nil
    }

    /// Whether a link may call itself this player: only when its address is one the player would have been given.
    public func owns(_ page: WebAddress) -> Bool {
        switch self {
        case .audio, .video: true
        default: self.page(EmbedURL(page)) == page
        }
    }

    /// The address to put into a sandboxed frame; nil for files, which need none, for players that are opened as pages, and
    /// for pages of other players.
    public func frameURL(of page: WebAddress) -> WebAddress? {
        guard owns(page) else { return nil }
        let place = EmbedURL(page)
        let id = place.path.last ?? ""
        switch self {
        case .audio, .video, .twitch, .peertube: return nil
        case .youtube:
            let start = place.parameter("t").map { "&start=\($0)" } ?? ""
            if let video = place.parameter("v") {
                return WebAddress("https://www.youtube-nocookie.com/embed/\(video)?autoplay=1\(start)")
            }
            return place.parameter("list").flatMap {
                WebAddress("https://www.youtube-nocookie.com/embed/videoseries?list=\($0)&autoplay=1")
            }
        case .vimeo:
            let hash = place.path.count == 2 ? "&h=\(place.path[1])" : ""
            return WebAddress("https://player.vimeo.com/video/\(place.path[0])?dnt=1&autoplay=1\(hash)")
        case .dailymotion: return WebAddress("https://geo.dailymotion.com/player.html?video=\(id)")
        case .soundcloud:
            return WebAddress("https://w.soundcloud.com/player/?url=\(page.text.escapedForQuery)&auto_play=true")
        case .spotify: return WebAddress("https://open.spotify.com/embed\(page.path)")
        case .ted: return WebAddress("https://embed.ted.com\(page.path)")
        case .archive: return WebAddress("https://archive.org/embed/\(id)")
        case .bandcamp: return WebAddress(page.text + "/size=large/artwork=small/transparent=true/")
        case .mixcloud:
            return WebAddress("https://www.mixcloud.com/widget/iframe/?feed=\(page.path.escapedForQuery)&autoplay=1")
        case .bilibili: return WebAddress("https://player.bilibili.com/player.html?bvid=\(id)&danmaku=0")
        case .vkontakte:
            let parts = id.dropFirst(5).split(separator: "_")
            return WebAddress("https://vk.com/video_ext.php?oid=\(parts[0])&id=\(parts[1])")
        }
    }

    /// A picture of what would play, where the address alone tells it.
    func thumbnail(of page: WebAddress) -> WebAddress? {
        switch self {
        case .youtube:
            EmbedURL(page).parameter("v").flatMap { WebAddress("https://i.ytimg.com/vi/\($0)/hqdefault.jpg") }
        case .dailymotion: WebAddress("https://www.dailymotion.com/thumbnail\(page.path)")
        default: nil
        }
    }
}

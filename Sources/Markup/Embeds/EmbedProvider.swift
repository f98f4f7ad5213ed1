public import URLs

/// The media embeds that a story may contain.
///
/// No frame loads before the reader taps: the sanitizer writes `<a class="player" href="page" data-player="kind">`
/// around a preview picture; the client makes the frame from `frameURL(of:)`.
public enum EmbedProvider: String, Sendable, CaseIterable {
    case youtube, vimeo, dailymotion, soundcloud, spotify, ted, archive, bandcamp, mixcloud, bilibili, vkontakte
    /// Opened as a page: its player works only on declared hosts.
    case twitch
    /// On any host, so not framed.
    case peertube
    /// An audio file.
    case audio
    /// A video file.
    case video

    /// An embed address's provider and page.
    public static func recognise(_ embed: WebAddress) -> (provider: EmbedProvider, page: WebAddress)? {
        let embedURL = EmbedURL(embed)
        for provider in allCases {
            if let page = provider.page(embedURL) { return (provider, page) }
        }
        return nil
    }

    /// Whether `page` has the form that the sanitizer writes.
    public func owns(_ page: WebAddress) -> Bool {
        switch self {
        case .audio, .video: true
        default: self.page(EmbedURL(page)) == page
        }
    }

    /// For a sandboxed frame; nil for files, Twitch, PeerTube and others' pages.
    public func frameURL(of page: WebAddress) -> WebAddress? {
        guard owns(page) else { return nil }
        let embedURL = EmbedURL(page)
        let id = embedURL.path.last ?? ""
        switch self {
        case .audio, .video, .twitch, .peertube: return nil
        case .youtube:
            let start = embedURL.parameter("t").map { "&start=\($0)" } ?? ""
            if let video = embedURL.parameter("v") {
                return WebAddress("https://www.youtube-nocookie.com/embed/\(video)?autoplay=1\(start)")
            }
            return embedURL.parameter("list").flatMap {
                WebAddress("https://www.youtube-nocookie.com/embed/videoseries?list=\($0)&autoplay=1")
            }
        case .vimeo:
            let hash = embedURL.path.count == 2 ? "&h=\(embedURL.path[1])" : ""
            return WebAddress("https://player.vimeo.com/video/\(embedURL.path[0])?dnt=1&autoplay=1\(hash)")
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

    func thumbnail(of page: WebAddress) -> WebAddress? {
        switch self {
        case .youtube:
            EmbedURL(page).parameter("v").flatMap { WebAddress("https://i.ytimg.com/vi/\($0)/hqdefault.jpg") }
        case .dailymotion: WebAddress("https://www.dailymotion.com/thumbnail\(page.path)")
        default: nil
        }
    }
}

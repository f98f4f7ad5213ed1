public import URLs

/// A provider of media embeds that a story may contain.
///
/// No frame is ever loaded: the sanitizer writes `<a class="player" href="page" data-player="kind">` around a preview
/// picture.
public enum EmbedProvider: String, Sendable, CaseIterable {
    case youtube, vimeo, dailymotion, soundcloud, spotify, ted, archive, bandcamp, mixcloud, bilibili, vkontakte
    /// Twitch is opened as a web page: its player works only on declared hosts.
    case twitch
    /// PeerTube on any host.
    case peertube
    /// An audio file.
    case audio
    /// A video file.
    case video

    /// Returns the provider and the canonical page of an embed's address.
    public static func recognise(_ embed: WebAddress) -> (provider: EmbedProvider, page: WebAddress)? {
        let embedURL = EmbedURL(embed)
        for provider in allCases {
            if let page = provider.page(embedURL) { return (provider, page) }
        }
        return nil
    }

    /// Returns true if `page` has the form that the sanitizer writes.
    public func owns(_ page: WebAddress) -> Bool {
        switch self {
        case .audio, .video: true
        default: self.page(EmbedURL(page)) == page
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

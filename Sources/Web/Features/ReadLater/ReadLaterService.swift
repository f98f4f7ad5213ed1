import Library
import News
import URLs

/// A service that keeps links to read later. It is reached by a link to its own page, which the reader's browser opens: Tidings
/// sends it nothing. Templates by the services' own help and FreshRSS's list of sharing services (`app/shares.php`).
struct ReadLaterService: Sendable {
    /// In stored preferences.
    let id: String
    let name: String
    /// `{url}`, `{title}`, and of services that people run themselves `{server}`.
    let template: String

    var isSelfHosted: Bool { template.hasPrefix("{server}") }

    static let all = [
        ReadLaterService(
            id: "instapaper", name: "Instapaper", template: "https://www.instapaper.com/hello2?url={url}&title={title}"),
        ReadLaterService(
            id: "raindrop", name: "Raindrop.io", template: "https://app.raindrop.io/add?link={url}&title={title}"),
        ReadLaterService(
            id: "pinboard", name: "Pinboard", template: "https://pinboard.in/add?next=same&url={url}&title={title}"),
        ReadLaterService(id: "wallabag", name: "wallabag", template: "{server}/bookmarklet?url={url}"),
        ReadLaterService(id: "linkding", name: "linkding", template: "{server}/bookmarks/new?url={url}&title={title}"),
        ReadLaterService(id: "shaarli", name: "Shaarli", template: "{server}/?post={url}&title={title}"),
    ]

    /// Nil for one that this version does not know.
    static func named(_ id: String) -> ReadLaterService? { all.first { $0.id == id } }

    /// The service's page that keeps a link.
    /// - Returns: nil without a usable server address.
    func page(keeping link: WebAddress, title: String, server: String) -> WebAddress? {
        let fields = [
            "{url}": QueryParameters.encoded(link.text), "{title}": QueryParameters.encoded(title),
            "{server}": Self.serverAddress(server) ?? "",
        ]
        return WebAddress(fields.reduce(template) { $0.replacing($1.key, with: $1.value) })
    }

    /// The address of a server without what follows its path; nil if it is none.
    static func serverAddress(_ text: String) -> String? {
        guard let address = WebAddress(typed: text), address.query == nil else { return nil }
        return String(address.withoutFragment.text.reversed().drop { $0 == "/" }.reversed())
    }
}

extension RequestScope {
    /// The reader's service and its page that keeps a story's link.
    func readLaterPage(of row: StoryRow) -> (service: ReadLaterService, link: LinkedPageURL)? {
        guard let choice = preferences.readLater, let service = ReadLaterService.named(choice.service),
            let link = row.link,
            let page = service.page(keeping: link, title: row.title, server: choice.server),
            let signed = linkedPageURL(page, from: row.id)
        else { return nil }
        return (service, signed)
    }
}

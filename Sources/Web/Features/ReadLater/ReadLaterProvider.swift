import Library
import News
import URLs

/// A service that stores links to read later. The reader's browser opens the service's own page by a link: Tidings
/// sends the service nothing. The templates are from the services' own help and FreshRSS's list of sharing services
/// (`app/shares.php`).
struct ReadLaterProvider: Sendable {
    /// The ID in stored preferences.
    let id: String
    let name: String
    /// The URL template with `{url}`, `{title}`, and for self-hosted services `{server}`.
    let template: String

    var isSelfHosted: Bool { template.hasPrefix("{server}") }

    static let all = [
        ReadLaterProvider(
            id: "instapaper", name: "Instapaper", template: "https://www.instapaper.com/hello2?url={url}&title={title}"),
        ReadLaterProvider(
            id: "raindrop", name: "Raindrop.io", template: "https://app.raindrop.io/add?link={url}&title={title}"),
        ReadLaterProvider(
            id: "pinboard", name: "Pinboard", template: "https://pinboard.in/add?next=same&url={url}&title={title}"),
        ReadLaterProvider(id: "wallabag", name: "wallabag", template: "{server}/bookmarklet?url={url}"),
        ReadLaterProvider(id: "linkding", name: "linkding", template: "{server}/bookmarks/new?url={url}&title={title}"),
        ReadLaterProvider(id: "shaarli", name: "Shaarli", template: "{server}/?post={url}&title={title}"),
    ]

    /// Returns the service with an ID; nil for one unknown to this version.
    static func named(_ id: String) -> ReadLaterProvider? { all.first { $0.id == id } }

    /// Returns the service's page that stores a link.
    /// - Returns: nil without a usable server address.
    func page(keeping link: WebAddress, title: String, server: String) -> WebAddress? {
        let fields = [
            "{url}": QueryParameters.encoded(link.text), "{title}": QueryParameters.encoded(title),
            "{server}": Self.serverAddress(server) ?? "",
        ]
        return WebAddress(fields.reduce(template) { $0.replacing($1.key, with: $1.value) })
    }

    /// Returns the address of a server without trailing slashes and fragment; nil if it is invalid or has a query.
    static func serverAddress(_ text: String) -> String? {
        guard let address = WebAddress(typed: text), address.query == nil else { return nil }
        return String(address.withoutFragment.text.reversed().drop { $0 == "/" }.reversed())
    }
}

extension RequestScope {
    /// Returns the reader's service and its page that stores a story's link; nil without either.
    func readLaterPage(of row: StoryRow) -> (service: ReadLaterProvider, link: LinkedPageURL)? {
        guard let choice = preferences.readLater, let service = ReadLaterProvider.named(choice.service),
            let link = row.link,
            let page = service.page(keeping: link, title: row.title, server: choice.server),
            let signed = linkedPageURL(page, from: row.id)
        else { return nil }
        return (service, signed)
    }
}

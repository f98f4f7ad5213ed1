import Fetching
import Markup
import News
import URLs

/// The link to the next page from the `Link` header (RFC 8288, `rel="next"`).
///
/// The link is kept as written and must have the same origin. The one exception is `http` on an `https` site, which is
/// corrected: APIs behind proxies send it.
struct NextPageLink {
    /// The cursor of the next page; nil at the end.
    private(set) var cursor: SourceCursor?
    private(set) var diagnostics: [String] = []

    init(_ response: FetchResponse) {
        guard let target = response.links.target(of: "next"), let here = WebAddress(response.address) else { return }
        guard let next = WebAddress(target, base: here)?.withoutFragment else {
            diagnostics = ["The next page's address cannot be read: \(target.prefix(120))"]
            return
        }
        guard next != here.withoutFragment else {
            diagnostics = ["The next page is given as the page itself"]
            return
        }
        if next.origin == here.origin {
            let isAbsolute = target.lowercased().hasPrefix("http://") || target.lowercased().hasPrefix("https://")
            cursor = SourceCursor(rawValue: isAbsolute ? target : next.text)
        } else if here.isSecure, here.port == 443, !next.isSecure, next.port == 80, next.host == here.host {
            cursor = SourceCursor(rawValue: "https" + next.text.dropFirst(4))
        } else {
            diagnostics = ["The next page is at another site, \(next.host), and is left out"]
        }
    }
}

import Feeds
import Fetching
import Markup
import News

extension SourceError {
    /// Messages name the site.
    init(_ error: FetchError, site: String) {
        let message = error.message(about: site)
        switch error {
        case .refused(status: 401): self = .signInNeeded
        case .refused(let status): self = .refused(status: status)
        case .gone: self = .gone
        case .notThere: self = .notThere
        case .busy(let until, _): self = .busy(until: until)
        case .unreachable, .timedOut, .tooManyRedirects, .cancelled: self = .unreachable(why: message)
        case .notAllowed, .tooLarge, .badAddress: self = .notAllowed(why: message)
        case .unreadable: self = .unreadable(why: message)
        }
    }
}

extension SourceError {
    /// Messages name the site.
    init(_ error: FeedError, site: String) {
        switch error {
        case .notAFeed(let kind): self = .unreadable(why: Self.message(about: kind, from: site))
        case .unreadable(let why): self = .unreadable(why: "\(site) has a feed that cannot be read: \(why)")
        case .tooLarge(let limit):
            self = .notAllowed(why: "\(site) has a feed larger than the \(max(1, limit >> 20)) MiB that Tidings reads.")
        }
    }

    private static func message(about kind: DocumentKind, from site: String) -> String {
        switch kind {
        case .webPage(_, let remark?): "\(site) answered with a page that \(remark.summary), instead of a feed."
        case .webPage: "\(site) answered with a web page instead of a feed; look on the site for the feed's address."
        case .image(let format): "\(site) has a picture (\(format)) at this address, not a feed."
        case .archive(let format): "\(site) has a packed file (\(format)) at this address, not a feed."
        case .media(let what): "\(site) has \(what) at this address, not a feed."
        case .empty: "\(site) answered with an empty document instead of a feed."
        case .json: "\(site) has JSON at this address that is no JSON Feed."
        case .xml(let root): "\(site) has XML at this address whose outermost element <\(root)> is not a feed's."
        case .opml: "\(site) has a list of subscriptions (OPML) at this address; import it instead of following it."
        case .emptyXML: "\(site) answered with XML without any element."
        case .text: "\(site) has plain text at this address, not a feed."
        case .binary: "\(site) answered with bytes that are neither a feed nor a web page."
        }
    }
}

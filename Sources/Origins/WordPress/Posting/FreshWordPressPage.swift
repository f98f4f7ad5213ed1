import Feeds
import Fetching
import Markup
import News
import URLs

/// A page of a site, fetched anew: its form has tokens that age.
struct FreshWordPressPage {
    /// After redirects.
    let address: WebAddress
    let html: String
    /// With text areas and selects as `FormControlMarkup` has them.
    let document: ParsedPage
    /// Where what is typed on it may go.
    var destination: FormDestination { FormDestination(document.root, of: address) }
    /// The REST root in the `Link` header.
    let linkedRoot: RESTRoot?

    private static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"

    init(_ html: String, at address: WebAddress, linkedRoot: RESTRoot? = nil) {
        self.html = html
        self.address = address
        self.linkedRoot = linkedRoot
        document = ParsedPage(FormControlMarkup.rewritten(html))
    }

    /// - Throws: `.signInNeeded` where the site leads visitors to its sign-in page.
    static func fetch(_ address: WebAddress, by fetcher: Fetcher) async throws(SourceError) -> FreshWordPressPage {
        var request = FetchRequest(
            address: address.withoutFragment.text, accept: accept, bodyLimit: ArticleFetcher.maxPageBytes)
        request.headers = [("Cache-Control", "no-cache")]
        let response: FetchResponse
        do { response = try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
        let here = WebAddress(response.address) ?? address
        if SiteBarrier.isSignIn(here) { throw .signInNeeded }
        let html: String
        do { html = try DocumentText.webPage(response.body, charset: response.charset) } catch {
            throw .unreadable(FailureCause(error, site: here.host))
        }
        let linked = response.links.target(of: RESTRoot.linkRelation).flatMap { WebAddress($0, base: here) }
        return FreshWordPressPage(html, at: here, linkedRoot: linked.flatMap { RESTRoot(linked: $0) })
    }

    /// Its comments and what it says of them.
    func thread(of story: WebAddress) -> CommentPageParser {
        CommentPageParser(
            html, at: address, of: address.bareHost == story.bareHost ? address.storyAddress : story,
            linked: linkedRoot)
    }
}

extension WebAddress {
    /// Of a story: without fragment, page of comments, and what one's own pending comment is seen by.
    var storyAddress: WebAddress {
        let foreign = ["unapproved=", "moderation-hash=", "cpage=", "replytocom="]
        let fields = (query ?? "").split(separator: "&").filter { field in
            !foreign.contains { field.hasPrefix($0) }
        }
        var path = path
        if let mark = path.firstRange(of: "/comment-page-") { path = path[..<mark.lowerBound] + "/" }
        let kept = fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
        return WebAddress(origin + path + kept) ?? withoutFragment
    }
}

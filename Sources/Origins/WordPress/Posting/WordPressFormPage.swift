import Feeds
import Fetching
import Markup
import News
import URLs

/// A page of a site that is fetched for each comment, since the tokens in its form expire.
struct WordPressFormPage {
    /// The page's address after redirects.
    let address: WebAddress
    let html: String
    /// The document with the inputs of `FormControlMarkup` in place of text areas and selects.
    let document: HTMLDocument
    /// The rule for where input on the page may be sent.
    var destination: FormDestination { FormDestination(document.root, of: address) }
    /// The REST root in the `Link` header.
    let linkedRoot: RESTRoot?

    private static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"

    init(_ html: String, at address: WebAddress, linkedRoot: RESTRoot? = nil) {
        self.html = html
        self.address = address
        self.linkedRoot = linkedRoot
        document = HTMLDocument(FormControlMarkup.rewritten(html))
    }

    /// Fetches a page without caches.
    /// - Throws: `.signInNeeded` if the site redirects to its sign-in page.
    static func fetch(_ address: WebAddress, by fetcher: Fetcher) async throws(SourceError) -> WordPressFormPage {
        var request = FetchRequest(
            address: address.withoutFragment.text, accept: accept, bodyLimit: ArticleFetcher.maxPageBytes)
        request.headers = [("Cache-Control", "no-cache")]
        let response: FetchResponse
        do { response = try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
        let here = WebAddress(response.address) ?? address
        if InterstitialDetector.isSignIn(here) { throw .signInNeeded }
        let html: String
        do { html = try DocumentDecoder.webPage(response.body, charset: response.charset) } catch {
            throw .unreadable(FailureCause(error, site: here.host))
        }
        let linked = response.links.target(of: RESTRoot.linkRelation).flatMap { WebAddress($0, base: here) }
        return WordPressFormPage(html, at: here, linkedRoot: linked.flatMap { RESTRoot(linked: $0) })
    }

    /// Parses the page's comments and its statements about them.
    func thread(of story: WebAddress) -> CommentPageParser {
        CommentPageParser(
            html, at: address, of: address.bareHost == story.bareHost ? address.storyAddress : story,
            linked: linkedRoot)
    }
}

extension WebAddress {
    /// The address of a story, without the fragment, the comment page and the fields that show a person's own pending
    /// comment.
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

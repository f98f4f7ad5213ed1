import Fetching
import Markup
import News
import URLs

/// Looks for the form for comments on a story's page, and where that leads: the page that is known may be one for phones
/// (AMP), a part of the thread, or have a link to the form.
struct WordPressFormSearch: Sendable {
    enum Outcome {
        case form(WordPressCommentForm, page: WebAddress)
        case ended(RemoteRefusal)
        /// Of the story's page.
        case noForm(FreshWordPressPage)
    }

    let fetcher: Fetcher

    private static let maxPages = 5
    private static let respondFragments: Set<String> = ["respond", "commentform", "reply-title", "comment-form"]

    /// - Throws: `SourceError` of the story's own page.
    func search(for target: RemoteItem) async throws(SourceError) -> Outcome {
        guard let story = Self.page(of: target) else { return .ended(RemoteRefusal(.notThere)) }
        let first: FreshWordPressPage
        do throws(SourceError) { first = try await FreshWordPressPage.fetch(story, by: fetcher) } catch {
            switch error {
            case .notThere, .gone: return .ended(RemoteRefusal(.notThere))
            case .signInNeeded: return .ended(RemoteRefusal(.membersOnly))
            default: throw error
            }
        }
        // A comment is for the site of the story, not for whoever its page leads to.
        guard story.isSameSite(redirectedTo: first.address) else {
            return .ended(RemoteRefusal(.elsewhere, elsewhere: first.address.origin))
        }
        let postID = WordPressPostID.of(key: target.storyKey, link: story)
        if let form = WordPressCommentForm(on: first, postID: postID) { return .form(form, page: first.address) }
        if let refusal = Self.refusal(on: first, of: story) { return .ended(refusal) }
        var foreign = WordPressCommentForm.foreignOrigin(on: first)
        var asked: Set<WebAddress> = [story, first.address.withoutFragment]
        for address in Self.others(than: first, target) where asked.insert(address).inserted {
            guard asked.count <= Self.maxPages + 2 else { break }
            let page: FreshWordPressPage
            do throws(SourceError) { page = try await FreshWordPressPage.fetch(address, by: fetcher) } catch {
                if case .busy = error { throw error }
                // Not there, or the like: the next one may be.
                continue
            }
            guard first.address.isSameSite(redirectedTo: page.address) else { continue }
            if let form = WordPressCommentForm(on: page, postID: postID) { return .form(form, page: page.address) }
            if let refusal = Self.refusal(on: page, of: story) { return .ended(refusal) }
            foreign = foreign ?? WordPressCommentForm.foreignOrigin(on: page)
        }
        if let foreign { return .ended(RemoteRefusal(.elsewhere, elsewhere: foreign)) }
        return .noForm(first)
    }

    /// The story's page, without what leads to one comment of it.
    static func page(of target: RemoteItem) -> WebAddress? {
        (target.page ?? WebAddress(target.storyKey))?.storyAddress
    }

    /// What stands in the form's place, in the page's own words.
    private static func refusal(on page: FreshWordPressPage, of story: WebAddress) -> RemoteRefusal? {
        let root = page.document.root
        if let notice = WordPressSelectors.mustSignIn.flatMap(root.first) {
            return RemoteRefusal(.membersOnly, message: WordPressAnswer.words(notice.text))
        }
        if WordPressPasswordForm.stands(in: page.document, page.html) { return RemoteRefusal(.notPublic) }
        if let notice = CommentPageParser.closedNotice(root) {
            return RemoteRefusal(.closed, message: WordPressAnswer.words(notice.text))
        }
        return nil
    }

    /// Other pages of the story that may have the form, likeliest first.
    private static func others(than page: FreshWordPressPage, _ target: RemoteItem) -> [WebAddress] {
        let details = DocumentMetadata.read(page.html, address: page.address)
        let story = page.address.storyAddress
        var found: [WebAddress] = []
        for link in details.bodyLinks where respondFragments.contains(link.address.fragment ?? "") {
            // Every comment has a link for answers.
            if link.address.value(ofQuery: "replytocom") == nil { found.append(link.address) }
        }
        if let canonical = details.canonical { found.append(canonical) }
        found += withoutAMP(page)
        if let last = page.thread(of: story).otherPages.max(),
            let address = CommentPageParser.address(ofPage: last, of: story)
        {
            found.append(address)
        }
        if let parent = target.commentKey, let address = story.setting(query: "replytocom", parent) {
            found.append(address)
        }
        return found.map { $0.withoutFragment.upgraded(like: page.address) }
            .filter { page.address.isSameSite(redirectedTo: $0) }
    }

    /// The page for phones has a form of its own kind, which answers scripts only.
    private static func withoutAMP(_ page: FreshWordPressPage) -> [WebAddress] {
        let story = page.address.storyAddress
        let root = page.document.root
        guard root["amp"] != nil || root["⚡"] != nil else { return [] }
        var path = story.path
        for ending in ["/amp/", "/amp"] where path.hasSuffix(ending) { path = path.dropLast(ending.count) + "/" }
        let plain = WebAddress(story.origin + path).flatMap { $0.setting(query: "noamp", "mobile") }
        return [WebAddress(story.origin + path), plain].compactMap { $0 }
    }
}

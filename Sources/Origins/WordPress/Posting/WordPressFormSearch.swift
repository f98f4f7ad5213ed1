import Fetching
import Markup
import News
import URLs

/// A search for the comment form on a story's page and on pages that it links to: the known page may be one for phones
/// (AMP) or a part of the thread, or only have a link to the form.
struct WordPressFormSearch: Sendable {
    enum Outcome {
        case form(WordPressCommentForm, page: WebAddress)
        case ended(RemoteRefusal)
        /// No form was found; the value is the story's page.
        case noForm(WordPressFormPage)
    }

    let fetcher: Fetcher

    private static let maxPages = 5
    private static let respondFragments: Set<String> = ["respond", "commentform", "reply-title", "comment-form"]

    /// Searches for the form.
    /// - Throws: `SourceError` for the story's own page.
    func search(for target: RemoteItem) async throws(SourceError) -> Outcome {
        guard let story = Self.page(of: target) else { return .ended(RemoteRefusal(.notThere)) }
        let first: WordPressFormPage
        do throws(SourceError) { first = try await WordPressFormPage.fetch(story, by: fetcher) } catch {
            switch error {
            case .notThere, .gone: return .ended(RemoteRefusal(.notThere))
            case .signInNeeded: return .ended(RemoteRefusal(.membersOnly))
            default: throw error
            }
        }
        // A comment is for the story's own site, not for any site that its page redirects to.
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
            let page: WordPressFormPage
            do throws(SourceError) { page = try await WordPressFormPage.fetch(address, by: fetcher) } catch {
                if case .busy = error { throw error }
                // The page may be missing; the next one may have the form.
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

    /// Returns the story's page, without the parts of the address that lead to one comment.
    static func page(of target: RemoteItem) -> WebAddress? {
        (target.page ?? WebAddress(target.storyKey))?.storyAddress
    }

    /// Returns the refusal that the page states in place of the form; nil if there is none.
    private static func refusal(on page: WordPressFormPage, of story: WebAddress) -> RemoteRefusal? {
        let root = page.document.root
        if let notice = WordPressSelectors.mustSignIn.flatMap(root.first) {
            return RemoteRefusal(.membersOnly, message: WordPressPostingResponse.words(notice.text))
        }
        if WordPressPasswordForm.stands(in: page.document, page.html) { return RemoteRefusal(.notPublic) }
        if let notice = CommentPageParser.closedNotice(root) {
            return RemoteRefusal(.closed, message: WordPressPostingResponse.words(notice.text))
        }
        return nil
    }

    /// Returns other pages of the story that may have the form, likeliest first.
    private static func others(than page: WordPressFormPage, _ target: RemoteItem) -> [WebAddress] {
        let details = DocumentMetadata.read(page.html, address: page.address)
        let story = page.address.storyAddress
        var found: [WebAddress] = []
        for link in details.bodyLinks where respondFragments.contains(link.address.fragment ?? "") {
            // Every comment has a link for replies.
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

    /// Returns the addresses of the ordinary page if this is the page for phones, whose form is of another kind and
    /// only responds to scripts.
    private static func withoutAMP(_ page: WordPressFormPage) -> [WebAddress] {
        let story = page.address.storyAddress
        let root = page.document.root
        guard root["amp"] != nil || root["⚡"] != nil else { return [] }
        var path = story.path
        for ending in ["/amp/", "/amp"] where path.hasSuffix(ending) { path = path.dropLast(ending.count) + "/" }
        let plain = WebAddress(story.origin + path).flatMap { $0.setting(query: "noamp", "mobile") }
        return [WebAddress(story.origin + path), plain].compactMap { $0 }
    }
}

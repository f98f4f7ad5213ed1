import Fetching
import Foundation
import Markup
import News
import URLs
import Untrusted

/// A sender of guests' comments. Comments are sent as browsers do: by the form of the story's page, and by the REST API
/// only if no page has a form (`docs/sources/wordpress.md`).
struct WordPressPosting: PostingCapability {
    let fetcher: Fetcher
    let restAvailability: RESTAvailabilityCache
    let now: @Sendable () -> Date

    let rules = PostingRules(
        actions: [.comment], needsMembership: false, markup: .wordPress, limits: Self.limits, lengthUnit: .bytes)
    /// The limits of `wp_get_comment_fields_max_lengths`, in bytes (`wp_check_comment_data_max_lengths`).
    static let limits: [PostingRules.Field: Int] = [.name: 245, .email: 100, .url: 200, .text: 65_525]
    /// The pause in seconds between two comments of one visitor (`wp_throttle_comment_flood`).
    static let usualPause: TimeInterval = 15
    private static let maxAnswerBytes = 1 << 20

    // MARK: Preparing

    func prepare(
        _ action: RemoteAction, as session: MemberSession?
    ) async throws(SourceError) -> PreparedAction.Result {
        guard case .comment(let comment) = action else { return .ended(.refused(RemoteRefusal(.notOffered))) }
        // Pingbacks of old themes have no number, and nobody replies to them.
        guard comment.target.commentKey?.allSatisfy(\.isNumber) ?? true else {
            return .ended(.refused(RemoteRefusal(.notOffered)))
        }
        switch try await WordPressFormSearch(fetcher: fetcher).search(for: comment.target) {
        case .ended(let refusal): return .ended(.refused(refusal))
        case .form(let form, let page):
            let milliseconds = Int64(saturating: now().timeIntervalSince1970 * 1_000)
            let postID = WordPressPostID.of(key: comment.target.storyKey, link: comment.target.page)
            let fields = form.filled(with: comment, postID: postID, milliseconds: milliseconds)
            return .ready(
                PreparedAction(action, address: form.action, method: .post, fields: fields, page: page.withoutFragment))
        case .noForm(let page):
            return try await RESTCommentSender(api: JSONAPIClient(fetcher: fetcher)).prepare(comment, action, page)
        }
    }

    // MARK: Sending

    func send(_ prepared: PreparedAction, as session: MemberSession?) async -> RemoteActionOutcome {
        if let page = prepared.page, page.origin != prepared.address.origin {
            return .refused(RemoteRefusal(.elsewhere, elsewhere: prepared.address.origin))
        }
        // A request that accepts JSON also gets a page's errors as JSON (`wp_is_json_request`), most of them with
        // status 200.
        let accept = RESTCommentSender.isOne(prepared.address) ? "application/json" : "text/html, */*;q=0.1"
        var request = FetchRequest(
            address: prepared.address.text, accept: accept, bodyLimit: Self.maxAnswerBytes)
        request.method = .post
        request.changesState = true
        request.acceptsErrorStatuses = true
        // One comment that is sent too soon must not stop all requests to the site for long.
        request.acceptsBackoffStatuses = true
        request.defaultBackoff = .seconds(Self.usualPause)
        request.headers = [("Content-Type", URLEncodedForm.contentType)]
        // Browsers send the referrer, to which the spam guard redirects discarded comments.
        if let page = prepared.page { request.headers.append(("Referer", page.withoutCredentials.text)) }
        request.body = URLEncodedForm.body(prepared.fields)
        do {
            let response = try await fetcher.fetch(request)
            return WordPressPostingResponse(response, to: prepared, now: now()).outcome
        } catch {
            return Self.outcome(of: error, at: prepared.address.host)
        }
    }

    private static func outcome(of error: FetchError, at site: String) -> RemoteActionOutcome {
        guard error.isUnsent else { return .fateUnknown }
        let failure = SourceError(error, site: site)
        if case .busy(let until, _) = error { return .unsent(failure.code, failure.cause, retryAt: until) }
        return .unsent(failure.code, failure.cause)
    }

    // MARK: Finding

    func find(
        _ action: RemoteAction, sentAt: Date, as session: MemberSession?
    ) async throws(SourceError) -> RemoteActionOutcome? {
        guard case .comment(let comment) = action else { return nil }
        return try await WordPressSentCommentFinder(
            fetcher: fetcher, restAvailability: restAvailability, now: now
        ).find(comment)
    }
}

import Fetching
import JSON
import Markup
import News
import URLs

/// A sender of comments by the REST API, for sites whose pages have no form. WordPress accepts comments of guests there
/// only if a plugin allows them (`rest_allow_anonymous_comments`).
struct RESTCommentSender: Sendable {
    let api: JSONAPIClient

    static let route = "/wp/v2/comments"

    /// Prepares a comment if the site accepts comments by the API at all.
    func prepare(
        _ comment: NewComment, _ action: RemoteAction, _ page: WordPressFormPage
    ) async throws(SourceError) -> PreparedAction.Result {
        let story = page.address.storyAddress
        let thread = page.thread(of: story)
        let id = thread.postID ?? WordPressPostID.of(key: comment.target.storyKey, link: story)
        let root = (thread.apiRoot ?? page.linkedRoot)?.upgraded(like: page.address)
        let target = root.map { page.destination.target($0.address(Self.route)) }
        if case .foreign(let origin)? = target {
            return .ended(.refused(RemoteRefusal(.elsewhere, elsewhere: origin)))
        }
        var status: String?
        if let id, let root { status = try await commentStatus(id, root) }
        guard let id, case .own(let address)? = target, status == "open" else {
            // A theme that shows comments but no form may not state why.
            let hasComments = if case .comments = thread.outcome { true } else { false }
            let isClosed = status == "closed" || thread.isOpen == false || hasComments
            return .ended(.refused(RemoteRefusal(isClosed ? .closed : .notOffered)))
        }
        var fields = [("post", "\(id)"), ("parent", comment.target.commentKey ?? "0"), ("content", comment.text)]
        if let author = comment.author {
            fields += [("author_name", author.name), ("author_email", author.email)]
            if !author.url.isEmpty { fields.append(("author_url", author.url)) }
        }
        return .ready(
            PreparedAction(
                action, address: address, method: .post, fields: fields.map { (name: $0.0, value: $0.1) },
                page: page.address.withoutFragment))
    }

    /// Returns "open" or "closed"; nil if the site does not state the status.
    private func commentStatus(_ id: Int, _ root: RESTRoot) async throws(SourceError) -> String? {
        do throws(SourceError) {
            let address = root.address("/wp/v2/posts/\(id)", ["_fields": "id,comment_status"])
            let response = try await api.fetch(address)
            return try api.value(of: response)["comment_status"]?.nonEmptyString
        } catch {
            switch error {
            case .busy, .unreachable: throw error
            default: return nil
            }
        }
    }

    // MARK: Its answers

    /// Returns true if the address belongs to the API.
    static func isOne(_ address: WebAddress) -> Bool { RESTRoot(above: address) != nil }

    /// Returns the outcome of a response (`WP_REST_Comments_Controller`); nil if the response states none.
    static func outcome(_ status: Int, _ value: JSONValue) -> RemoteActionOutcome? {
        if status == 201 {
            let link = value["link"]?.nonEmptyString.flatMap { WebAddress($0) }
            let location = RemoteLocation(key: value["id"]?.nonEmptyString, page: link)
            switch value["status"]?.nonEmptyString {
            case "approved", "approve", "1": return .accepted(location)
            case "spam", "trash": return .possiblySpam
            default: return .pending(location)
            }
        }
        guard let code = value["code"]?.nonEmptyString?.lowercased() else { return nil }
        if code == "akismet_rest_comment_discarded" { return .possiblySpam }
        let reason = reasons[code] ?? (code == "rest_invalid_param" ? invalidField(value) : .other)
        return .refused(RemoteRefusal(reason, message: JSONAPIClient.errorMessage(of: value)))
    }

    private static func invalidField(_ value: JSONValue) -> RemoteRefusal.Reason {
        value["data"]?["params"]?["author_email"] == nil ? .other : .invalidEmail
    }

    private static let reasons: [String: RemoteRefusal.Reason] = [
        "rest_comment_login_required": .membersOnly, "rest_cannot_create_comment": .membersOnly,
        "rest_not_logged_in": .membersOnly, "rest_login_required": .membersOnly, "rest_cannot_access": .membersOnly,
        "rest_comment_invalid_post_id": .notThere, "rest_post_invalid_id": .notThere,
        "rest_comment_closed": .closed, "rest_comment_draft_post": .draftPost, "rest_comment_trash_post": .notPublic,
        "rest_cannot_read_post": .notPublic, "rest_comment_content_invalid": .emptyText,
        "rest_comment_author_data_required": .nameOrEmailMissing, "comment_author_column_length": .nameTooLong,
        "comment_author_email_column_length": .emailTooLong, "comment_author_url_column_length": .urlTooLong,
        "comment_content_column_length": .textTooLong, "comment_duplicate": .duplicate, "comment_flood": .tooQuick,
        "rest_comment_failed_create": .storageFailed, "comment_save_error": .storageFailed,
        "rest_no_route": .notOffered,
    ]
}

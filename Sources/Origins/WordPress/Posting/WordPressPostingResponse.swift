import Feeds
import Fetching
import Foundation
import JSON
import Markup
import News
import URLs
import Untrusted

/// The outcome of a site's response to a comment (wp-comments-post.php; `wp_handle_comment_submission`).
///
/// The pages are in the site's language. The outcome is therefore derived from the status, the structure and the sent
/// fields, and from English messages only if nothing else shows it.
struct WordPressPostingResponse {
    let outcome: RemoteActionOutcome

    init(_ response: FetchResponse, to prepared: PreparedAction, now: Date) {
        var outcome = RESTCommentSender.isOne(prepared.address) ? Self.ofAPI(response) : nil
        outcome = outcome ?? Self.ofPage(response, prepared)
        // The time is a guess unless the site states one.
        if case .refused(var refusal) = outcome, refusal.reason == .tooQuick {
            refusal.retryAt = response.retryAfter ?? now.addingTimeInterval(WordPressPosting.usualPause)
            refusal.isGuess = response.retryAfter == nil
            outcome = .refused(refusal)
        }
        self.outcome = outcome ?? .fateUnknown
    }

    /// Returns plain text for people with at most 400 characters; nil if the text is empty.
    static func words(_ text: String) -> String? {
        text.isEmpty ? nil : PlainText.excerpt(of: text, limit: 400)
    }

    private static func ofAPI(_ response: FetchResponse) -> RemoteActionOutcome? {
        // A body that is not JSON is a page.
        guard let value = JSONAPIClient.lenientValue(of: response.body) else { return nil }
        return RESTCommentSender.outcome(response.status, value)
    }

    private static func ofPage(_ response: FetchResponse, _ prepared: PreparedAction) -> RemoteActionOutcome {
        if (300..<400).contains(response.status) { return ofRedirect(response, prepared) }
        let html = DocumentDecoder.decoded(response.body, charset: response.charset)
        let page = WordPressErrorPage(html)
        let refuse = { (reason: RemoteRefusal.Reason) -> RemoteActionOutcome in
            .refused(RemoteRefusal(reason, message: page.message, retryAt: response.retryAfter))
        }
        switch response.status {
        case 200 where html.allSatisfy(\.isWhitespace): return .refused(RemoteRefusal(.notPublic))
        case 404, 410: return refuse(.notThere)
        case 405: return refuse(.methodNotAllowed)
        case 409: return refuse(.duplicate)
        case 429: return refuse(.tooQuick)
        case 401: return refuse(.membersOnly)
        case _ where page.isRobotCheck: return refuse(.captcha)
        // A link back is on the response to a comment only; other failures may come after storing.
        case 500...:
            return page.hasWayBack ? refuse(.storageFailed) : response.status == 503 ? refuse(.other) : .fateUnknown
        default: break
        }
        guard page.isError || response.status >= 400 else { return .fateUnknown }
        return refuse(page.reason ?? reason(bySending: prepared, status: response.status))
    }

    /// Returns the reason that WordPress would find first in the sent fields, whatever its language; WordPress counts
    /// bytes (`wp_check_comment_data_max_lengths`).
    private static func reason(bySending prepared: PreparedAction, status: Int) -> RemoteRefusal.Reason {
        guard status == 200, case .comment(let comment) = prepared.action else { return .other }
        let author = comment.author ?? GuestAuthor(name: "", email: "")
        let limits = WordPressPosting.limits
        func exceeds(_ text: String, _ field: PostingRules.Field) -> Bool {
            limits[field].map { text.utf8.count > $0 } ?? false
        }
        if exceeds(author.name, .name) { return .nameTooLong }
        if exceeds(author.email, .email) { return .emailTooLong }
        if exceeds(author.url, .url) { return .urlTooLong }
        if exceeds(comment.text, .text) { return .textTooLong }
        if author.name.allSatisfy(\.isWhitespace) || author.email.utf8.count < 6 { return .nameOrEmailMissing }
        if comment.text.allSatisfy(\.isWhitespace) { return .emptyText }
        let parts = author.email.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[1].contains(".") ? .other : .invalidEmail
    }

    private static func ofRedirect(_ response: FetchResponse, _ prepared: PreparedAction) -> RemoteActionOutcome {
        guard let location = response.header("location").flatMap({ WebAddress($0, base: prepared.address) }) else {
            return .fateUnknown
        }
        let isForeign = location.origin != prepared.address.origin
        if InterstitialDetector.isSignIn(location) { return .refused(RemoteRefusal(.membersOnly)) }
        // The comment was not accepted but redirected (RFC 9110 §15.4.8): to another address, or by a move of the whole
        // site.
        if [307, 308].contains(response.status) || location.path == prepared.address.path
            || RESTCommentSender.isOne(prepared.address)
        {
            return .refused(
                isForeign ? RemoteRefusal(.elsewhere, elsewhere: location.origin) : RemoteRefusal(.other))
        }
        guard let fragment = location.fragment, fragment.hasPrefix("comment-"),
            let number = UntrustedInteger(digits: fragment.dropFirst("comment-".count))?.id
        else { return .possiblySpam }
        let found = RemoteLocation(
            key: "\(number)", page: prepared.address.isSameSite(redirectedTo: location) ? location : nil)
        return location.value(ofQuery: "unapproved") == nil ? .accepted(found) : .pending(found)
    }
}

/// A page that is returned instead of a redirect to the comment (`_default_wp_die_handler`).
struct WordPressErrorPage {
    /// The site's message, without the link back.
    let message: String?
    /// True if the page has the shape of WordPress' error pages.
    let isError: Bool
    /// True if the page has a link back, which only refused comments have.
    let hasWayBack: Bool
    let isRobotCheck: Bool

    init(_ html: String) {
        let page = HTMLDocument(html)
        let body = Self.body.flatMap(page.root.first)
        isError = body?["id"] == "error-page" || Self.message.flatMap(page.root.first) != nil
        let links = Self.link.flatMap { body?.all($0) } ?? []
        hasWayBack = isError && links.contains { $0["href"]?.lowercased().hasPrefix("javascript:history") == true }
        let whole = Self.message.flatMap(page.root.first) ?? body
        let paragraphs = (Self.paragraph.flatMap { whole?.all($0) } ?? []).filter { paragraph in
            // The link back is in the site's language.
            Self.link.flatMap(paragraph.first)?["href"]?.lowercased().hasPrefix("javascript:") != true
        }
        let text = paragraphs.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
        message = WordPressPostingResponse.words(
            text.isEmpty && !isError ? InterstitialDetector.text(of: html) : text)
        var copy = html
        isRobotCheck = !isError && copy.withUTF8 { InterstitialDetector.kind(of: $0) } == .robotCheck
    }

    /// The reason by WordPress' English messages; nil for other messages.
    var reason: RemoteRefusal.Reason? {
        guard let words = message?.lowercased().replacing("’", with: "'") else { return nil }
        return Self.phrases.first { words.contains($0.0) }?.1
    }

    private static let body = ElementSelector("body")
    private static let message = ElementSelector(".wp-die-message")
    private static let paragraph = ElementSelector("p")
    private static let link = ElementSelector("a[href]")

    /// The messages of versions 2.7 to 7.
    private static let phrases: [(String, RemoteRefusal.Reason)] = [
        ("fill the required field", .nameOrEmailMissing), ("fill in the required field", .nameOrEmailMissing),
        ("valid email address", .invalidEmail), ("valid e-mail address", .invalidEmail),
        ("type your comment", .emptyText), ("type a comment", .emptyText),
        ("your name is too long", .nameTooLong), ("email address is too long", .emailTooLong),
        ("url is too long", .urlTooLong), ("comment is too long", .textTooLong),
        ("comments are closed", .closed), ("must be logged in", .membersOnly),
        ("replies to unapproved comments", .parentNotApproved), ("comments are not allowed", .draftPost),
        ("duplicate comment", .duplicate), ("posting comments too quickly", .tooQuick),
        ("could not be saved", .storageFailed),
    ]
}

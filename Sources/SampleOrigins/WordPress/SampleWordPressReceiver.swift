internal import Foundation

/// A receiver of visitors' comments that makes the checks of `wp-comments-post.php` and the REST API in their order.
struct SampleWordPressReceiver {
    let snapshot: SampleWordPressSnapshot
    let visitors: [SampleWordPressVisitorComment]

    /// The comment to store, if any, and the response.
    struct Decision {
        var comment: SampleWordPressVisitorComment?
        /// The response for the stored comment's ID; 0 if none is stored.
        var answer: (Int) -> SampleResource
    }

    enum Refusal: String, CaseIterable {
        case closed = "Sorry, comments are closed for this item."
        case signInNeeded = "Sorry, you must be logged in to comment."
        case draft = "Sorry, comments are not allowed for this item."
        case parentWaits = "Sorry, replies to unapproved comments are not allowed."
        case noNameOrAddress = "<strong>Error:</strong> Please fill the required fields."
        case badAddress = "<strong>Error:</strong> Please enter a valid email address."
        case noText = "<strong>Error:</strong> Please type your comment text."
        case longName = "<strong>Error:</strong> Your name is too long."
        case longAddress = "<strong>Error:</strong> Your email address is too long."
        case longURL = "<strong>Error:</strong> Your URL is too long."
        case longText = "<strong>Error:</strong> Your comment is too long."
        case duplicate = "Duplicate comment detected; it looks as though you&#8217;ve already said that!"
        case tooQuick = "You are posting comments too quickly. Slow down."
        case notStored = "<strong>Error:</strong> The comment could not be saved. Please try again later."
        case secretMissing = "<strong>Error:</strong> The form is not ours."

        var status: Int {
            switch self {
            case .closed, .signInNeeded, .draft, .parentWaits: 403
            case .duplicate: 409
            case .tooQuick: 429
            case .notStored: 500
            default: 200
            }
        }

        /// The REST API's status and error code.
        var code: (Int, String) {
            switch self {
            case .closed: (403, "rest_comment_closed")
            case .signInNeeded: (401, "rest_comment_login_required")
            case .draft: (403, "rest_comment_draft_post")
            case .parentWaits: (403, "comment_reply_to_unapproved_comment")
            case .noNameOrAddress: (400, "rest_comment_author_data_required")
            case .badAddress: (400, "rest_invalid_param")
            case .noText: (400, "rest_comment_content_invalid")
            case .longName: (400, "comment_author_column_length")
            case .longAddress: (400, "comment_author_email_column_length")
            case .longURL: (400, "comment_author_url_column_length")
            case .longText: (400, "comment_content_column_length")
            case .duplicate: (409, "comment_duplicate")
            case .tooQuick: (400, "comment_flood")
            case .notStored: (500, "rest_comment_failed_create")
            case .secretMissing: (400, "rest_invalid_param")
            }
        }
    }

    private var commenting: SampleWordPressCommenting { snapshot.behaviour.commenting }

    // MARK: The form

    func decision(_ record: RequestRecord) -> Decision {
        guard record.method == "POST" else { return Decision { _ in Self.notPosted } }
        let form = Dictionary(record.form.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        guard let post = snapshot.posts.first(where: { "\($0.id)" == form["comment_post_ID"] }),
            !commenting.trashedSlugs.contains(post.slug), !snapshot.isProtected(post)
        else { return Decision { _ in Self.nothing } }
        let box =
            commenting.form == .renamedBox
            ? SampleWordPressFormWriter(snapshot: snapshot, post: post).boxName : "comment"
        let comment = visitor(
            post, parent: form["comment_parent"], name: form["author"], email: form["email"], url: form["url"],
            text: form[box])
        let hasSecrets = commenting.secretFields.allSatisfy { form[$0.key] == $0.value }
        if let refusal = hasSecrets ? refusal(of: comment, on: post) : .secretMissing {
            return Decision { _ in error(refusal, to: record) }
        }
        let isTrapped =
            !(form["ak_hp_textarea"] ?? "").isEmpty
            || (commenting.form == .renamedBox && !(form["comment"] ?? "").isEmpty)
        return decision(
            comment, post, isSpam: isTrapped || comment.name == "viagra-test-123",
            hasConsent: form["wp-comment-cookies-consent"] != nil, referer: record.header("referer"))
    }

    private func decision(
        _ comment: SampleWordPressVisitorComment, _ post: SampleWordPressPost, isSpam: Bool, hasConsent: Bool,
        referer: String?
    ) -> Decision {
        var comment = comment
        comment.state = waits(comment) ? .waiting : .approved
        if isSpam, commenting.spam != .ignored { comment.state = .spam }
        if comment.state == .spam, commenting.spam == .discarded {
            return Decision { _ in Self.redirect(to: referer ?? snapshot.link(post)) }
        }
        let stored = comment
        return Decision(comment: stored) { number in
            var stored = stored
            stored.id = number
            var link = snapshot.link(post)
            if stored.state == .waiting, !hasConsent, !stored.email.isEmpty {
                link +=
                    (link.contains("?") ? "&" : "?") + "unapproved=\(number)&moderation-hash=\(stored.moderationHash)"
            }
            return Self.redirect(to: "\(link)#comment-\(number)", cookies: hasConsent ? cookies(stored) : [])
        }
    }

    private func visitor(
        _ post: SampleWordPressPost, parent: String?, name: String?, email: String?, url: String?, text: String?
    ) -> SampleWordPressVisitorComment {
        let trimmed = { (text: String?) in (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
        return SampleWordPressVisitorComment(
            id: 0, slug: post.slug, parent: parent.flatMap { Int($0) } ?? 0, name: trimmed(name), email: trimmed(email),
            url: trimmed(url), text: trimmed(text), state: .approved, receivedAt: snapshot.now)
    }

    // MARK: The rules

    private func refusal(of comment: SampleWordPressVisitorComment, on post: SampleWordPressPost) -> Refusal? {
        if comment.parent != 0 {
            let parent = snapshot.comments(of: post).first { $0.id == comment.parent }
            guard let parent, !parent.isPending else { return .parentWaits }
        }
        guard snapshot.isOpen(post) else { return .closed }
        if commenting.draftSlugs.contains(post.slug) { return .draft }
        if snapshot.behaviour.requiresSignIn { return .signInNeeded }
        if commenting.needsNameAndAddress {
            if comment.email.utf8.count < 6 || comment.name.isEmpty { return .noNameOrAddress }
            let parts = comment.email.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].contains(".") else { return .badAddress }
        }
        if comment.text.isEmpty { return .noText }
        if comment.name.utf8.count > 245 { return .longName }
        if comment.email.utf8.count > 100 { return .longAddress }
        if comment.url.utf8.count > 200 { return .longURL }
        if comment.text.utf8.count > 65_525 { return .longText }
        if visitors.contains(where: { $0.isSame(as: comment) }) { return .duplicate }
        if let last = visitors.last, snapshot.now.timeIntervalSince(last.receivedAt) < commenting.pause {
            return .tooQuick
        }
        return commenting.canStore ? nil : .notStored
    }

    private func waits(_ comment: SampleWordPressVisitorComment) -> Bool {
        switch commenting.moderation {
        case .nobodyWaits: return false
        case .everybodyWaits: return true
        case .newNamesWait:
            let delay = commenting.approvalDelay
            return !visitors.contains { other in
                let isApproved =
                    other.state == .approved
                    || other.state == .waiting
                        && delay.map { snapshot.now.timeIntervalSince(other.receivedAt) >= $0 } == true
                return isApproved && other.name == comment.name && other.email == comment.email
            }
        }
    }

    // MARK: Answers

    private static let nothing = page("", status: 200)

    private static var notPosted: SampleResource {
        SampleResource([], contentType: "text/plain", hasEntityTag: false, status: 405, headers: [("Allow", "POST")])
    }

    private static func page(_ html: String, status: Int) -> SampleResource {
        SampleResource(
            Array(html.utf8), contentType: "text/html; charset=utf-8",
            cacheControl: "no-cache, must-revalidate, max-age=0",
            hasEntityTag: false, status: status)
    }

    private static func redirect(to address: String, cookies: [String] = []) -> SampleResource {
        var resource = page("", status: 302)
        resource.headers = [("Location", address)] + cookies.map { ("Set-Cookie", $0) }
        return resource
    }

    private func cookies(_ comment: SampleWordPressVisitorComment) -> [String] {
        [("author", comment.name), ("author_email", comment.email), ("author_url", comment.url)].map {
            let value = $0.1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return "comment_\($0.0)_5f1c3d=\(value); path=/; Max-Age=30000000"
        }
    }

    /// Returns the error of `wp_die`: a client that accepts JSON gets it (`wp_is_json_request`), with the page's
    /// status.
    private func error(_ refusal: Refusal, to record: RequestRecord) -> SampleResource {
        guard record.header("accept")?.contains("application/json") == true else { return errorPage(refusal) }
        let value = OrderedJSON.object([
            ("code", .string("wp_die")), ("message", .string(refusal.rawValue)),
            ("data", .object([("status", .number(refusal.status))])),
        ])
        return Self.json(value, status: refusal.status)
    }

    /// Returns the page of `_default_wp_die_handler`.
    private func errorPage(_ refusal: Refusal) -> SampleResource {
        let words = commenting.speaksGerman ? "<strong>Fehler:</strong> Das ging leider nicht." : refusal.rawValue
        let back = commenting.speaksGerman ? "Zurück" : "Back"
        return Self.page(
            """
            <!DOCTYPE html>
            <html lang="en-GB">
            <head>
            <meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
            <title>Comment Submission Failure</title>
            <style type="text/css">html { background: #f1f1f1; }</style>
            </head>
            <body id="error-page">
            <div class="wp-die-message"><p>\(words)</p></div>
            <p><a href='javascript:history.back()'>&laquo; \(back)</a></p></body>
            </html>

            """, status: refusal.status)
    }

    // MARK: The interface

    func apiDecision(_ record: RequestRecord) -> Decision {
        let form = Dictionary(record.form.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let sent = commenting.interfaceTakesComments ? snapshot.posts.first { "\($0.id)" == form["post"] } : nil
        guard commenting.interfaceTakesComments else { return Decision { _ in Self.apiError(.signInNeeded) } }
        guard let post = sent else {
            return Decision { _ in Self.apiError(403, "rest_comment_invalid_post_id", "There is no such post.") }
        }
        let comment = visitor(
            post, parent: form["parent"], name: form["author_name"], email: form["author_email"],
            url: form["author_url"], text: form["content"])
        if let refusal = refusal(of: comment, on: post) { return Decision { _ in Self.apiError(refusal) } }
        if comment.name == "viagra-test-123" {
            return Decision { _ in Self.apiError(400, "akismet_rest_comment_discarded", "Comment discarded.") }
        }
        var stored = comment
        stored.state = waits(comment) ? .waiting : .approved
        let (decided, isHeld) = (stored, stored.state == .waiting)
        return Decision(comment: decided) { number in
            let link = "\(snapshot.link(post))#comment-\(number)"
            let value = OrderedJSON.object([
                ("id", .number(number)), ("link", .string(link)), ("status", .string(isHeld ? "hold" : "approved")),
            ])
            return Self.json(value, status: 201)
        }
    }

    private static func apiError(_ refusal: Refusal) -> SampleResource {
        let words = refusal.rawValue.replacing("<strong>", with: "").replacing("</strong>", with: "")
        return apiError(refusal.code.0, refusal.code.1, words, field: refusal == .badAddress ? "author_email" : "form")
    }

    private static func apiError(
        _ status: Int, _ code: String, _ message: String, field: String = "form"
    ) -> SampleResource {
        let data = OrderedJSON.object([
            ("status", .number(status)), ("params", .object([(field, .string(message))])),
        ])
        return json(.object([("code", .string(code)), ("message", .string(message)), ("data", data)]), status: status)
    }

    private static func json(_ value: OrderedJSON, status: Int) -> SampleResource {
        var resource = SampleResource(value.serialized, contentType: "application/json; charset=UTF-8", status: status)
        resource.hasEntityTag = false
        return resource
    }
}

extension SampleWordPressVisitorComment {
    /// Returns true if the comments are duplicates by the rule of `wp_allow_comment`.
    fileprivate func isSame(as other: SampleWordPressVisitorComment) -> Bool {
        slug == other.slug && parent == other.parent && name == other.name && email == other.email && text == other.text
    }
}

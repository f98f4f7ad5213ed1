import Fetching
import Foundation
import JSON
import Markup
import News
import URLs
import Untrusted

/// The actions of members. The forms and links are those of the site's pages, taken from a page that was just fetched
/// or from `MemberTokenCache`.
struct HackerNewsPosting: PostingCapability {
    let membership: HackerNewsMembership

    private static let maxTitleLength = 80
    let rules = PostingRules(
        actions: Set(RemoteAction.Kind.allCases), needsMembership: true, markup: .hackerNews,
        limits: [.title: Self.maxTitleLength], editWindow: .seconds(2 * 3_600), unvoteWindow: .seconds(3_600))

    var client: HackerNewsMemberClient { membership.client }
    var endpoints: HackerNewsEndpoints { client.endpoints }

    // MARK: Preparing

    func prepare(
        _ action: RemoteAction, as session: MemberSession?
    ) async throws(SourceError) -> PreparedAction.Result {
        guard let session else { throw .signInNeeded }
        do {
            switch action {
            case .comment(let comment): return try await prepare(comment, action, session)
            case .submit(let submission): return try await prepare(submission, action, session)
            case .edit(let item, let text):
                guard !text.isBlank else { return .ended(.refused(RemoteRefusal(.emptyText))) }
                let page = try await formPage("edit?id=\(try Self.id(of: item))", "form.edit", session)
                return filled(action, page, "form.edit", ["text": text.withLineFeeds])
            case .delete(let item):
                let page = try await formPage("delete-confirm?id=\(try Self.id(of: item))", "form.delete", session)
                return confirmed(action, page)
            case .vote(let item, let vote): return try await prepare(vote, on: item, action, session)
            case .favourite(let item, let isOn): return try await prepare(.favourite, isOn, item, action, session)
            case .hide(let item, let isOn): return try await prepare(.hide, isOn, item, action, session)
            case .flag(let item, let isOn): return try await prepare(.flag, isOn, item, action, session)
            case .updateProfile(let changes): return try await prepare(changes, action, session)
            }
        } catch {
            guard let outcome = Self.outcome(of: error) else { throw error }
            return .ended(outcome)
        }
    }

    /// Returns the outcome for an error page in which the site states its reason; nil for other errors.
    private static func outcome(of error: SourceError) -> RemoteActionOutcome? {
        switch error {
        case .notThere, .gone: .refused(RemoteRefusal(.notThere))
        case .refused(status: 200, let message): .refused(RemoteRefusal(.other, message: message))
        default: nil
        }
    }

    static func id(of item: RemoteItem) throws(SourceError) -> Int {
        guard let id = UntrustedInteger(item.key)?.int(in: JSONValue.exactIntegers) else { throw .notThere }
        return id
    }

    // MARK: Forms

    private func prepare(
        _ comment: NewComment, _ action: RemoteAction, _ session: MemberSession
    ) async throws(SourceError) -> PreparedAction.Result {
        guard !comment.text.isBlank else { return .ended(.refused(RemoteRefusal(.emptyText))) }
        let id = try Self.id(of: comment.target)
        let path =
            comment.target.commentKey == nil
            ? "item?id=\(id)"
            : "reply?id=\(id)&goto=" + "item?id=\(comment.target.storyKey)#\(id)".percentEncoded
        let page = try await formPage(path, "form.comment", session)
        return filled(action, page, "form.comment", ["text": comment.text.withLineFeeds])
    }

    private func prepare(
        _ submission: NewSubmission, _ action: RemoteAction, _ session: MemberSession
    ) async throws(SourceError) -> PreparedAction.Result {
        guard submission.title.count <= Self.maxTitleLength else {
            return .ended(.refused(RemoteRefusal(.titleTooLong)))
        }
        guard !submission.title.isBlank, !submission.url.isBlank || !submission.text.isBlank else {
            return .ended(.refused(RemoteRefusal(.invalidSubmission)))
        }
        let page = try await formPage("submit", "form.submit", session)
        return filled(
            action, page, "form.submit",
            ["title": submission.title, "url": submission.url, "text": submission.text.withLineFeeds])
    }

    /// Prepares changes of the profile. The form sends every field back, so that unchanged values are kept.
    private func prepare(
        _ changes: [String: String], _ action: RemoteAction, _ session: MemberSession
    ) async throws(SourceError) -> PreparedAction.Result {
        let page = try await membership.profilePage(of: session)
        guard let form = page.form("form.profile") else { return .ended(.refused(RemoteRefusal(.notOffered))) }
        let fields = Dictionary(membership.fields(of: form).map { ($0.name, $0.kind) }) { first, _ in first }
        for (name, value) in changes {
            guard let kind = fields[name] else { return .ended(.refused(RemoteRefusal(.notOffered))) }
            if case .choice(let options) = kind, !options.contains(value) {
                return .ended(.refused(RemoteRefusal(.notOffered)))
            }
        }
        return filled(action, page, "form.profile", changes.mapValues(\.withLineFeeds))
    }

    private func formPage(
        _ path: String, _ rule: String, _ session: MemberSession
    ) async throws(SourceError) -> HackerNewsMemberPage {
        let page = try await client.page("\(endpoints.site)/\(path)", as: session)
        if page.isSignedIn(as: session) { return page }
        // The site's short pages lack the header with the member's name.
        if page.form(rule) != nil, page.mayBelong(to: session) { return page }
        guard page.isRefusal else { throw page.failure(at: client.host) }
        return page
    }

    private func filled(
        _ action: RemoteAction, _ page: HackerNewsMemberPage, _ rule: String, _ values: [String: String],
        button: HackerNewsForm.Control? = nil
    ) -> PreparedAction.Result {
        guard let form = page.form(rule), form.hasFields(values.keys) else {
            return .ended(.refused(refusal(without: rule, on: page, action)))
        }
        let address: WebAddress
        switch page.target(of: form, pressing: button) {
        case .own(let own): address = own
        case .foreign(let origin): return .ended(.refused(RemoteRefusal(.elsewhere, elsewhere: origin)))
        case .invalid: return .ended(.refused(refusal(without: rule, on: page, action)))
        }
        var fields = form.fields(values)
        if let button { fields.append((button.name, button.value)) }
        return .ready(PreparedAction(action, address: address, method: .post, fields: fields, page: page.address))
    }

    private func confirmed(_ action: RemoteAction, _ page: HackerNewsMemberPage) -> PreparedAction.Result {
        let yes = client.selectors.text("form.yes")
        let button = page.form("form.delete")?.buttons.first { $0.value == yes }
        return filled(action, page, "form.delete", [:], button: button)
    }

    /// Returns the refusal for a page without the form. A story without a comment form is closed for comments.
    private func refusal(
        without rule: String, on page: HackerNewsMemberPage, _ action: RemoteAction
    ) -> RemoteRefusal {
        let isStory = page.first("item.story") != nil && rule == "form.comment"
        if isStory { return RemoteRefusal(.closed) }
        guard let notice = page.notice else { return RemoteRefusal(.notOffered) }
        return refusal(of: notice, action, otherwise: .notOffered)
    }

    // MARK: Links

    private func prepare(
        _ vote: Vote, on item: RemoteItem, _ action: RemoteAction, _ session: MemberSession
    ) async throws(SourceError) -> PreparedAction.Result {
        let offer: MemberItemState.Offer =
            switch vote {
            case .up: .voteUp
            case .down: .voteDown
            case .none: .unvote
            }
        return try await link(to: item, action, session, offer) { $0.vote == vote }
    }

    private func prepare(
        _ offer: MemberItemState.Offer, _ isOn: Bool, _ item: RemoteItem, _ action: RemoteAction,
        _ session: MemberSession
    ) async throws(SourceError) -> PreparedAction.Result {
        try await link(to: item, action, session, offer) { $0.isOn(offer) == isOn }
    }

    /// Prepares an action by link. The item's own page has all of its links; a page with a thread lacks some of the
    /// comments' links.
    private func link(
        to item: RemoteItem, _ action: RemoteAction, _ session: MemberSession, _ offer: MemberItemState.Offer,
        isDone: (HackerNewsControls) -> Bool
    ) async throws(SourceError) -> PreparedAction.Result {
        let id = try Self.id(of: item)
        let page = endpoints.page(of: id)
        let known = client.tokens.controls(of: id, at: endpoints.site, for: session, now: client.now())
        if let known, let link = known.link(offer), !isDone(known) {
            return .ready(PreparedAction(action, address: link.address, method: .get, page: page))
        }
        let controls = try await controls(of: id, session)
        if isDone(controls) { return .ended(.accepted()) }
        guard let link = controls.link(offer) else { return .ended(.refused(RemoteRefusal(.notOffered))) }
        return .ready(PreparedAction(action, address: link.address, method: .get, page: page))
    }

    func controls(of id: Int, _ session: MemberSession) async throws(SourceError) -> HackerNewsControls {
        let page = try await client.memberPage("\(endpoints.site)/item?id=\(id)", as: session)
        return client.controls(on: page)[id] ?? HackerNewsControls()
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
    fileprivate var withLineFeeds: String { replacing("\r\n", with: "\n").replacing("\r", with: "\n") }
}

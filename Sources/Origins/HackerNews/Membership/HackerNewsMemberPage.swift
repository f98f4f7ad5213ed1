import Foundation
import Markup
import News
import URLs
import Untrusted

/// A page of the site as a member sees it.
struct HackerNewsMemberPage: Sendable {
    let html: String
    let root: HTMLElement
    let address: WebAddress
    let selectors: HackerNewsSelectors

    private static let maxWords = 300

    init(_ html: String, address: WebAddress, selectors: HackerNewsSelectors) {
        self.html = html
        self.address = address
        self.selectors = selectors
        root = HTMLDocument(FormControlMarkup.rewritten(html)).root
    }

    func first(_ rule: String) -> HTMLElement? { root.first(selectors.selector(rule)) }

    // MARK: The session

    /// The user name of the member that the site shows the page to.
    var memberName: String? { first("member.name").map { MemberSession.printable($0.text) } }
    var logout: WebAddress? { first("member.logout")?["href"].flatMap { WebAddress($0, base: address) } }
    var karma: Int? {
        first("member.karma").flatMap { UntrustedInteger($0.text)?.int(in: -1_000_000_000...1_000_000_000) }
    }

    func isSignedIn(as session: MemberSession) -> Bool { logout != nil && memberName == session.name }

    /// Returns true if the page may be the member's. Pages that only contain a form for members need not show a name,
    /// but none may show another name.
    func mayBelong(to session: MemberSession) -> Bool {
        guard let memberName else {
            return logout == nil && first("member.signIn") == nil && first("form.login") == nil
        }
        return memberName == session.name
    }

    // MARK: Forms

    /// Returns a form; nil if the page has none or was cut off, since a part of the form may then be missing.
    func form(_ rule: String) -> HackerNewsForm? {
        guard !isCutOff, let element = first(rule) else { return nil }
        return HackerNewsForm(element)
    }

    /// Returns the address that a form of this page is sent to.
    func target(
        of form: HackerNewsForm, pressing button: HackerNewsForm.Control? = nil
    ) -> FormDestination.Target {
        form.target(on: FormDestination(root, of: address), pressing: button)
    }

    var isCutOff: Bool {
        let end = selectors.text("page.end")
        guard !end.isEmpty, first("page.sign") != nil else { return false }
        return html.range(of: end, options: [.caseInsensitive, .backwards]) == nil
    }

    // MARK: What it says

    /// The page's own message, without stories, comments, forms, header and footer, which are by others or on every
    /// page.
    var notice: HackerNewsNotice? {
        let isPuzzle = first("form.captcha") != nil
        // Form titles are left out, unless the message is one.
        let (words, all) = (words(withTitles: false), words(withTitles: true))
        if isPuzzle { return HackerNewsNotice(kind: .captcha, words: words) }
        for text in [words, all] {
            guard let kind = HackerNewsNotice.Kind.allCases.first(where: { selectors.says($0, in: text) }) else {
                continue
            }
            return HackerNewsNotice(kind: kind, words: text)
        }
        return words.isEmpty ? nil : HackerNewsNotice(words: words)
    }

    private func words(withTitles: Bool) -> String {
        let (besides, titles) = (selectors.selector("says.besides"), selectors.selector("says.titles"))
        let html = root.innerHTML { besides.matches($0) || !withTitles && titles.matches($0) }
        return PlainText.excerpt(of: PlainText.of(html: html), limit: Self.maxWords)
    }

    /// True if a bare sentence that is not about the session takes the place of a page.
    var isRefusal: Bool {
        guard first("page.sign") == nil, first("form.login") == nil, let notice else { return false }
        return notice.kind != .signedOut && notice.kind != .badLogin
    }

    /// Returns the error for a page that is not the member's.
    func failure(at host: String) -> SourceError {
        let notice = notice
        switch notice?.kind {
        case .notThere: return .notThere
        case .work, .blocked, .tooQuick: return .refused(status: 200, message: notice?.words)
        // Other users may not see a member's own lists.
        case .signedOut, .badLogin, .captcha, .notOffered: return .signInNeeded
        case .expired, .again, .titleTooLong, .invalid, nil: break
        }
        // The page asks for a sign-in, or belongs to another member.
        let isAnothers = logout != nil && memberName != nil
        if isAnothers || first("member.signIn") != nil || first("form.login") != nil { return .signInNeeded }
        let words = PlainText.excerpt(of: notice?.words ?? "", limit: 80)
        guard first("page.sign") != nil else {
            return .unreadable(FailureCause(words.isEmpty ? .notAWebPage(.empty) : .briefPage(words), at: host))
        }
        // The page does not indicate that the session is lost.
        let rule = "member.logout"
        return .unreadable(
            FailureCause(
                .missingElement(
                    .person, rule: rule, selector: selectors.selector(rule).text,
                    excerpt: words.isEmpty ? nil : words), at: host))
    }
}

/// The message that the site shows instead of performing the action.
struct HackerNewsNotice: Sendable {
    /// The kinds of messages, recognized by the rules `says.…`.
    enum Kind: String, Sendable, CaseIterable {
        case signedOut, badLogin, captcha, tooQuick, titleTooLong, invalid, expired, again, notThere, notOffered
        /// A block that members enable for themselves in order to work (`noprocrast`).
        case work
        case blocked
    }

    /// The kind; nil for messages that no rule matches.
    var kind: Kind?
    /// The message as plain text.
    var words: String
}

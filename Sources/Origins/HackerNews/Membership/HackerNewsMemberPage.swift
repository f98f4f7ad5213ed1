import Foundation
import Markup
import News
import URLs
import Untrusted

/// A page of the site, as a member sees it.
struct HackerNewsMemberPage: Sendable {
    let html: String
    let root: PageElement
    let address: WebAddress
    let selectors: HackerNewsSelectors

    private static let maxWords = 300

    init(_ html: String, address: WebAddress, selectors: HackerNewsSelectors) {
        self.html = html
        self.address = address
        self.selectors = selectors
        root = ParsedPage(FormControlMarkup.rewritten(html)).root
    }

    func first(_ rule: String) -> PageElement? { root.first(selectors.selector(rule)) }

    // MARK: The session

    /// Whom the site takes the reader for.
    var memberName: String? { first("member.name").map { MemberSession.printable($0.text) } }
    var logout: WebAddress? { first("member.logout")?["href"].flatMap { WebAddress($0, base: address) } }
    var karma: Int? {
        first("member.karma").flatMap { UntrustedInteger($0.text)?.int(in: -1_000_000_000...1_000_000_000) }
    }

    func isSignedIn(as session: MemberSession) -> Bool { logout != nil && memberName == session.name }

    /// Pages with a form of members only need not say whose they are; none may say another name.
    func mayBelong(to session: MemberSession) -> Bool {
        guard let memberName else {
            return logout == nil && first("member.signIn") == nil && first("form.login") == nil
        }
        return memberName == session.name
    }

    // MARK: Forms

    /// Nil where the page has none, or was cut off, so that a part of it may be missing.
    func form(_ rule: String) -> HackerNewsForm? {
        guard !isCutOff, let element = first(rule) else { return nil }
        return HackerNewsForm(element)
    }

    /// The address that a form of this page is sent to.
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

    /// The page's own words, without stories, comments, forms, head and foot, which are others' or always there.
    var notice: HackerNewsNotice? {
        let isPuzzle = first("form.captcha") != nil
        // Titles of forms are left out, unless the message is one.
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

    /// A bare sentence in place of a page, which is not about the session.
    var isRefusal: Bool {
        guard first("page.sign") == nil, first("form.login") == nil, let notice else { return false }
        return notice.kind != .signedOut && notice.kind != .badLogin
    }

    /// Of a page that is not the member's.
    func failure(at host: String) -> SourceError {
        let notice = notice
        switch notice?.kind {
        case .notThere: return .notThere
        case .work, .blocked, .tooQuick: return .refused(status: 200, message: notice?.words)
        // Strangers may not see a member's own lists.
        case .signedOut, .badLogin, .captcha, .notOffered: return .signInNeeded
        case .expired, .again, .titleTooLong, .invalid, nil: break
        }
        // It asks for a sign-in, or is another member's.
        let isAnothers = logout != nil && memberName != nil
        if isAnothers || first("member.signIn") != nil || first("form.login") != nil { return .signInNeeded }
        let words = PlainText.excerpt(of: notice?.words ?? "", limit: 80)
        guard first("page.sign") != nil else {
            return .unreadable(FailureCause(words.isEmpty ? .notAWebPage(.empty) : .briefPage(words), at: host))
        }
        // It says of no session that it is lost.
        let rule = "member.logout"
        return .unreadable(
            FailureCause(
                .missingElement(
                    .person, rule: rule, selector: selectors.selector(rule).text,
                    excerpt: words.isEmpty ? nil : words), at: host))
    }
}

/// What the site says instead of doing what was asked.
struct HackerNewsNotice: Sendable {
    /// By the rules `says.…`.
    enum Kind: String, Sendable, CaseIterable {
        case signedOut, badLogin, captcha, tooQuick, titleTooLong, invalid, expired, again, notThere, notOffered
        /// Bars members who work from the site, as they asked it to.
        case work
        case blocked
    }

    /// Nil for words that no rule knows.
    var kind: Kind?
    /// As plain text.
    var words: String
}

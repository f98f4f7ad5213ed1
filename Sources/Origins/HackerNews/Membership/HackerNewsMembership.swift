import Fetching
import Foundation
import JSON
import Markup
import News
import URLs
import Untrusted

/// The sessions, and the pages that the site shows only to a member.
struct HackerNewsMembership: MembershipCapability {
    let client: HackerNewsMemberClient
    let signInPage: WebAddress

    private var endpoints: HackerNewsEndpoints { client.endpoints }
    private var selectors: HackerNewsSelectors { client.selectors }

    /// The maximum number of pages that are fetched of one thread, with the usual pause (two seconds) between them.
    private static let maxPages = 5
    private static let captchaWords = "The site asks for a puzzle, which only a browser can show."
    private static let unknownCookieWords = "The site does not know this cookie."

    // MARK: Sessions

    /// Signs in. The form's hidden fields come from the sign-in page. The password is sent in the request's body and
    /// nowhere else.
    func signIn(name: String, password: String) async throws(SourceError) -> SignInOutcome {
        let page = try await client.page("\(endpoints.site)/login?goto=news", as: nil)
        if page.first("form.captcha") != nil { return .captcha(message: page.notice?.words ?? Self.captchaWords) }
        guard let form = page.form("form.login"), let element = page.first("form.login"),
            let nameField = element.first(selectors.selector("form.loginName"))?["name"],
            let passwordField = element.first(selectors.selector("form.password"))?["name"]
        else {
            let rule = "form.login"
            throw .unreadable(
                FailureCause(
                    .missingElement(
                        .person, rule: rule, selector: selectors.selector(rule).text,
                        excerpt: page.notice?.words), at: client.host))
        }
        guard case .own(let address) = page.target(of: form) else {
            throw .notAllowed(FailureCause(.foreignForm, at: client.host))
        }
        let response: FetchResponse
        do {
            response = try await client.send(
                address, method: .post, fields: form.fields([nameField: name, passwordField: password]), as: nil)
        } catch { throw SourceError(error, site: client.host) }
        return try outcome(of: response, at: address, name: name)
    }

    private func outcome(
        of response: FetchResponse, at address: WebAddress, name: String
    ) throws(SourceError) -> SignInOutcome {
        if [301, 302, 303].contains(response.status), let cookie = HackerNewsMemberClient.sessionCookie(in: response) {
            // The cookie has the site's spelling of the name.
            return .signedIn(
                MemberSession(name: HackerNewsMemberClient.name(in: cookie) ?? name, cookie: cookie))
        }
        if HackerNewsScraper.backoffStatuses.contains(response.status), let until = response.retryAfter {
            throw .busy(until: until)
        }
        let page = client.page(of: response, at: address)
        let notice = page.notice
        if let error = SourceError.refusal(response.status, message: notice?.words) { throw error }
        if notice?.kind == .captcha { return .captcha(message: notice?.words ?? Self.captchaWords) }
        if let notice, !notice.words.isEmpty { return .rejected(message: notice.words) }
        throw page.failure(at: client.host)
    }

    /// Creates a session from a pasted cookie; the site tells whose cookie it is.
    func adopt(cookie text: String) async throws(SourceError) -> SignInOutcome {
        guard let cookie = Self.cookie(pasted: text) else { return .rejected(message: Self.unknownCookieWords) }
        let page = try await client.page(
            "\(endpoints.site)/news", as: MemberSession(name: "", cookie: cookie))
        if let name = page.memberName, !name.isEmpty, page.logout != nil {
            return .signedIn(MemberSession(name: name, cookie: cookie))
        }
        let failure = page.failure(at: client.host)
        guard failure == .signInNeeded else { throw failure }
        return .rejected(message: Self.unknownCookieWords)
    }

    /// Returns the cookie from pasted text: `user=juniper&token`, a whole `Cookie` line, or the value alone, as shown
    /// in browsers' developer tools.
    static func cookie(pasted text: String) -> String? {
        var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.lowercased().hasPrefix("cookie:") { text = String(text.dropFirst("cookie:".count)) }
        let name = HackerNewsMemberClient.cookieName + "="
        for part in text.split(separator: ";") {
            let pair = part.trimmingCharacters(in: .whitespaces)
            guard pair.hasPrefix(name) else { continue }
            return HackerNewsMemberClient.sessionCookie(value: String(pair.dropFirst(name.count)))
        }
        // The whole text may be in quotes.
        let value = text.trimmingCharacters(in: CharacterSet(charactersIn: "\"' "))
        return HackerNewsMemberClient.sessionCookie(
            value: value.hasPrefix(name) ? String(value.dropFirst(name.count)) : value)
    }

    /// Signs out with the link of a page. If this fails, the session is forgotten locally all the same.
    func signOut(_ session: MemberSession) async {
        do {
            let page = try await client.memberPage("\(endpoints.site)/news", as: session)
            guard let address = page.logout else { return }
            _ = try await client.send(address, method: .get, fields: [], as: session)
        } catch {}
    }

    // MARK: A thread

    func view(of storyKey: String, as session: MemberSession) async throws(SourceError) -> MemberThreadState {
        guard let id = UntrustedInteger(storyKey)?.int(in: JSONValue.exactIntegers),
            let first = endpoints.page(of: id)
        else { throw .notThere }
        var view = MemberThreadState()
        var address = first.text
        var visited: Set<String> = []
        while visited.count < Self.maxPages, visited.insert(address).inserted {
            let page = try await client.memberPage(address, as: session)
            guard page.first("item.story") != nil else {
                throw client.mapper.missingElementError(.story, "item.story", client.host, page.root)
            }
            view.karma = page.karma ?? view.karma
            view.items.merge(items(on: page, of: session)) { known, _ in known }
            let more = page.first("item.more")?["href"]
            guard let more, let next = WebAddress(more, base: page.address), endpoints.isAtOrigin(next) else { break }
            address = next.text
        }
        return view
    }

    /// Returns all stories and comments of a page, including those without controls.
    func items(on page: HackerNewsMemberPage, of session: MemberSession) -> [String: MemberItemState] {
        let controls = client.controls(on: page)
        var items: [String: MemberItemState] = [:]
        for rule in ["list.row", "item.comment"] {
            for row in page.root.all(selectors.selector(rule)) {
                guard let id = client.mapper.id(row) else { continue }
                items["\(id)"] = (controls[id] ?? HackerNewsControls()).item(isOwn: isOwn(row, session))
            }
        }
        return items
    }

    private func isOwn(_ row: HTMLElement, _ session: MemberSession) -> Bool {
        if row.first(selectors.selector("member.own")) != nil { return true }
        let author =
            row.first(selectors.selector("item.author"))
            ?? row.next?.first(selectors.selector("list.details"))?.first(selectors.selector("list.author"))
        return author?.text == session.name
    }

    // MARK: The profile

    func profilePage(of session: MemberSession) async throws(SourceError) -> HackerNewsMemberPage {
        try await client.memberPage("\(endpoints.site)/user?id=\(session.name.percentEncoded)", as: session)
    }

    func profile(as session: MemberSession) async throws(SourceError) -> MemberProfile {
        let page = try await profilePage(of: session)
        guard let form = page.form("form.profile") else {
            throw client.mapper.missingElementError(.person, "form.profile", client.host, page.root)
        }
        var profile = try client.mapper.profile(page.html, name: session.name, host: client.host)
        let fields = fields(of: form)
        if let about = fields.first(where: { $0.name == "about" }) {
            profile.about = CommentMarkup.hackerNews.preview(about.value)
        }
        profile.karma = page.karma ?? profile.karma
        return MemberProfile(name: session.name, profile: profile, fields: fields)
    }

    /// Returns the fields that a member can change.
    func fields(of form: HackerNewsForm) -> [MemberProfile.Field] {
        let numbers = selectors.text("form.numbers").split(separator: " ").map(String.init)
        return form.controls.filter { !$0.isHidden }.map { control in
            let kind: MemberProfile.Field.Kind =
                if !control.options.isEmpty {
                    .choice(control.options)
                } else if control.isText {
                    .text
                } else {
                    control.type == "number" || numbers.contains(control.name) ? .number : .line
                }
            return MemberProfile.Field(
                name: control.name, label: control.label.isEmpty ? control.name : control.label, value: control.value,
                kind: kind)
        }
    }
}

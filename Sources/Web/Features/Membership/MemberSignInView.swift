import Library
import Markup
import News
import URLs

/// A view of the sign-in to an origin.
struct MemberSignInView {
    let scope: RequestScope
    let source: StorySource
    /// The account of an ended session, whose name is kept.
    let account: MemberAccount?
    /// The failure of the previous attempt.
    let failure: (result: MembershipResult, typedName: String?)?

    private var siteName: String { SiteName.of(source, in: scope) }
    private var fields: [(name: String, value: String)] {
        [("source", String(source.id))] + (scope.ownPath(scope.query["back"]).map { [("next", $0)] } ?? [])
    }

    func write(into w: inout HTMLWriter) {
        w.element(.h1, text: Strings.signInTo(siteName))
        if let result = failure?.result {
            let sentence = Strings.membershipResult(result, at: siteName)
            w.element(.p, class: "error-note", [.role("alert")], text: sentence)
        } else if let sentence = account.flatMap({ Strings.lostSession($0, at: siteName, scope.time) }) {
            w.element(.p, class: "note", [.role("status")], text: sentence)
        }
        writeForm(&w)
        for hint in scope.dependencies.settings.sampleAccounts where hint.site == source.site.origin {
            w.element(.p, class: "note sample-account", text: Strings.sampleAccount(hint))
        }
        writeBrowserWay(&w)
    }

    private func writeForm(_ w: inout HTMLWriter) {
        ActionForm(
            scope, .memberSignIn, returnPath: scope.path(.account(source: source.id)), fields: fields,
            style: "card-form native-submit member-form"
        ).write(into: &w) { w in
            w.element(.label, class: "field") { w in
                w.element(.span, text: Strings.memberName)
                w.void(
                    .input, class: "input",
                    [
                        .name("name"), .required(), .autocomplete("username"),
                        .autocapitalize("none"), .spellcheck("false"), .value(failure?.typedName ?? account?.name),
                    ])
            }
            w.element(.label, class: "field") { w in
                w.element(.span, text: Strings.memberPassword(siteName))
                w.void(
                    .input, class: "input",
                    [
                        .type("password"), .name("password"), .required(),
                        .autocomplete("current-password"), .autocapitalize("none"), .spellcheck("false"),
                        .attribute("enterkeyhint", "go"),
                    ])
            }
            w.element(.p, class: "note", text: Strings.passwordIsNotKept(siteName))
            w.element(.button, class: "button primary", text: Strings.memberSignIn)
        }
    }

    /// Writes the sign-in through the browser, for a captcha that only a browser can show.
    private func writeBrowserWay(_ w: inout HTMLWriter) {
        guard let signInPage = scope.library.sources.source(of: source.kind, at: source.site)?.membership?.signInPage
        else { return }
        var isOpen = false
        if case .captcha? = failure?.result { isOpen = true }
        w.element(.details, class: "confirmation", [.open(isOpen)]) { w in
            w.element(.summary, class: "quiet", text: Strings.signInByBrowser)
            w.element(.ol, class: "browser-steps") { w in
                w.element(.li) { w in
                    w.element(
                        .a, class: "quiet", [.target("_blank"), .rel("noopener noreferrer"), .href(signInPage.text)],
                        text: Strings.openSignInPage(siteName))
                }
                w.element(.li, text: Strings.findCookie(siteName, host: source.site.host))
            }
            writeCookieForm(&w)
        }
    }

    private func writeCookieForm(_ w: inout HTMLWriter) {
        ActionForm(
            scope, .adoptSession, returnPath: scope.path(.account(source: source.id)), fields: fields,
            style: "native-submit"
        ).write(into: &w) { w in
            w.element(.label, class: "field") { w in
                w.element(.span, text: Strings.cookieField)
                w.void(
                    .input, class: "input",
                    [
                        .type("password"), .name("cookie"), .required(), .autocomplete("off"),
                        .autocapitalize("none"), .spellcheck("false"),
                    ])
            }
            w.element(.button, class: "button", text: Strings.takeCookie)
        }
    }
}

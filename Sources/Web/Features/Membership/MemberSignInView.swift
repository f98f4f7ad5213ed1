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

    private var host: String { source.site.host }
    private var fields: [(name: String, value: String)] {
        [("source", String(source.id))] + (scope.ownPath(scope.query["back"]).map { [("next", $0)] } ?? [])
    }

    func write(into w: inout HTMLWriter) {
        w.raw("<h1>")
        w.text(Strings.signInTo(host))
        w.raw("</h1>")
        if let result = failure?.result {
            w.raw("<p class=\"error-note\" role=\"alert\">")
            w.text(Strings.membershipResult(result, at: host))
            w.raw("</p>")
        } else if let sentence = account.flatMap({ Strings.lostSession($0, scope.time) }) {
            w.raw("<p class=\"note\" role=\"status\">")
            w.text(sentence)
            w.raw("</p>")
        }
        writeForm(&w)
        for hint in scope.dependencies.settings.sampleAccounts where hint.site == source.site.origin {
            w.raw("<p class=\"note sample-account\">")
            w.text(Strings.sampleAccount(hint))
            w.raw("</p>")
        }
        writeBrowserWay(&w)
    }

    private func writeForm(_ w: inout HTMLWriter) {
        ActionForm(
            scope, writing: .memberSignIn, returnPath: scope.path(.account(source: source.id)), fields: fields,
            style: "card-form native-submit member-form"
        ).write(into: &w) { w in
            w.raw("<label class=\"field\"><span>")
            w.text(Strings.memberName)
            w.raw(
                "</span><input class=\"input\" name=\"name\" required autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\""
            )
            w.attribute("value", failure?.typedName ?? account?.name)
            w.raw("></label><label class=\"field\"><span>")
            w.text(Strings.memberPassword(host))
            w.raw(
                "</span><input class=\"input\" type=\"password\" name=\"password\" required autocomplete=\"current-password\" autocapitalize=\"none\" spellcheck=\"false\" enterkeyhint=\"go\"></label><p class=\"note\">"
            )
            w.text(Strings.passwordIsNotKept(host))
            w.raw("</p><button class=\"button primary\">")
            w.text(Strings.memberSignIn)
            w.raw("</button>")
        }
    }

    /// Writes the sign-in through the browser, for a captcha that only a browser can show.
    private func writeBrowserWay(_ w: inout HTMLWriter) {
        guard let signInPage = scope.library.sources.source(of: source.kind, at: source.site)?.membership?.signInPage
        else { return }
        var isOpen = false
        if case .captcha? = failure?.result { isOpen = true }
        w.raw(isOpen ? "<details class=\"confirmation\" open>" : "<details class=\"confirmation\">")
        w.raw("<summary class=\"quiet\">")
        w.text(Strings.signInByBrowser)
        w.raw(
            "</summary><ol class=\"browser-steps\"><li><a class=\"quiet\" target=\"_blank\" rel=\"noopener noreferrer\""
        )
        w.attribute("href", signInPage.text)
        w.raw(">")
        w.text(Strings.openSignInPage(host))
        w.raw("</a></li><li>")
        w.text(Strings.findCookie(host))
        w.raw("</li></ol>")
        ActionForm(
            scope, writing: .adoptSession, returnPath: scope.path(.account(source: source.id)), fields: fields,
            style: "native-submit"
        ).write(into: &w) { w in
            w.raw("<label class=\"field\"><span>")
            w.text(Strings.cookieField)
            w.raw(
                "</span><input class=\"input\" type=\"password\" name=\"cookie\" required autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\"></label><button class=\"button\">"
            )
            w.text(Strings.takeCookie)
            w.raw("</button>")
        }
        w.raw("</details>")
    }
}

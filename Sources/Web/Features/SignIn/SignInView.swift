import Library
import Markup

/// A view of the sign-in pages, which show no data of a reader.
struct SignInView {
    let dependencies: WebDependencies
    let client: ClientInfo

    /// Returns the page with the password form.
    /// - Parameters:
    ///   - next: the validated return path.
    ///   - isPossible: true if a password is set.
    ///   - path: the path of this form.
    func passwordPage(next: String?, errorMessage: String?, isPossible: Bool, at path: String) -> HTMLWriter {
        frame(SignInStrings.title) { w in
            guard isPossible else { return writeNote(SignInStrings.noPassword, &w) }
            w.raw("<form class=\"sign-in-form\" method=\"post\"")
            w.attribute("action", path)
            w.raw(">")
            if let next { w.hiddenField("next", next) }
            // Password managers need a username field.
            w.raw(
                "<input class=\"visually-hidden\" type=\"text\" name=\"username\" value=\"reader\" autocomplete=\"username\" tabindex=\"-1\" aria-hidden=\"true\" readonly>"
            )
            w.raw("<label for=\"password\">")
            w.text(SignInStrings.password)
            w.raw(
                "</label><input id=\"password\" name=\"password\" type=\"password\" required autofocus autocapitalize=\"none\" spellcheck=\"false\" enterkeyhint=\"go\" maxlength=\"1024\" autocomplete=\"current-password\""
            )
            if errorMessage != nil { w.raw(" aria-invalid=\"true\" aria-describedby=\"trouble\"") }
            w.raw(">")
            if let errorMessage {
                w.raw("<p id=\"trouble\" class=\"sign-in-error\" role=\"alert\">")
                w.text(errorMessage)
                w.raw("</p>")
            }
            w.raw("<button class=\"button primary wide-button\">")
            w.text(SignInStrings.signIn)
            w.raw("</button></form>")
            if let hint = dependencies.settings.accessPolicy.signInHint { writeNote(hint, &w) }
            writeInsecureNote(&w)
        }
    }

    /// Returns the page of a one-time link; script submits its form once the page is visible.
    func linkPage(_ link: SecretToken) -> HTMLWriter {
        frame(SignInStrings.linkTitle, script: "sign-in.js") { w in
            writeNote(SignInStrings.linkWorks, &w)
            w.raw("<form class=\"sign-in-form\" method=\"post\" data-sign-in-form")
            w.attribute("action", "/enter/\(link.text)")
            w.raw("><button class=\"button primary wide-button\">")
            w.text(SignInStrings.enter)
            w.raw("</button></form>")
        }
    }

    func expiredLinkPage(isSpent: Bool, isInside: Bool) -> HTMLWriter {
        frame(isSpent ? SignInStrings.spentTitle : SignInStrings.expiredTitle) { w in
            writeNote(isSpent ? SignInStrings.spent : SignInStrings.expired, &w)
            w.raw("<p class=\"sign-in-form\"><a class=\"button primary wide-button\"")
            w.attribute("href", isInside ? "/" : "/sign-in")
            w.raw(">")
            w.text(isInside ? SignInStrings.enter : SignInStrings.signIn)
            w.raw("</a></p>")
        }
    }

    private func writeInsecureNote(_ w: inout HTMLWriter) {
        guard !client.isSecureContext else { return }
        writeNote(SignInStrings.insecureConnection, &w)
    }

    private func frame(
        _ title: String, script: StaticString? = nil, _ content: (inout HTMLWriter) -> Void
    ) -> HTMLWriter {
        var w = HTMLWriter(reserving: 4096)
        w.raw("<!DOCTYPE html><html lang=\"en\" data-edition=\"mine\" data-theme=\"automatic\"><head>")
        w.raw(
            "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1,viewport-fit=cover\"><meta name=\"robots\" content=\"noindex\"><title>"
        )
        w.text("\(title) · \(Strings.productName)")
        w.raw("</title><link rel=\"stylesheet\"")
        w.attribute("href", dependencies.assets.path(named: AssetCatalog.publicStylesheet))
        w.raw("><link rel=\"stylesheet\"")
        w.attribute("href", dependencies.assets.path("sign-in.css"))
        w.raw(">")
        PWAHeadTags(dependencies: dependencies).write(into: &w)
        if let script {
            w.raw("<script type=\"module\"")
            w.attribute("src", dependencies.assets.path(script))
            w.raw("></script>")
        }
        w.raw("</head><body class=\"sign-in\"><main id=\"main\"><p class=\"sign-in-title\">")
        w.text(Strings.productName)
        w.raw("</p><h1>")
        w.text(title)
        w.raw("</h1>")
        content(&w)
        w.raw("</main></body></html>")
        return w
    }

    private func writeNote(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"sign-in-note\">")
        w.text(words)
        w.raw("</p>")
    }
}

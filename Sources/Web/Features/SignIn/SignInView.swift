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
    ///   - asksForName: true if several readers may sign in.
    ///   - hasPasskeys: true if somebody has a passkey for this address.
    ///   - path: the path of this form.
    func passwordPage(
        next: String?, error: SignInFieldError?, isPossible: Bool, asksForName: Bool, hasPasskeys: Bool,
        passkeyError: PasskeyRejection?, typedName: String, openID: OpenIDButton?, at path: String
    ) -> HTMLWriter {
        frame(SignInStrings.title, script: hasPasskeys ? "passkeys.js" : nil) { w in
            if let openID { write(openID, &w) }
            guard isPossible else {
                if openID == nil { writeNote(SignInStrings.noPassword, &w) }
                return
            }
            w.element(.form, class: "sign-in-form", [.method("post"), .action(path)]) { w in
                if let next { w.hiddenField("next", next) }
                if asksForName {
                    writeName(typedName, offersPasskeys: hasPasskeys, &w)
                } else {
                    writeHiddenName(&w)
                }
                writePassword(
                    error, purpose: hasPasskeys ? "current-password webauthn" : "current-password",
                    isFirst: !asksForName || !typedName.isEmpty, &w)
                w.element(.button, class: "button primary wide-button", text: SignInStrings.signIn)
            }
            if hasPasskeys { writePasskeyForm(next, passkeyError, at: "\(path)/passkey", &w) }
            writeForgottenPassword(inCompany: asksForName, &w)
            if let hint = dependencies.settings.accessPolicy.signInHint { writeNote(hint, &w) }
            writeInsecureNote(&w)
        }
    }

    /// Writes the form that script fills in and sends, once the browser has signed a challenge.
    private func writePasskeyForm(
        _ next: String?, _ error: PasskeyRejection?, at path: String, _ w: inout HTMLWriter
    ) {
        w.element(.div, class: "other-sign-in", [.hidden(), .data(.passkeySignIn, path)]) { w in
            w.element(.p, class: "sign-in-or", text: PasskeyStrings.or)
            w.element(.form, class: "sign-in-form", [.method("post"), .action(path)]) { w in
                if let next { w.hiddenField("next", next) }
                for name in ["id", "clientData", "authenticatorData", "signature", "userHandle"] {
                    w.hiddenField(name, "")
                }
                w.element(.button, class: "button wide-button", text: PasskeyStrings.signIn)
                w.element(
                    .p, class: "sign-in-error",
                    [
                        .role("alert"), .attribute("hidden", error == nil ? "" : nil),
                        .data(.cancelledText, PasskeyStrings.cancelled), .data(.failedText, PasskeyStrings.failed),
                    ], text: error?.sentence ?? "")
            }
        }
    }

    private func write(_ button: OpenIDButton, _ w: inout HTMLWriter) {
        w.element(.div, class: "sign-in-form") { w in
            if let words = button.errorMessage {
                w.element(.p, class: "sign-in-error", [.role("alert")], text: words)
            }
            w.element(.a, class: "button wide-button", [.href(button.path)], text: button.title)
        }
    }

    /// Writes the name that password managers need where there is none to type.
    private func writeHiddenName(_ w: inout HTMLWriter) {
        w.void(
            .input, class: "visually-hidden",
            [
                .type("text"), .name("username"), .value("reader"),
                .autocomplete("username"), .tabindex(-1), .aria("hidden", "true"), .readonly(),
            ])
    }

    private func writeName(
        _ typed: String, offersPasskeys: Bool = false, error: SignInFieldError? = nil, _ w: inout HTMLWriter
    ) {
        w.element(.label, [.for("name")], text: SignInStrings.name)
        let error = error?.field == .name ? error : nil
        w.void(
            .input,
            [
                .id("name"), .name("name"), .type("text"), .required(), .value(typed), .autocapitalize("none"),
                .spellcheck("false"), .maxlength(100), .autocomplete(offersPasskeys ? "username webauthn" : "username"),
                .autofocus(typed.isEmpty || error != nil),
            ], more: { w in error?.writeReference(&w) })
        error?.write(&w)
    }

    private func writePassword(
        _ error: SignInFieldError?, purpose: String, isFirst: Bool, _ w: inout HTMLWriter
    ) {
        w.element(.label, [.for("password")], text: SignInStrings.password)
        let error = error?.field == .password ? error : nil
        w.void(
            .input,
            [
                .id("password"), .name("password"), .type("password"), .required(), .autofocus(isFirst),
                .autocapitalize("none"), .spellcheck("false"), .attribute("enterkeyhint", "go"), .maxlength(1024),
                .autocomplete(purpose),
            ], more: { w in error?.writeReference(&w) })
        error?.write(&w)
    }

    /// Writes what helps who has forgotten the password: no mail is sent, but somebody can make a link.
    private func writeForgottenPassword(inCompany: Bool, _ w: inout HTMLWriter) {
        w.element(.details, class: "sign-in-help") { w in
            w.element(.summary, class: "quiet", text: SignInStrings.forgotten)
            if inCompany { writeNote(SignInStrings.askOwner, &w) }
            writeNote(SignInStrings.linkFromMachine(inCompany: inCompany), &w)
        }
    }

    // MARK: - Invitations

    /// Returns the page of an invitation, with the form that joins the house.
    func joinPage(
        _ invitation: Invitation, at path: String, openID: OpenIDButton?, typedName: String = "",
        error: SignInFieldError? = nil
    ) -> HTMLWriter {
        frame(PeopleStrings.joinTitle) { w in
            writeNote(PeopleStrings.joinExplanation(invitation.inviterName), &w)
            if let openID { write(openID, &w) }
            w.element(.form, class: "sign-in-form", [.method("post"), .action(path)]) { w in
                writeName(typedName, error: error, &w)
                writePassword(error, purpose: "new-password", isFirst: error?.field == .password, &w)
                writeNote(Strings.passwordAdvice, &w)
                w.element(.button, class: "button primary wide-button", text: PeopleStrings.join)
            }
            writeInsecureNote(&w)
        }
    }

    /// Returns the page of an invitation that does not work.
    func deadInvitationPage(isUsed: Bool) -> HTMLWriter {
        frame(isUsed ? PeopleStrings.usedTitle : PeopleStrings.expiredTitle) { w in
            writeNote(isUsed ? PeopleStrings.used : PeopleStrings.expired, &w)
            w.element(.p, class: "sign-in-form") { w in
                w.element(
                    .a, class: "button primary wide-button", [.href("/" + PathPattern.signIn.text)],
                    text: SignInStrings.signIn)
            }
        }
    }

    /// Returns the page of a one-time link; script submits its form once the page is visible.
    func linkPage(_ link: SecretToken) -> HTMLWriter {
        frame(SignInStrings.linkTitle, script: "sign-in.js") { w in
            writeNote(SignInStrings.linkWorks, &w)
            w.element(
                .form, class: "sign-in-form",
                [
                    .method("post"), .data(.signInForm),
                    .action("/" + PathPattern.signInLink.path(link.text)),
                ]
            ) { w in
                w.element(.button, class: "button primary wide-button", text: SignInStrings.enter)
            }
        }
    }

    func expiredLinkPage(isSpent: Bool, isInside: Bool) -> HTMLWriter {
        frame(isSpent ? SignInStrings.spentTitle : SignInStrings.expiredTitle) { w in
            writeNote(isSpent ? SignInStrings.spent : SignInStrings.expired, &w)
            w.element(.p, class: "sign-in-form") { w in
                w.element(
                    .a, class: "button primary wide-button", [.href("/" + (isInside ? "" : PathPattern.signIn.text))],
                    text: isInside ? SignInStrings.enter : SignInStrings.signIn)
            }
        }
    }

    /// Returns the page that asks before a mailbox gets no more mails; its form posts to its own address.
    func unsubscribePage() -> HTMLWriter {
        frame(Strings.unsubscribeTitle) { w in
            writeNote(Strings.unsubscribeQuestion, &w)
            w.element(.form, class: "sign-in-form", [.method("post")]) { w in
                w.element(.button, class: "button primary wide-button", text: Strings.unsubscribe)
            }
        }
    }

    func unsubscribedPage() -> HTMLWriter {
        frame(Strings.unsubscribedTitle) { w in writeNote(Strings.unsubscribed, &w) }
    }

    /// Returns a page of one sentence.
    /// - Parameter hasWayIn: true to write a button that opens the newspaper.
    func notePage(_ title: String, _ words: String, hasWayIn: Bool = false) -> HTMLWriter {
        frame(title) { w in
            writeNote(words, &w)
            guard hasWayIn else { return }
            w.element(.p, class: "sign-in-form") { w in
                w.element(.a, class: "button primary wide-button", [.href("/")], text: SignInStrings.enter)
            }
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
        w.doctype()
        w.element(.html, [.lang("en"), .data(.edition, "mine"), .data(.theme, "automatic")]) { w in
            w.element(.head) { w in writeHead(title, script, &w) }
            w.element(.body, class: "sign-in") { w in
                w.element(.main, [.id("main")]) { w in
                    w.element(.p, class: "sign-in-title", text: Strings.productName)
                    w.element(.h1, text: title)
                    content(&w)
                }
            }
        }
        return w
    }

    private func writeHead(_ title: String, _ script: StaticString?, _ w: inout HTMLWriter) {
        let assets = dependencies.assets
        w.void(.meta, [.attribute("charset", "utf-8")])
        w.void(.meta, [.name("viewport"), .content("width=device-width,initial-scale=1,viewport-fit=cover")])
        w.void(.meta, [.name("robots"), .content("noindex")])
        w.element(.title, text: "\(title) · \(Strings.productName)")
        w.void(.link, [.rel("stylesheet"), .href(assets.path(named: AssetCatalog.publicStylesheet))])
        w.void(.link, [.rel("stylesheet"), .href(assets.path("sign-in.css"))])
        PWAHeadTags(dependencies: dependencies).write(into: &w)
        if let script { w.element(.script, [.type("module"), .src(assets.path(script))]) }
    }

    private func writeNote(_ words: String, _ w: inout HTMLWriter) {
        w.element(.p, class: "sign-in-note", text: words)
    }
}

/// An error shown at one field of a sign-in form.
struct SignInFieldError {
    enum Field { case name, password }

    let field: Field
    let words: String

    private static let id: StaticString = "trouble"

    /// Writes the attributes of the field that lead to the words.
    func writeReference(_ w: inout HTMLWriter) {
        w.attribute(.aria("invalid", "true"))
        w.attribute(.aria("describedby", "\(Self.id)"))
    }

    func write(_ w: inout HTMLWriter) {
        w.element(.p, [.id("\(Self.id)"), .class("sign-in-error"), .role("alert")], text: words)
    }
}

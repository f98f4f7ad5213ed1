import Library
import Markup

/// A view of the forms that set, change and remove the password. Script adds the switch that shows what is typed, and says
/// how strong it is.
struct PasswordFormView {
    let scope: RequestScope
    let access: AccessState
    let notice: AccessPage.Notice?

    private var path: String { scope.path(Route.page(.accessPassword)) }

    func write(into w: inout HTMLWriter) {
        w.element(.section, class: "settings-group password", [.id("password")]) { w in
            w.element(.h2, class: "group-heading", text: access.hasPassword ? Strings.password : Strings.setPassword)
            if case .failed(let words)? = notice {
                w.element(.p, class: "error-note", [.role("alert"), .id("password-error")], text: words)
            }
            guard access.canChangePassword else { return writeNote(Strings.passwordNotHere, &w) }
            guard access.hasPassword else { return writeForm(Strings.setPassword, into: &w) }
            if access.isRecovering { writeNote(Strings.setForgottenPassword, &w) }
            writeDisclosure(Strings.changePassword, isOpen: notice != nil || access.isRecovering, &w) { w in
                writeForm(Strings.changePassword, into: &w)
            }
            guard access.canRemovePassword else { return }
            writeDisclosure(Strings.removePassword, isOpen: false, &w) { w in writeRemoval(&w) }
        }
    }

    private func writeDisclosure(
        _ title: String, isOpen: Bool, _ w: inout HTMLWriter, _ content: (inout HTMLWriter) -> Void
    ) {
        w.element(.details, [.open(isOpen)]) { w in
            w.element(.summary, class: "settings-row") { w in
                w.element(.span, text: title)
                Icon.down.write(scope, into: &w)
            }
            content(&w)
        }
    }

    private func writeForm(_ label: String, into w: inout HTMLWriter) {
        w.element(.form, class: "card-form password-form native-submit", [.method("post"), .action(path)]) { w in
            if !access.hasPassword { w.element(.p, class: "hint", text: Strings.whyPassword) }
            writeUserName(&w)
            if access.needsPresentPassword { writeField(Strings.presentPassword, "current", "current-password", &w) }
            writeField(
                access.hasPassword ? Strings.newPassword : Strings.password, "password", "new-password",
                describedBy: "password-advice", &w)
            w.element(
                .p, class: "hint", [.id("password-advice"), .data(.advice), .aria("live", "polite")],
                text: Strings.passwordAdvice)
            writeField(Strings.passwordAgain, "repeat", "new-password", &w)
            w.element(.label, class: "checkbox-label", [.data(.reveal), .hidden()]) { w in
                w.void(.input, [.type("checkbox")])
                w.text(Strings.showPassword)
            }
            w.element(.button, class: "button primary", text: label)
            if access.hasPassword { w.element(.p, class: "hint", text: Strings.passwordEndsSessions) }
        }
    }

    private func writeRemoval(_ w: inout HTMLWriter) {
        w.element(.form, class: "card-form password-form native-submit", [.method("post"), .action(path)]) { w in
            w.element(.p, class: "hint", text: Strings.removalOpens)
            w.hiddenField("remove", "1")
            writeUserName(&w)
            if access.needsPresentPassword { writeField(Strings.presentPassword, "current", "current-password", &w) }
            w.element(.button, class: "button", text: Strings.removePassword)
        }
    }

    /// Writes the field of the user name, which password managers need.
    private func writeUserName(_ w: inout HTMLWriter) {
        w.void(
            .input, class: "visually-hidden",
            [
                .type("text"), .name("username"), .value(access.userName), .autocomplete("username"), .tabindex(-1),
                .aria("hidden", "true"), .readonly(),
            ])
    }

    private func writeField(
        _ label: String, _ name: String, _ purpose: String, describedBy: String? = nil, _ w: inout HTMLWriter
    ) {
        w.element(.label, class: "field") { w in
            w.element(.span, text: label)
            w.void(
                .input, class: "input",
                [
                    .type("password"), .name(name), .required(), .maxlength(1024), .autocomplete(purpose),
                    .attribute("minlength", purpose == "new-password" ? "8" : nil), .autocapitalize("none"),
                    .spellcheck("false"), .aria("describedby", describedBy),
                ])
        }
    }

    private func writeNote(_ words: String, _ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: words)
    }
}

import HTTPTypes
import Hummingbird
import Library
import Markup
import News

/// A settings page of the passkeys by which the reader signs in.
struct PasskeysPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let passkeys = try await scope.library.passkeys.all(for: scope.reader)
        var page = SettingsView.page(scope, PasskeyStrings.passkeys, script: "passkeys.js") { w in
            w.element(.p, class: "note", text: PasskeyStrings.explanation)
            if PasskeySite(origin: scope.client.origin) == nil {
                w.element(.p, class: "note", text: PasskeyStrings.notHere)
            } else if scope.identity.session == nil {
                writeSignInFirst(scope, &w)
            } else {
                writeForm(scope, &w)
            }
            writeList(passkeys, scope, &w)
        }
        page.isCacheable = false
        return page
    }

    private func writeSignInFirst(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: PasskeyStrings.signInFirst)
        w.element(.p, class: "card-form") { w in
            w.element(
                .a, class: "button primary", [.href(scope.path(Route.page(.access)) + "#password")],
                text: Strings.access)
        }
    }

    /// Writes the form that script fills in and sends, once the browser has made a passkey.
    private func writeForm(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.div, [.hidden(), .data(.passkeyAdd, scope.path(Route.page(.passkeyOptions)))]) { w in
            ActionForm(
                scope, .addPasskey, returnPath: scope.path(Route.page(.passkeys)),
                fields: [("clientData", ""), ("attestation", "")], style: "card-form native-submit"
            ).write(into: &w) { w in
                w.element(.label, class: "field") { w in
                    w.element(.span, text: PasskeyStrings.name)
                    w.void(
                        .input, class: "input",
                        [
                            .name("name"), .required(), .value(DeviceName.of(scope.request.headers[.userAgent])),
                            .maxlength(Passkey.maxNameLength), .autocomplete("off"),
                        ])
                }
                w.element(.button, class: "button primary", text: PasskeyStrings.add)
            }
            writeState(&w)
        }
        w.element(.p, class: "note", [.data(.noScript)], text: PasskeyStrings.needsScript)
    }

    /// Writes the place where script says what went wrong.
    private func writeState(_ w: inout HTMLWriter) {
        w.element(
            .p, class: "error-note",
            [
                .role("alert"), .hidden(), .data(.cancelledText, PasskeyStrings.cancelled),
                .data(.knownText, PasskeyStrings.alreadyOnDevice), .data(.failedText, PasskeyStrings.failed),
            ])
    }

    private func writeList(_ passkeys: [Passkey], _ scope: RequestScope, _ w: inout HTMLWriter) {
        guard !passkeys.isEmpty else { return }
        w.element(.section, class: "settings-group devices") { w in
            w.element(.h2, class: "group-heading", text: PasskeyStrings.yours)
            for passkey in passkeys { write(passkey, scope, &w) }
        }
    }

    private func write(_ passkey: Passkey, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.details, class: "device") { w in
            w.element(.summary, class: "settings-row") { w in
                Icon.lock.write(scope, into: &w)
                w.element(.span) { w in
                    w.element(.b, text: passkey.name)
                    w.element(.small) { w in
                        if let last = passkey.lastUsedAt {
                            w.text("\(Strings.lastUse) ")
                            TimeView.write(scope, last, into: &w)
                        } else {
                            w.text(PasskeyStrings.neverUsed)
                        }
                    }
                }
                Icon.down.write(scope, into: &w)
            }
            w.element(.div, class: "device-forms") { w in
                w.element(.p, class: "note", text: PasskeyStrings.place(passkey))
                w.element(.p, class: "note", text: PasskeyStrings.removal)
                ActionForm(
                    scope, .removePasskey, returnPath: scope.path(Route.page(.passkeys)),
                    fields: [("passkey", String(passkey.id.rawValue))], style: "native-submit"
                ).write(into: &w) { w in
                    w.element(
                        .button, class: "button", [.aria("label", "\(PasskeyStrings.remove): \(passkey.name)")],
                        text: PasskeyStrings.remove)
                }
            }
        }
    }
}

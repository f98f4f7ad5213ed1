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
            for passkey in passkeys {
                RemovableRow(
                    icon: .key, title: passkey.name, lastUsedAt: passkey.lastUsedAt,
                    neverUsed: PasskeyStrings.neverUsed,
                    notes: [PasskeyStrings.place(passkey), PasskeyStrings.removal], removal: PasskeyStrings.remove,
                    action: (.removePasskey, "passkey", passkey.id.rawValue, .passkeys)
                ).write(scope, into: &w)
            }
        }
    }
}

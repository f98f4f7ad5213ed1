import Foundation
import Library
import Markup
import News

/// A settings page of the apps that read the reader's feeds here: each has a password of its own, which is shown once.
struct OtherAppsPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let passwords = try await scope.library.appPasswords.all(for: scope.reader)
        let access = try await AccessState(scope)
        let made = scope.dependencies.appPasswords.value(of: scope.identity.session?.id, for: scope)
        var page = SettingsView.page(scope, Strings.otherApps, script: "copy-buttons.js") { w in
            w.element(.p, class: "note", text: Strings.whatAppsDo)
            if let made {
                writeMade(made, access, scope, &w)
            } else {
                writeForm(scope, &w)
            }
            writeServer(access, made?.secret, scope, &w)
            writeList(passwords, scope, &w)
        }
        page.isCacheable = false
        return page
    }

    private func writeForm(_ scope: RequestScope, _ w: inout HTMLWriter) {
        ActionForm(
            scope, .makeAppPassword, returnPath: scope.path(Route.page(.otherApps)), style: "card-form native-submit"
        ).write(into: &w) { w in
            w.element(.label, class: "field") { w in
                w.element(.span, text: Strings.nameOfApp)
                w.void(
                    .input, class: "input",
                    [
                        .name("name"), .required(), .placeholder(Strings.appExample),
                        .maxlength(AppPassword.maxNameLength), .autocomplete("off"),
                    ])
            }
            w.element(.button, class: "button primary", text: Strings.makeAppPassword)
        }
    }

    /// Writes what to type into a new app.
    private func writeMade(
        _ made: NewAppPassword, _ access: AccessState, _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        w.element(.section, class: "settings-group new-app", [.role("status")]) { w in
            w.element(.h2, class: "group-heading", text: Strings.typeInto(made.password.name))
            writeValue(
                Strings.serverAddress, "\(access.origins.first ?? scope.client.origin)/api/greader.php", scope, &w)
            writeValue(Strings.userName, access.userName, scope, &w)
            writeValue(Strings.password, made.secret, scope, &w)
            w.element(.p, class: "note", text: Strings.shownOnce)
            ActionForm(
                scope, .hideAppPassword, returnPath: scope.path(Route.page(.otherApps)),
                style: "card-form native-submit"
            ).writeButton(Strings.passwordTyped, style: "button primary", into: &w)
        }
    }

    private func writeValue(_ name: String, _ value: String, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.p, class: "note command copied-value") { w in
            w.element(.b, text: name)
            w.element(.code, text: value)
            CopyButton(value: value, name: name).write(into: &w)
        }
    }

    private func writeServer(
        _ access: AccessState, _ secret: String?, _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        SettingsView.writeGroup(Strings.howToSetUp, into: &w) { w in
            w.element(.p, class: "note", text: Strings.chooseFreshRSS)
            let origin = access.origins.first ?? scope.client.origin
            SettingsView.writeFact(Strings.googleReader, "\(origin)/api/greader.php", into: &w)
            SettingsView.writeFact(Strings.googleReaderBare, origin, into: &w)
            SettingsView.writeFact(Strings.fever, "\(origin)/fever/", into: &w)
            SettingsView.writeFact(Strings.userName, access.userName, into: &w)
            writeNewsboat(origin, access.userName, secret ?? "…", &w)
            if access.origins.isEmpty { ReachabilityView.writeLoopbackOnly(scope, &w) }
            if origin.hasPrefix("http:") { w.element(.p, class: "note", text: Strings.appsWithoutCertificate) }
        }
    }

    /// Writes the lines for Newsboat, which is set up by a file.
    private func writeNewsboat(_ origin: String, _ userName: String, _ secret: String, _ w: inout HTMLWriter) {
        let login = userName.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let lines = """
            # Newsboat 2.25 or later
            urls-source "freshrss"
            freshrss-url "\(origin)/api/greader.php"
            freshrss-login "\(login)"
            freshrss-password "\(secret)"
            # Older ones: these in place of those above
            # urls-source "feedhq"
            # feedhq-url "\(origin)"
            # feedhq-login "\(login)"
            # feedhq-password "\(secret)"
            """
        w.element(.details, class: "sign-in-address") { w in
            w.element(.summary, class: "quiet", text: Strings.newsboat)
            w.element(.p, class: "note command copied-value") { w in
                w.element(.code, class: "several-lines", text: lines)
                CopyButton(value: lines, name: Strings.newsboat).write(into: &w)
            }
        }
    }

    private func writeList(_ passwords: [AppPassword], _ scope: RequestScope, _ w: inout HTMLWriter) {
        guard !passwords.isEmpty else { return }
        w.element(.section, class: "settings-group devices") { w in
            w.element(.h2, class: "group-heading", text: Strings.appsSignedIn)
            for password in passwords {
                RemovableRow(
                    icon: .phone, title: password.name, lastUsedAt: password.lastUsedAt,
                    neverUsed: Strings.neverUsed, notes: [Strings.removalSignsOut], removal: Strings.removeApp,
                    action: (.removeAppPassword, "password", password.id.rawValue, .otherApps)
                ).write(scope, into: &w)
            }
        }
    }
}

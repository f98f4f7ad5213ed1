import Library
import Markup
import News

/// A settings page of who can read: the devices, the password and the connection.
struct AccessPage {
    /// A result of the form of the password.
    enum Notice { case failed(String) }

    var notice: Notice?

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let access = try await AccessState(scope)
        let sessions = try await scope.library.sessions.all(for: scope.reader)
        let own = OwnPersonView(scope: scope, person: try await scope.library.people.person(scope.reader))
        let outside = OutsideIdentityListView(
            scope: scope, identities: try await scope.library.outsideIdentities.all(for: scope.reader))
        let password = PasswordFormView(scope: scope, access: access, notice: notice)
        var page = SettingsView.page(scope, Strings.access, script: "access.js") { w in
            writeState(access, scope, &w)
            if !access.hasDevices { password.write(into: &w) }
            if access.hasDevices {
                w.element(.section, class: "settings-group devices") { w in
                    w.element(.h2, class: "group-heading", text: Strings.devices)
                    DeviceListView(scope: scope, sessions: sessions).write(into: &w)
                    writePhone(access, scope, &w)
                }
                password.write(into: &w)
            }
            outside.write(into: &w)
            own.writeName(into: &w)
            writeConnection(access, scope, &w)
            own.writeLeaving(into: &w)
        }
        page.isCacheable = false
        return page
    }

    /// Writes who can read here, in one sentence.
    private func writeState(_ access: AccessState, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.p, class: "access-state", [.data(.state, access.isClosed ? "closed" : "open")]) { w in
            (access.isClosed ? Icon.lock : .alert).write(scope, into: &w)
            w.element(.span, text: state(access, scope.identity))
        }
    }

    private func state(_ access: AccessState, _ identity: ReaderIdentity) -> String {
        switch identity {
        case .signedIn: Strings.onlySignedIn
        case .proxied: SignInStrings.proxySignsIn
        case .anonymous: access.isClosed ? Strings.onlySignedInElsewhere : SignInStrings.localAccess
        }
    }

    private func writePhone(_ access: AccessState, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.div, class: "device-actions") { w in
            AddPhonePage.writeButton(access, scope, into: &w)
            if scope.identity.session != nil { writeSignOut(scope, &w) }
        }
    }

    /// Writes the sign-out form, which is no action: it leads to the sign-in page.
    private func writeSignOut(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.form, [.method("post"), .action("/\(scope.edition.id.rawValue)/\(PathPattern.signOut.text)")]) { w in
            w.element(.button, class: "button", text: SignInStrings.signOut)
        }
    }

    private func writeConnection(_ access: AccessState, _ scope: RequestScope, _ w: inout HTMLWriter) {
        let client = scope.client
        SettingsView.writeGroup(Strings.connection, into: &w) { w in
            w.element(.p, class: "note", text: connection(client))
            if !client.isSecureContext { w.element(.p, class: "note", text: SignInStrings.needsSecure) }
            if access.origins.isEmpty { ReachabilityView.writeLoopbackOnly(scope, &w) }
        }
    }

    private func connection(_ client: ClientInfo) -> String {
        if client.isSecure { return Strings.encrypted }
        return client.isLocal ? Strings.onThisMachine : Strings.notEncrypted
    }
}

/// The sentences on how other devices reach this server.
enum ReachabilityView {
    /// Writes that no other device reaches this server, and what to do about that.
    static func writeLoopbackOnly(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: Strings.reachesNoDevice)
        w.element(.p, class: "note command") { w in
            w.element(.code, text: scope.dependencies.settings.accessPolicy.listenCommand)
        }
        w.element(.p, class: "note", text: Strings.reachableThen)
    }
}

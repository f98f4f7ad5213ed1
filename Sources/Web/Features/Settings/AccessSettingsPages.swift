import Library
import Markup

struct AccountsPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let hasPassword = try await scope.library.sessions.hasPassword(for: scope.reader)
        let services = try await KeyedAPIListView(scope: scope)
        let members = try await MemberAccountListView(scope: scope)
        return SettingsView.page(scope, Strings.accounts) { w in
            SettingsView.writeGroup(nil, into: &w) { w in
                SettingsView.writeFact(
                    Strings.password, hasPassword ? Strings.passwordSet : Strings.passwordNotSet, into: &w)
                if services.isEmpty, members.isEmpty {
                    SettingsView.writeFact(Strings.otherSites, Strings.noOtherAccounts, into: &w)
                }
            }
            members.write(into: &w)
            services.write(into: &w)
        }
    }
}

struct SecurityPage {
    func page(for scope: RequestScope) -> HTMLPage {
        SettingsView.page(scope, Strings.security) { w in
            SettingsView.writeGroup(nil, into: &w) { w in
                SettingsView.writeFact(Strings.connection, connection(scope.client), into: &w)
                SettingsView.writeFact(
                    Strings.whoCanRead,
                    scope.identity.session == nil ? SignInStrings.localAccess : Strings.onlySignedIn, into: &w)
                SettingsView.writeLink(
                    scope, scope.path(Route.page(.devices)), Strings.devices, Strings.devicesDetail, into: &w)
            }
            if !scope.client.isSecureContext {
                w.element(.p, class: "note", text: SignInStrings.needsSecure)
            }
        }
    }

    private func connection(_ client: ClientInfo) -> String {
        if client.isSecure { return Strings.encrypted }
        return client.isLocal ? Strings.onThisMachine : Strings.notEncrypted
    }
}

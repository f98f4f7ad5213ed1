import Library
import Markup

/// A settings page of the reader's accounts at sites, and of the keys of services.
struct AccountsPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let services = try await KeyedAPIListView(scope: scope)
        let members = try await MemberAccountListView(scope: scope)
        return SettingsView.page(scope, Strings.accounts) { w in
            if services.isEmpty, members.isEmpty {
                SettingsView.writeGroup(nil, into: &w) { w in
                    SettingsView.writeFact(Strings.otherSites, Strings.noOtherAccounts, into: &w)
                }
            }
            members.write(into: &w)
            services.write(into: &w)
        }
    }
}

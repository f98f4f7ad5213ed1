import Library
import Markup
import News
import URLs

/// A list of the sites that a reader is signed in to or can sign in to, with drafts and sent items.
struct MemberAccountListView {
    private let scope: RequestScope
    private let entries: [(source: StorySource, account: MemberAccount?)]

    init(scope: RequestScope) async throws(LibraryError) {
        self.scope = scope
        let service = scope.library.memberAccounts
        let accounts = try await service.accounts(for: scope.reader)
        var entries: [(source: StorySource, account: MemberAccount?)] = accounts.map { ($0.source, $0) }
        for edition in scope.dependencies.editions {
            for source in try await service.sources(of: edition.id, for: scope.reader)
            where !entries.contains(where: { $0.source.id == source.id }) {
                entries.append((source, nil))
            }
        }
        self.entries = entries
    }

    var isEmpty: Bool { entries.isEmpty }

    func write(into w: inout HTMLWriter) {
        SettingsView.writeGroup(Strings.otherSites, into: &w) { w in
            for entry in entries {
                let name = SiteName.of(entry.source, in: scope)
                SettingsView.writeLink(
                    scope, scope.path(.account(source: entry.source.id)), name,
                    Strings.accountState(entry.account, at: name, scope.time), into: &w)
                if entry.account != nil { writeSignOut(entry.source, &w) }
            }
            SettingsView.writeLink(scope, scope.path(.outbox), Strings.outbox, Strings.outboxDetail, into: &w)
        }
    }

    private func writeSignOut(_ source: StorySource, _ w: inout HTMLWriter) {
        ActionForm(
            scope, .memberSignOut, returnPath: scope.path(.account(source: source.id)),
            fields: [("source", String(source.id))], style: "native-submit settings-row"
        ).writeButton(Strings.memberSignOut(at: SiteName.of(source, in: scope)), style: "quiet", into: &w)
    }
}

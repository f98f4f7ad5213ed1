import Library
import Markup
import News
import URLs

/// A list of the services that have a stored key or that an edition needs a key for, with the rest of their plans.
struct KeyedAPIListView {
    private struct Entry {
        let host: String
        /// The stored key; nil without one.
        let key: StoredAPIKey?
        let budget: RequestBudgetStatus?
        /// The edition whose page has the key; nil if only the command line has it.
        let edition: Edition?
    }

    private let scope: RequestScope
    private let entries: [Entry]

    static let anchor = "services"

    init(scope: RequestScope) async throws(LibraryError) {
        self.scope = scope
        let keys = try await scope.library.apiKeys.all()
        var entries: [Entry] = []
        for edition in scope.dependencies.editions {
            for service in scope.library.sources.keyedAPIs(of: edition) {
                let state = try await KeyedAPIState(service, scope.library)
                entries.append(
                    Entry(host: service.site.host, key: state.key, budget: state.budget, edition: edition))
            }
        }
        let known = Set(entries.compactMap { $0.key?.site })
        for key in keys where !known.contains(key.site) {
            let site = WebAddress(key.site)
            var budget: RequestBudgetStatus?
            if let site { budget = try await scope.library.requestBudgets.status(of: site) }
            entries.append(Entry(host: site?.host ?? key.site, key: key, budget: budget, edition: nil))
        }
        self.entries = entries
    }

    var isEmpty: Bool { entries.isEmpty }

    func write(into w: inout HTMLWriter) {
        guard !isEmpty else { return }
        w.element(.div, [.id(Self.anchor)]) { w in
            SettingsView.writeGroup(Strings.services, into: &w) { w in
                for entry in entries { write(entry, into: &w) }
            }
        }
    }

    private func write(_ entry: Entry, into w: inout HTMLWriter) {
        let words = [
            entry.key.map { Strings.serviceKeyState($0, scope.time) } ?? Strings.noKeyYet,
            entry.key == nil ? nil : entry.budget.map { Strings.plan($0, scope.time) },
        ].compactMap(\.self).joined(separator: " ")
        guard let edition = entry.edition else { return SettingsView.writeFact(entry.host, words, into: &w) }
        let title = Strings.service(entry.host, of: edition)
        SettingsView.writeLink(scope, Route.apiKey.path(in: edition.id), title, words, into: &w)
    }
}

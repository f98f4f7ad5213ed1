import Library
import Markup
import News
import URLs

/// The services that a key is stored for, or that a newspaper wants one for, with what is left of their plans.
struct ServiceListView {
    private struct Entry {
        let host: String
        /// Nil without a key.
        let key: StoredServiceKey?
        let budget: RequestBudgetStatus?
        /// Whose page has the key; nil if only the command line has it.
        let edition: Edition?
    }

    private let scope: RequestScope
    private let entries: [Entry]

    static let anchor = "services"

    init(scope: RequestScope) async throws(LibraryError) {
        self.scope = scope
        let keys = try await scope.library.serviceKeys.all()
        var entries: [Entry] = []
        for edition in scope.dependencies.editions {
            for service in scope.library.sources.keyedServices(of: edition) {
                let state = try await ServiceState(service, scope.library)
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
        w.raw("<div")
        w.attribute("id", Self.anchor)
        w.raw(">")
        SettingsView.writeGroup(Strings.services, into: &w) { w in
            for entry in entries { write(entry, into: &w) }
        }
        w.raw("</div>")
    }

    private func write(_ entry: Entry, into w: inout HTMLWriter) {
        let words = [
            entry.key.map { Strings.serviceKeyState($0, scope.time) } ?? Strings.noKeyYet,
            entry.key == nil ? nil : entry.budget.map { Strings.plan($0, scope.time) },
        ].compactMap(\.self).joined(separator: " ")
        guard let edition = entry.edition else { return SettingsView.writeFact(entry.host, words, into: &w) }
        let title = Strings.service(entry.host, of: edition)
        SettingsView.writeLink(scope, Route.serviceKey.path(in: edition.id), title, words, into: &w)
    }
}

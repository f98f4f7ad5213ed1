import Library
import Markup
import News

/// A page of the settings with the kinds of headlines that a newspaper keeps back, their rules, and the way to those of
/// other newspapers.
struct KeptBackSettingsPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let kinds = try await scope.library.keptBack.kinds(in: scope.edition.id, for: scope.reader)
        var others: [(edition: Edition, kinds: Set<HeadlineKind>)] = []
        for edition in scope.shownEditions where edition.pack == nil && edition.id != scope.edition.id {
            others.append((edition, try await scope.library.keptBack.kinds(in: edition.id, for: scope.reader)))
        }
        return SettingsView.page(
            scope, Strings.keptBack, back: .page(.feedSettings), script: "preferences.js"
        ) { w in
            w.element(.p, class: "note", text: Strings.keptBackHint)
            if scope.edition.pack == nil { writeKinds(kinds, scope, &w) }
            SettingsView.writeGroup(Strings.rulesOfKinds, into: &w) { w in
                for kind in HeadlineKind.allCases {
                    SettingsView.writeLink(
                        scope, "\(scope.path(Route.page(.newMute)))?what=headlines&words=\(kind.rawValue)",
                        Strings.headlineKind(kind), nil, into: &w)
                }
            }
            guard !others.isEmpty else { return }
            SettingsView.writeGroup(Strings.otherNewspapers, into: &w) { w in
                for other in others {
                    SettingsView.writeLink(
                        scope, Route.page(.keptBackSettings).path(in: other.edition.id), other.edition.title,
                        Strings.keptBackKinds(other.kinds), into: &w)
                }
            }
        }
    }

    private func writeKinds(_ kinds: Set<HeadlineKind>, _ scope: RequestScope, _ w: inout HTMLWriter) {
        ActionForm(
            scope, .preferences, returnPath: scope.currentURI, fields: [("part", KeptBackFields.part)],
            style: "settings"
        ).write(into: &w) { w in
            SettingsView.writeGroup(Strings.keptBack(in: scope.edition.title), into: &w) { w in
                for kind in HeadlineKind.allCases {
                    SettingsView.writeSwitch(
                        kind.rawValue, Strings.headlineKind(kind), Strings.headlineExample(kind),
                        isOn: kinds.contains(kind), into: &w)
                }
            }
            SettingsView.writeSaveButton(Strings.save, into: &w)
        }
    }
}

/// The switches of the kinds that a newspaper keeps back.
struct KeptBackFields: FormValue {
    let part: String?
    /// The only switch that the form changes.
    let only: String?
    let teasers, lists, deals, games, gossip, shouting: Bool

    static let part = "kept-back"

    /// Returns the kinds after the change. Browsers omit switches that are off.
    func kinds(changing known: Set<HeadlineKind>) -> Set<HeadlineKind> {
        Set(HeadlineKind.allCases.filter { isChanged($0) ? isOn($0) : known.contains($0) })
    }

    private func isChanged(_ kind: HeadlineKind) -> Bool { only == nil || only == kind.rawValue }

    private func isOn(_ kind: HeadlineKind) -> Bool {
        switch kind {
        case .teasers: teasers
        case .lists: lists
        case .deals: deals
        case .games: games
        case .gossip: gossip
        case .shouting: shouting
        }
    }
}

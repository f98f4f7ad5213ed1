import Library
import Markup
import News

/// A settings page with all newspapers as covers: their order, which of them the newsstand shows, and how they are; and
/// the errors of edition files by line.
struct EditionsPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        var health: [EditionID: EditionHealth] = [:]
        var updating: Set<EditionID> = []
        for edition in scope.dependencies.editions where !edition.usesFolders {
            health[edition.id] = try await scope.library.editions.health(of: edition.id, for: scope.reader)
            let status = try await scope.library.refreshing.status(for: scope.reader, of: edition.id)
            if status.isUpdating { updating.insert(edition.id) }
        }
        return SettingsView.page(scope, Strings.editions) { w in
            w.element(.div, class: "editions") { w in
                let editions = scope.preferences.editions.ordered(scope.dependencies.editions)
                for (index, edition) in editions.enumerated() {
                    EditionCardView(
                        scope: scope, edition: edition, health: health[edition.id],
                        isUpdating: updating.contains(edition.id), isFirst: index == 0,
                        isLast: index == editions.count - 1
                    ).write(into: &w)
                }
                if !scope.dependencies.editionRegistry.showsSingleEdition {
                    for file in scope.dependencies.editionRegistry.files { writeUnusableFile(file, &w) }
                }
            }
            if !scope.dependencies.editionRegistry.showsSingleEdition {
                SettingsView.writeLink(
                    scope, scope.path(.page(.newGuide)), PackEditorStrings.newGuide, PackEditorStrings.newGuideHint,
                    into: &w)
            }
            w.element(.p, class: "note", text: Strings.customEditionsHint)
        }
    }

    private func writeUnusableFile(_ file: EditionDefinition, _ w: inout HTMLWriter) {
        switch file.result {
        case .valid: return
        case .unsupported(_, let missing):
            writeSection(file.title, file.id, state: "not-in-this-build", &w) { w in
                w.element(.p, class: "note", text: Strings.notInThisBuild(missing))
            }
        case .invalid(let diagnostics):
            writeSection(file.id.rawValue, file.id, state: "broken", &w) { w in
                w.element(.p, class: "note", text: Strings.unusableEdition)
                w.element(.ul, class: "note diagnostics") { w in
                    for diagnostic in diagnostics.prefix(10) {
                        w.element(.li, text: Strings.editionDiagnostic(diagnostic))
                    }
                }
            }
        }
    }

    private func writeSection(
        _ title: String, _ id: EditionID, state: String, _ w: inout HTMLWriter, content: (inout HTMLWriter) -> Void
    ) {
        w.element(.section, class: "edition", [.data(.edition, id.rawValue), .data(.state, state)]) { w in
            w.element(.h2, class: "group-heading", text: title)
            content(&w)
        }
    }
}

extension EditionHealth {
    var code: String {
        switch self {
        case .neverOpened: "unopened"
        case .loading: "arriving"
        case .healthy: "working"
        case .degraded: "partly"
        case .signInRequired: "needs-key"
        case .unreachable: "silent"
        }
    }

    var canRetry: Bool {
        switch self {
        case .degraded, .signInRequired, .unreachable: true
        case .neverOpened, .loading, .healthy: false
        }
    }
}

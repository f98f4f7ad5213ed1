import Library
import Markup
import News

/// A settings page with the health of all editions, and the errors of edition files by line.
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
            w.raw("<div class=\"editions\">")
            for edition in scope.dependencies.editions {
                writeEdition(scope, edition, health[edition.id], isUpdating: updating.contains(edition.id), &w)
            }
            if !scope.dependencies.editionRegistry.showsSingleEdition {
                for file in scope.dependencies.editionRegistry.files { writeUnusableFile(file, &w) }
            }
            w.raw("</div><p class=\"note\">")
            w.text(Strings.customEditionsHint)
            w.raw("</p>")
        }
    }

    private func writeEdition(
        _ scope: RequestScope, _ edition: Edition, _ health: EditionHealth?, isUpdating: Bool, _ w: inout HTMLWriter
    ) {
        writeHeader(edition.title, edition.id, state: isUpdating ? "updating" : health?.code ?? "working", &w)
        w.raw("<p class=\"note\">")
        w.text(
            health.map { Strings.editionHealth($0, isUpdating: isUpdating, time: scope.time) }
                ?? Strings.ownEditionDescription)
        w.raw("</p><div class=\"card-form\"><a class=\"quiet\"")
        w.attribute("href", Route.today.path(in: edition.id))
        w.raw(">Open</a>")
        if health != nil, health != .neverOpened {
            w.raw("<a class=\"quiet\"")
            w.attribute("href", Route.feeds.path(in: edition.id))
            w.raw(">Feeds</a>")
        }
        if health == .signInRequired, !scope.library.sources.keyedAPIs(of: edition).isEmpty {
            w.raw("<a class=\"quiet\"")
            w.attribute("href", Route.apiKey.path(in: edition.id))
            w.raw(">")
            w.text(Strings.enterKey)
            w.raw("</a>")
        }
        if health?.canRetry == true {
            ActionForm(scope, .refresh, in: edition.id, returnPath: scope.currentURI).write(into: &w) { w in
                w.raw("<button class=\"quiet\">")
                w.text(Strings.tryNow)
                w.raw("</button>")
            }
        }
        w.raw("</div></section>")
    }

    private func writeUnusableFile(_ file: EditionFile, _ w: inout HTMLWriter) {
        switch file.result {
        case .valid: return
        case .unsupported(_, let missing):
            writeHeader(file.title, file.id, state: "not-in-this-build", &w)
            w.raw("<p class=\"note\">")
            w.text(Strings.notInThisBuild(missing))
            w.raw("</p></section>")
        case .invalid(let diagnostics):
            writeHeader(file.title, file.id, state: "broken", &w)
            w.raw("<p class=\"note\">")
            w.text(Strings.unusableEditionFile(file.name, diagnostics))
            w.raw("</p><ul class=\"note diagnostics\">")
            for diagnostic in diagnostics.prefix(10) {
                w.raw("<li>")
                w.text(Strings.editionDiagnostic(diagnostic))
                w.raw("</li>")
            }
            w.raw("</ul></section>")
        }
    }

    private func writeHeader(_ title: String, _ id: EditionID, state: String, _ w: inout HTMLWriter) {
        w.raw("<section class=\"edition\"")
        w.attribute("data-edition", id.rawValue)
        w.attribute("data-state", state)
        w.raw("><h2 class=\"group-heading\">")
        w.text(title)
        w.raw("</h2>")
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

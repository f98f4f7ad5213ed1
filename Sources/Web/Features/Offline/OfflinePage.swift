import Library
import Markup
import News

/// A settings page of the stored data, on the server and on the device, and of the content that a device can store:
/// guides, and the saved stories of editions that have some.
struct OfflinePage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        var portable: [Edition] = []
        for edition in scope.dependencies.editions where try await isPortable(edition, scope) {
            portable.append(edition)
        }
        return SettingsView.page(
            scope, Strings.offline,
            extras: OfflinePanelView.extras(for: scope)
        ) { w in
            if scope.client.isSecureContext { writeKeeper(&w) }
            for edition in portable {
                OfflinePanelView(scope: scope, edition: edition, isNamed: true).write(into: &w)
            }
            if scope.loadsOfflineScript || !portable.isEmpty { writeStrays(&w) }
            SettingsView.writeGroup(nil, into: &w) { w in
                SettingsView.writeFact(Strings.onTheServer, Strings.retention, into: &w)
                SettingsView.writeFact(Strings.pictures, Strings.pictureCache, into: &w)
                SettingsView.writeFact(
                    Strings.onThisDevice, portable.isEmpty ? Strings.nothingOnDevice : Strings.alongOnDevice, into: &w)
            }
        }
    }

    private func isPortable(_ edition: Edition, _ scope: RequestScope) async throws(LibraryError) -> Bool {
        if edition.pack != nil {
            return try await scope.library.packs.installed(in: edition, for: scope.reader) != nil
        }
        guard edition.options.allowsSaving else { return false }
        if scope.hasAlong(edition) { return true }
        let saved = StoryList.within(edition.id, .saved)
        return try await !scope.library.stories.contentVersions(of: saved, for: scope.reader, limit: 1).isEmpty
    }

    /// Writes a section where script lists the front pages that are kept, with a button that ends or begins it.
    private func writeKeeper(_ w: inout HTMLWriter) {
        w.element(
            .section, class: "offline-panel in-settings",
            [.hidden(), .data(.keeper), .aria("labelledby", "front-pages")]
        ) { w in
            w.element(.h2, [.id("front-pages")], text: Strings.frontPages)
            w.element(.p, text: Strings.frontPagesHint)
            w.element(.ul, class: "orphaned-editions")
            w.element(.button, [.type("button"), .class("button")])
        }
    }

    /// Writes a section where script lists the editions that are on the device but not on the server.
    private func writeStrays(_ w: inout HTMLWriter) {
        w.element(
            .section, class: "offline-panel in-settings",
            [
                .hidden(), .data(.removeLabel, Strings.removeFromDevice),
                .aria("labelledby", "strays"),
            ]
        ) { w in
            w.element(.h2, [.id("strays")], text: Strings.notOnServer)
            w.element(.p, text: Strings.notOnServerHint)
            w.element(.ul, class: "orphaned-editions")
        }
    }
}

import Library
import Markup
import News

/// What is kept where, and the guides that can be taken along.
struct OfflinePage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        var guides: [Edition] = []
        for edition in scope.dependencies.editions where edition.pack != nil {
            if try await scope.library.packs.installed(in: edition, for: scope.reader) != nil { guides.append(edition) }
        }
        return SettingsView.page(
            scope, Strings.offline,
            extras: guides.isEmpty && !scope.loadsOfflineScript ? [] : OfflinePanelView.extras(for: scope)
        ) { w in
            for guide in guides {
                OfflinePanelView(scope: scope, edition: guide, isNamed: true).write(into: &w)
            }
            if scope.loadsOfflineScript || !guides.isEmpty { writeStrays(&w) }
            SettingsView.writeGroup(nil, into: &w) { w in
                SettingsView.writeFact(Strings.onTheServer, Strings.retention, into: &w)
                SettingsView.writeFact(Strings.pictures, Strings.pictureCache, into: &w)
                SettingsView.writeFact(
                    Strings.onThisDevice, guides.isEmpty ? Strings.nothingOnDevice : Strings.guidesOnDevice, into: &w)
            }
        }
    }

    /// Script lists what is on the device and not on the server.
    private func writeStrays(_ w: inout HTMLWriter) {
        w.raw("<section class=\"along in-settings\" hidden")
        w.attribute("data-strays", Strings.removeFromDevice)
        w.raw(" aria-labelledby=\"strays\"><h2 id=\"strays\">")
        w.text(Strings.notOnServer)
        w.raw("</h2><p>")
        w.text(Strings.notOnServerHint)
        w.raw("</p><ul class=\"strays\"></ul></section>")
    }
}

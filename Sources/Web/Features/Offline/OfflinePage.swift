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
            scope, Strings.offline, extras: guides.isEmpty ? [] : OfflinePanelView.extras(for: scope)
        ) { w in
            for guide in guides {
                OfflinePanelView(scope: scope, edition: guide, isNamed: true).write(into: &w)
            }
            SettingsView.writeGroup(nil, into: &w) { w in
                SettingsView.writeFact(Strings.onTheServer, Strings.retention, into: &w)
                SettingsView.writeFact(Strings.pictures, Strings.pictureCache, into: &w)
                SettingsView.writeFact(
                    Strings.onThisDevice, guides.isEmpty ? Strings.nothingOnDevice : Strings.guidesOnDevice, into: &w)
            }
        }
    }
}

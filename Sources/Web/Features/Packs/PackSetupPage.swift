import Library
import Markup
import News

/// A page shown before a pack is installed: the ways to install it, or that it is being fetched (YORK-57).
struct PackSetupPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let status = try await scope.library.refreshing.status(for: scope.reader, of: scope.edition.id)
        let identity = scope.edition.pack?.identity ?? ""
        let isEdited = try await scope.library.packProjects.project(identity: identity) != nil
        return PackSetupView(scope: scope, status: status, isEdited: isEdited).page()
    }
}

struct PackSetupView {
    let scope: RequestScope
    let status: RefreshStatus
    /// True if the guide is written here, and not published yet.
    let isEdited: Bool

    /// True if the pack comes from the edition's address, which has not responded yet.
    private var isComing: Bool {
        guard scope.edition.pack?.address != nil else { return false }
        return status.isUpdating || status.firstRun != nil || (status.lastSuccessAt == nil && status.failing == 0)
    }

    func page() -> HTMLPage {
        let screen = PackPageContext(scope, of: nil)
        var layout = screen.layout(title: scope.edition.title, left: .nameplate)
        layout.kind = .front
        layout.tab = .today
        layout.actions = [.settings]
        layout.extras += [.stylesheet("feeds.css")]
        if isComing { layout.extras.append(.noscriptReload) }
        if scope.edition.pack?.address != nil { layout.status = status }
        return screen.page(layout) { w in
            if isComing { writeStart(&w) } else { writeWays(&w) }
        }
    }

    private func writeStart(_ w: inout HTMLWriter) {
        // The page is reloaded once the pack is installed (live.js).
        w.element(.div, class: "guide-setup", [.data(.loading)]) { w in
            w.element(.h1, text: scope.edition.title)
            w.element(.p, text: Strings.packIsComing)
            w.element(.progress)
            StatusLine.write(scope, status, bottom: .nothing, into: &w)
        }
    }

    private func writeWays(_ w: inout HTMLWriter) {
        w.element(.div, class: "standalone welcome guide-buttons") { w in
            w.element(.h1, text: scope.edition.title)
            let words =
                isEdited ? PackEditorStrings.notPublishedYet : Strings.packIsMissing(scope.edition.title)
            w.element(.p, class: "dek", text: words)
            if scope.offersPackEditor {
                w.element(.p) { w in
                    w.element(
                        .a, class: "button primary", [.href(scope.path(.page(.packEditor)))],
                        text: isEdited ? PackEditorStrings.goOnWriting : PackEditorStrings.writeGuide)
                }
            }
            guard !isEdited else { return }
            w.element(.h2, text: Strings.waysToBring)
            w.element(.ol) { w in
                for way in ways {
                    w.element(.li) { w in
                        w.element(.h3, text: way.title)
                        w.element(.p, text: way.hint)
                        w.element(.code, text: way.line)
                    }
                }
            }
            if scope.edition.pack?.address != nil { StatusLine.write(scope, status, bottom: .nothing, into: &w) }
        }
    }

    /// The ways to install a pack, each with one line to type.
    private var ways: [(title: String, hint: String, line: String)] {
        let end = "--edition \(scope.edition.id.rawValue)"
        return [
            (Strings.wayByFile, Strings.typeThis, "tidings pack install GUIDE.pack \(end)"),
            (Strings.wayByStore, Strings.typeThis, "tidings pack install StudyInYorkshire.sqlite \(end)"),
            (Strings.wayByFolder, Strings.typeThis, "tidings pack install FOLDER \(end)"),
            (
                Strings.wayByAddress, Strings.lineForAddress,
                "pack: { identity: \(scope.edition.pack?.identity ?? ""), address: https://… }"
            ),
        ]
    }
}

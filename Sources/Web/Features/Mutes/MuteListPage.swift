import Library
import Markup
import News

struct MuteListPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let mutes = try await scope.library.mutes.all(for: scope.reader)
        var layout = PageLayout(
            scope: scope, title: Strings.muted, left: .back(.settingsPage(.feeds)), barTitle: Strings.muted, actions: []
        )
        layout.extras = [.stylesheet("mute.css")]
        return HTMLPage(
            layout.document { w in
                w.raw("<div class=\"column\"><h1 class=\"visually-hidden\">")
                w.text(Strings.muted)
                w.raw("</h1>")
                if mutes.isEmpty {
                    EmptyStateView.write(scope, Strings.nothingMuted, (Strings.muteSomething, .newMute), into: &w)
                } else {
                    for mute in mutes { write(mute, scope, &w) }
                    w.raw("<p class=\"card-form\"><a class=\"quiet\"")
                    w.attribute("href", scope.path(Route.newMute))
                    w.raw(">")
                    Icon.plus.write(scope, into: &w)
                    w.text(Strings.muteSomething)
                    w.raw("</a></p>")
                }
                w.raw("</div>")
            })
    }

    private func write(_ mute: Mute, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.raw("<div class=\"feed-row mute-row\">")
        Icon.mute.write(scope, into: &w)
        w.raw("<a class=\"name\"")
        w.attribute("href", "\(scope.path(Route.newMute))?rule=\(mute.id.rawValue)")
        w.raw("><b>")
        w.text(mute.rule.words)
        w.raw("</b><small>")
        w.text(Strings.muteSummary(mute, scope.time))
        w.raw("</small></a>")
        ActionForm(scope, .unmute, returnPath: scope.currentURI, fields: [("rule", String(mute.id.rawValue))]).write(
            into: &w
        ) { w in
            w.raw("<button class=\"quiet\"")
            w.attribute("aria-label", Strings.unmute(mute.rule.words))
            w.raw(">Unmute</button>")
        }
        w.raw("</div>")
    }
}

enum MutedFeedNotice {
    static func write(_ scope: RequestScope, _ mute: Mute, into w: inout HTMLWriter) {
        w.raw("<div class=\"health\"><p>")
        w.text(Strings.feedIsMuted(until: mute.until, scope.time))
        w.raw("</p>")
        ActionForm(scope, .unmute, returnPath: scope.currentURI, fields: [("rule", String(mute.id.rawValue))]).write(
            into: &w
        ) { w in
            w.raw("<button class=\"quiet\">Unmute</button>")
        }
        w.raw("</div>")
    }
}

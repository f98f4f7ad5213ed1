import Library
import Markup
import News

/// Everything that is muted, each with what it hides and until when; to change and to take back.
struct MutesScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let mutes = try await visit.library.mutes.all(for: visit.reader)
        var shell = Shell(
            visit: visit, title: Words.muted, left: .back(.settings), barTitle: Words.settings, actions: [])
        shell.extras = [.sheet("mute.css")]
        return Page(
            shell.page { w in
                w.raw("<div class=\"column\"><h1 class=\"spoken\">")
                w.text(Words.muted)
                w.raw("</h1>")
                SettingsPages(visit: visit, open: .mutes).write(into: &w)
                if mutes.isEmpty {
                    EmptyView.write(visit, Words.nothingMuted, (Words.muteSomething, .mute), into: &w)
                } else {
                    for mute in mutes { write(mute, visit, &w) }
                    w.raw("<p class=\"card-form\"><a class=\"quiet\"")
                    w.attribute("href", visit.path(Route.mute))
                    w.raw(">")
                    Icon.plus.write(visit, into: &w)
                    w.text(Words.muteSomething)
                    w.raw("</a></p>")
                }
                w.raw("</div>")
            })
    }

    private func write(_ mute: Mute, _ visit: Visit, _ w: inout HTMLWriter) {
        w.raw("<div class=\"feed-row mute-row\">")
        Icon.mute.write(visit, into: &w)
        w.raw("<a class=\"name\"")
        w.attribute("href", "\(visit.path(Route.mute))?rule=\(mute.id.rawValue)")
        w.raw("><b>")
        w.text(mute.rule.words)
        w.raw("</b><small>")
        w.text(Words.about(mute, visit.time))
        w.raw("</small></a>")
        ActForm(visit, .unmute, back: visit.here, fields: [("rule", String(mute.id.rawValue))]).write(into: &w) { w in
            w.raw("<button class=\"quiet\"")
            w.attribute("aria-label", Words.unmute(mute.rule.words))
            w.raw(">Unmute</button>")
        }
        w.raw("</div>")
    }
}

/// What a muted feed's own page says above its stories.
enum MutedFeedNote {
    static func write(_ visit: Visit, _ mute: Mute, into w: inout HTMLWriter) {
        w.raw("<div class=\"health\"><p>")
        w.text(Words.feedIsMuted(until: mute.until, visit.time))
        w.raw("</p>")
        ActForm(visit, .unmute, back: visit.here, fields: [("rule", String(mute.id.rawValue))]).write(into: &w) { w in
            w.raw("<button class=\"quiet\">Unmute</button>")
        }
        w.raw("</div>")
    }
}

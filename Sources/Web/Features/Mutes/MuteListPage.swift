import Library
import Markup
import News

struct MuteListPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let mutes = try await scope.library.mutes.all(for: scope.reader)
        let own = mutes.filter { $0.rule.headlineKind == nil }
        var layout = PageLayout(
            scope: scope, title: Strings.muted, left: .back(.settingsPage(.feeds)), barTitle: Strings.muted, actions: []
        )
        layout.extras = [.stylesheet("mute.css")]
        return HTMLPage(
            layout.document { w in
                w.raw("<div class=\"page-column\"><h1 class=\"visually-hidden\">")
                w.text(Strings.muted)
                w.raw("</h1>")
                for mute in own {
                    writeRow(mute.rule, Strings.muteSummary(mute, scope.time), mute.id, scope, &w)
                }
                w.raw("<div class=\"card-form\">")
                if own.isEmpty {
                    w.raw("<p class=\"hint\">")
                    w.text(Strings.nothingMuted)
                    w.raw("</p>")
                }
                w.raw("<p><a class=\"quiet\"")
                w.attribute("href", scope.path(Route.newMute))
                w.raw(">")
                Icon.plus.write(scope, into: &w)
                w.text(Strings.muteSomething)
                w.raw("</a></p></div>")
                writeHeadlineKinds(mutes, scope, &w)
                w.raw("</div>")
            })
    }

    /// Writes all kinds of headlines, muted or not.
    private func writeHeadlineKinds(_ mutes: [Mute], _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.raw("<h2 class=\"group-heading\">")
        w.text(Strings.headlineKinds)
        w.raw("</h2><p class=\"note\">")
        w.text(Strings.headlineKindsHint)
        w.raw("</p>")
        for kind in HeadlineKind.allCases {
            let mute = mutes.first { $0.rule.headlineKind == kind }
            let summary = mute.map { Strings.headlineSummary($0, scope.time) } ?? Strings.headlineExample(kind)
            writeRow(MuteRule(hiding: kind), summary, mute?.id, scope, &w)
        }
    }

    /// Writes the row of a rule.
    /// - Parameter id: the rule's ID; nil for a rule that is not in effect.
    private func writeRow(
        _ rule: MuteRule, _ summary: String, _ id: MuteID?, _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        w.raw("<div class=\"feed-row mute-row\">")
        if id == nil { w.raw("<span class=\"icon\"></span>") } else { Icon.mute.write(scope, into: &w) }
        w.raw("<a class=\"name\"")
        let query = id.map { "rule=\($0.rawValue)" } ?? "what=\(rule.kind.rawValue)&words=\(rule.words)"
        w.attribute("href", "\(scope.path(Route.newMute))?\(query)")
        w.raw("><b>")
        w.text(Strings.muteName(rule))
        w.raw("</b><small>")
        w.text(summary)
        w.raw("</small></a>")
        let fields =
            id.map { [("rule", String($0.rawValue))] } ?? [("what", rule.kind.rawValue), ("words", rule.words)]
        ActionForm(scope, id == nil ? .mute : .unmute, returnPath: scope.currentURI, fields: fields).write(into: &w) {
            w in
            w.raw("<button class=\"quiet\"")
            w.attribute("aria-label", id == nil ? Strings.muteNow(rule) : Strings.unmute(rule))
            w.raw(">")
            w.text(id == nil ? Strings.mute : Strings.unmute)
            w.raw("</button>")
        }
        w.raw("</div>")
    }
}

enum MutedFeedNotice {
    static func write(_ scope: RequestScope, _ mute: Mute, into w: inout HTMLWriter) {
        w.raw("<div class=\"fetch-failure\"><p>")
        w.text(Strings.feedIsMuted(until: mute.until, scope.time))
        w.raw("</p>")
        ActionForm(scope, .unmute, returnPath: scope.currentURI, fields: [("rule", String(mute.id.rawValue))]).write(
            into: &w
        ) { w in
            w.raw("<button class=\"quiet\">")
            w.text(Strings.unmute)
            w.raw("</button>")
        }
        w.raw("</div>")
    }
}

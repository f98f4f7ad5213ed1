import Library
import Markup
import News

struct MuteListPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let mutes = try await scope.library.mutes.all(for: scope.reader)
        let own = mutes.filter { $0.rule.headlineKind == nil }
        return SettingsView.page(
            scope, Strings.muted, back: .page(.feedSettings), extras: [.stylesheet("mute.css")]
        ) { w in
            for mute in own {
                writeRow(mute.rule, Strings.muteSummary(mute, scope.time), mute.id, scope, &w)
            }
            w.element(.div, class: "card-form") { w in
                if own.isEmpty { w.element(.p, class: "hint", text: Strings.nothingMuted) }
                writeNewMuteLink(scope, &w)
            }
            writeHeadlineKinds(mutes, scope, &w)
        }
    }

    private func writeNewMuteLink(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.p) { w in
            w.element(.a, class: "quiet", [.href(scope.path(Route.page(.newMute)))]) { w in
                Icon.plus.write(scope, into: &w)
                w.text(Strings.muteSomething)
            }
        }
    }

    /// Writes all kinds of headlines, muted or not.
    private func writeHeadlineKinds(_ mutes: [Mute], _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.h2, class: "group-heading", text: Strings.headlineKinds)
        w.element(.p, class: "note", text: Strings.headlineKindsHint)
        w.element(.p, class: "note") { w in
            w.element(
                .a, class: "quiet", [.href(scope.path(Route.page(.keptBackSettings)))], text: Strings.keepBackInstead)
        }
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
        let query = id.map { "rule=\($0.rawValue)" } ?? "what=\(rule.kind.rawValue)&words=\(rule.words)"
        let fields =
            id.map { [("rule", String($0.rawValue))] } ?? [("what", rule.kind.rawValue), ("words", rule.words)]
        w.element(.div, class: "feed-row mute-row") { w in
            if id == nil { w.element(.span, class: "icon") } else { Icon.mute.write(scope, into: &w) }
            w.element(.a, class: "name", [.href("\(scope.path(Route.page(.newMute)))?\(query)")]) { w in
                w.element(
                    .b, text: rule.kind == .site ? SiteName.of(host: rule.words, in: scope) : Strings.muteName(rule))
                w.element(.small, text: summary)
            }
            ActionForm(scope, id == nil ? .mute : .unmute, returnPath: scope.currentURI, fields: fields)
                .write(into: &w) { w in
                    let label = id == nil ? Strings.muteNow(rule) : Strings.unmute(rule)
                    w.element(
                        .button, class: "quiet", [.aria("label", label)],
                        text: id == nil ? Strings.mute : Strings.unmute)
                }
        }
    }
}

enum MutedFeedNotice {
    static func write(_ scope: RequestScope, _ mute: Mute, into w: inout HTMLWriter) {
        w.element(.div, class: "fetch-failure") { w in
            w.element(.p, text: Strings.feedIsMuted(until: mute.until, scope.time))
            ActionForm(scope, .unmute, returnPath: scope.currentURI, fields: [("rule", String(mute.id.rawValue))])
                .writeButton(Strings.unmute, style: "quiet", into: &w)
        }
    }
}

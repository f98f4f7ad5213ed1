import Library
import Markup
import News

/// A page with every alert, its reason, and what was held back and why.
struct AlertListPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let alerts = try await scope.library.alerts.alerts(for: scope.reader)
        let rules = try await scope.library.alerts.rules(for: scope.reader)
        var layout = PageLayout(
            scope: scope, title: Strings.alerts, left: .back(.page(.alertSettings)), barTitle: Strings.alerts,
            actions: [])
        layout.extras = [.stylesheet("settings.css"), .stylesheet("alerts.css")]
        return HTMLPage(
            // The ages of alerts are not part of the revision.
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column alerts") { w in
                    w.element(.h1, text: Strings.alerts)
                    w.element(.p, class: "note") { w in
                        w.text(alerts.isEmpty ? Strings.noAlerts : Strings.alertsExplanation)
                        w.text(" ")
                        w.element(
                            .a, class: "inline-link", [.href(scope.path(.page(.alertSettings)))],
                            text: Strings.changeAlerts)
                    }
                    writeDays(alerts, Set(rules.map(\.id)), scope, &w)
                }
            })
    }

    private func writeDays(_ alerts: [Alert], _ rules: Set<AlertRule.ID>, _ scope: RequestScope, _ w: inout HTMLWriter)
    {
        var rest = alerts[...]
        while let first = rest.first {
            let day = scope.time.dayNumber(first.createdAt)
            let today = rest.prefix { scope.time.dayNumber($0.createdAt) == day }
            rest = rest.dropFirst(today.count)
            w.element(.section) { w in
                w.element(.h2, class: "group-heading", text: scope.time.dayHead(first.createdAt))
                w.element(.ol, class: "alert-list") { w in
                    for alert in today {
                        w.element(.li, class: "alert-row") { w in
                            AlertRowView(scope: scope, alert: alert, hasRule: rules.contains(alert.rule)).write(
                                into: &w)
                        }
                    }
                }
            }
        }
    }
}

/// A row for an alert.
struct AlertRowView {
    let scope: RequestScope
    let alert: Alert
    /// True if the rule that made it is still there.
    let hasRule: Bool

    func write(into w: inout HTMLWriter) {
        w.element(.p, class: "alert-time") { w in
            w.element(
                .time, [.datetime(TimeFormatter.rfc3339(alert.createdAt))], text: scope.time.clock(alert.createdAt))
            w.text(" · \(alert.publisher)")
        }
        w.element(.a, class: "alert-title", [.href(AlertMessages.path(of: alert))], text: alert.title)
        w.element(.p, class: "alert-reason", text: "\(alert.reason)")
        w.element(
            .p, [.class(alert.countsAsSent ? "alert-state" : "alert-state held")],
            text: Strings.alertState(alert, scope.time))
        w.element(.div, class: "alert-actions") { w in
            ActionForm(
                scope, .silenceAlert, returnPath: scope.path(.page(.alerts)),
                fields: [
                    ("alert", String(alert.id.rawValue)), ("silenced", alert.isSilenced ? "0" : "1"),
                ], style: "native-submit"
            ).write(into: &w) { w in
                let label = alert.isSilenced ? Strings.tellAgain : Strings.notAgain
                w.element(.button, class: "quiet", [.aria("label", "\(label): \(alert.title)")], text: label)
            }
            guard hasRule else { return }
            w.element(
                .a, class: "quiet",
                [
                    .href(AlertRulePage.path(of: alert.rule, in: scope)),
                    .aria("label", "\(Strings.changeRule): \(alert.title)"),
                ], text: Strings.changeRule)
        }
    }
}

extension Alert {
    /// True if it was sent or will be.
    var countsAsSent: Bool { if case .held = state { false } else { true } }
}

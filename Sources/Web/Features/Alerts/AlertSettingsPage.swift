import Foundation
import HTTPTypes
import HummingbirdCore
import Library
import Markup
import News

/// A settings page with what a reader is told of at once: the rules, great news, quiet hours and the ways out.
struct AlertSettingsPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let service = scope.library.alerts
        let rules = try await service.rules(for: scope.reader)
        let ways = try await scope.library.deliveries.ways(for: scope.reader).filter { $0.endedAt == nil }
        let great = try await GreatNewsView(scope: scope, rules: rules)
        let settings = try await service.settings(for: scope.reader) ?? AlertSettings(zone: scope.time.zone)
        var page = SettingsView.page(
            scope, Strings.alerts, script: "alerts.js", extras: [.stylesheet("alerts.css")]
        ) { w in
            writeNoWay(ways, scope, &w)
            w.element(.p, class: "note", text: Strings.alertSettingsExplanation)
            writeWords(scope, &w)
            writeRules(rules, scope, &w)
            great.write(into: &w)
            AlertChoicesView(scope: scope, settings: settings, ways: ways).write(into: &w)
            SettingsView.writeGroup(Strings.howSoon, into: &w) { w in
                w.element(
                    .p, class: "note",
                    text: Strings.howSoonAlertsCome(service.pollingInterval, maxAge: AlertService.maxAgeHours))
            }
        }
        page.isCacheable = false
        return page
    }

    /// Writes that nothing can be sent yet, and on an iPhone what has to come first.
    private func writeNoWay(_ ways: [DeliveryWayRecord], _ scope: RequestScope, _ w: inout HTMLWriter) {
        let agent = scope.request.headers[.userAgent] ?? ""
        let isIPhone = agent.contains("iPhone") || agent.contains("iPad")
        guard ways.isEmpty || (isIPhone && !ways.contains { $0.kind == .push }) else { return }
        w.element(.div, class: "alert-notice", [.role("note")]) { w in
            w.element(.p) { w in
                if ways.isEmpty { w.text("\(Strings.noWayForAlerts) ") }
                if isIPhone { w.text("\(Strings.pushNeedsHomeScreen) ") }
                w.element(
                    .a, class: "inline-link", [.href(scope.path(.page(.notifications)))], text: Strings.setUpWays)
            }
        }
    }

    private func writeWords(_ scope: RequestScope, _ w: inout HTMLWriter) {
        SettingsView.writeGroup(Strings.alertWords, into: &w) { w in
            ActionForm(
                scope, .saveAlert, returnPath: scope.path(.page(.alertSettings)), fields: [("kind", "words")],
                style: "native-submit inline-form alert-words"
            ).write(into: &w) { w in
                w.void(
                    .input, class: "input",
                    [
                        .name("value"), .autocapitalize("off"), .autocomplete("off"), .required(), .maxlength(100),
                        .aria("label", Strings.alertWords), .aria("describedby", "alert-words-hint"),
                        .placeholder(Strings.alertWordsExample), .value(scope.query["words"] ?? ""),
                    ])
                w.element(.button, class: "button primary", text: Strings.alertMe)
            }
            w.element(.p, class: "note", [.id("alert-words-hint")], text: Strings.alertWordsHint)
        }
    }

    private func writeRules(_ rules: [AlertRule], _ scope: RequestScope, _ w: inout HTMLWriter) {
        SettingsView.writeGroup(Strings.yourAlerts, into: &w) { w in
            for rule in rules where rule.subject.kind != .greatNews { AlertRuleRow(scope: scope, rule: rule).write(&w) }
            for kind in [AlertSubject.Kind.section, .feed, .site, .place] {
                SettingsView.writeLink(
                    scope, "\(scope.path(.page(.alertRule)))?kind=\(kind.rawValue)", Strings.alertKind(kind),
                    Strings.alertKindDetail(kind), into: &w)
            }
            SettingsView.writeLink(
                scope, scope.path(.page(.alerts)), Strings.alertHistory, Strings.alertHistoryDetail, into: &w)
        }
    }
}

/// A row for a rule, with the ways to change and to remove it.
struct AlertRuleRow {
    let scope: RequestScope
    let rule: AlertRule

    func write(_ w: inout HTMLWriter) {
        let name = Strings.alertRule(rule)
        w.element(.div, class: "settings-row alert-rule") { w in
            Icon.bell.write(scope, into: &w)
            w.element(.span) { w in
                w.element(.b, text: name)
                w.element(.small, text: Strings.alertRuleDetail(rule))
            }
            w.element(
                .a, class: "quiet",
                [
                    .href(AlertRulePage.path(of: rule.id, in: scope)), .aria("label", "\(Strings.change): \(name)"),
                ], text: Strings.change)
            ActionForm(
                scope, .removeAlert, returnPath: scope.path(.page(.alertSettings)),
                fields: [("rule", String(rule.id.rawValue))], style: "native-submit"
            ).write(into: &w) { w in
                w.element(
                    .button, class: "quiet", [.aria("label", "\(Strings.remove): \(name)")], text: Strings.remove)
            }
        }
    }
}

/// A view of the rule for great news, and beside it what it would have sent in the last week.
struct GreatNewsView {
    let scope: RequestScope
    /// The rule that is in effect; nil if there is none.
    private let rule: AlertRule?
    /// The numbers that the form shows.
    private let shown: GreatNews
    private let past: Result<[AlertService.PastGreatNews], LibraryError>

    private static let maxTitles = 12

    init(scope: RequestScope, rules: [AlertRule]) async throws(LibraryError) {
        self.scope = scope
        rule = rules.first { $0.subject.kind == .greatNews }
        if scope.query["publishers"] != nil || scope.query["minutes"] != nil {
            shown = try AlertRuleForm(scope.query).greatNews
        } else if case .greatNews(let known) = rule?.subject {
            shown = known
        } else {
            shown = .standard
        }
        do throws(LibraryError) {
            past = .success(try await scope.library.alerts.pastGreatNews(shown, for: scope.reader))
        } catch {
            guard case .invalid = error else { throw error }
            past = .failure(error)
        }
    }

    func write(into w: inout HTMLWriter) {
        SettingsView.writeGroup(Strings.greatNews, into: &w) { w in
            w.element(.p, class: "note", text: Strings.greatNewsExplanation)
            w.element(.div, class: "great-news") { w in
                writeForm(&w)
                w.element(.div, class: "great-news-past", [.id("great-news-past"), .aria("live", "polite")]) { w in
                    writePast(&w)
                }
            }
            guard let rule else { return }
            ActionForm(
                scope, .removeAlert, returnPath: scope.path(.page(.alertSettings)),
                fields: [("rule", String(rule.id.rawValue))], style: "native-submit card-form"
            ).writeButton(Strings.turnOffGreatNews, into: &w)
        }
    }

    private func writeForm(_ w: inout HTMLWriter) {
        var form = ActionForm(
            scope, .saveAlert, returnPath: scope.path(.page(.alertSettings)), fields: [("kind", "great-news")],
            style: "native-submit card-form great-news-form")
        form.id = "great-news"
        form.write(into: &w) { w in
            writeNumber("publishers", Strings.greatNewsPublishers, shown.publisherCount, GreatNews.publisherCounts, &w)
            writeNumber("minutes", Strings.greatNewsMinutes, shown.windowMinutes, GreatNews.windows, &w)
            AlertRulePage.writeFollowUps(rule?.hasFollowUps ?? false, &w)
            w.element(.div, class: "button-row") { w in
                w.element(
                    .button, class: "button primary", text: rule == nil ? Strings.turnOnGreatNews : Strings.save)
                w.element(
                    .button, class: "button",
                    [
                        .data(.noScript), .attribute("formmethod", "get"), .attribute("formnovalidate", ""),
                        .attribute("formaction", scope.path(.page(.alertSettings)) + "#great-news"),
                    ], text: Strings.showLastWeek)
            }
        }
    }

    private func writeNumber(
        _ name: String, _ label: String, _ value: Int, _ range: ClosedRange<Int>, _ w: inout HTMLWriter
    ) {
        w.element(.label, class: "field") { w in
            w.element(.span, text: label)
            w.void(
                .input, class: "input",
                [
                    .type("number"), .name(name), .inputmode("numeric"), .required(), .value(String(value)),
                    .attribute("min", String(range.lowerBound)), .attribute("max", String(range.upperBound)),
                ])
        }
    }

    private func writePast(_ w: inout HTMLWriter) {
        switch past {
        case .failure(let error): w.element(.p, class: "error-note", text: error.userMessage)
        case .success(let topics):
            w.element(.p, class: "great-news-count", text: Strings.lastWeek(topics.count))
            w.element(.ul) { w in
                for topic in topics.prefix(Self.maxTitles) {
                    w.element(.li) { w in
                        w.element(.a, [.href(scope.path(Route.cluster(topic.story)))], text: topic.title)
                        w.element(.small, text: Strings.pastGreatNews(topic, scope.time))
                    }
                }
            }
            if topics.count > Self.maxTitles {
                w.element(.p, class: "note", text: Strings.andMoreAlerts(topics.count - Self.maxTitles))
            }
        }
    }
}

/// A view of quiet hours, the day's limit and the ways out.
struct AlertChoicesView {
    let scope: RequestScope
    let settings: AlertSettings
    let ways: [DeliveryWayRecord]

    func write(into w: inout HTMLWriter) {
        SettingsView.writeGroup(Strings.quietHoursAndLimit, into: &w) { w in
            w.element(.p, class: "note", text: Strings.quietHoursExplanation)
            ActionForm(
                scope, .saveAlertSettings, returnPath: scope.path(.page(.alertSettings)),
                style: "native-submit card-form alert-choices"
            ).write(into: &w) { w in
                w.element(.div, class: "alert-hours") { w in
                    writeField("from", Strings.quietFrom, settings.quietHours?.startText ?? "", "time", &w)
                    writeField("to", Strings.quietTo, settings.quietHours?.endText ?? "", "time", &w)
                }
                writeField("zone", Strings.timeZone, settings.zone.identifier, "text", &w)
                writeField("limit", Strings.dailyLimit, String(settings.dailyLimit), "number", &w)
                writeWays(&w)
                w.element(.button, class: "button primary", text: Strings.save)
            }
        }
    }

    private func writeField(_ name: String, _ label: String, _ value: String, _ type: String, _ w: inout HTMLWriter) {
        w.element(.label, class: "field") { w in
            w.element(.span, text: label)
            w.void(
                .input, class: "input", [.type(type), .name(name), .autocomplete("off"), .value(value)])
        }
    }

    private func writeWays(_ w: inout HTMLWriter) {
        guard !ways.isEmpty else { return }
        w.element(.fieldset, class: "option-lines") { w in
            w.element(.legend, text: Strings.alertWays)
            for way in ways {
                w.element(.label, class: "checkbox-label") { w in
                    w.void(
                        .input,
                        [
                            .type("checkbox"), .name("ways"), .value(String(way.id.rawValue)),
                            .checked(!settings.excludedWays.contains(way.id)),
                        ])
                    w.text(way.name.isEmpty ? Strings.aDevice : way.name)
                }
            }
        }
    }
}

import Library
import Markup
import News
import Places

/// A settings page that makes a rule for an alert or changes one.
struct AlertRulePage {
    private static let maxTowns = 8

    static func path(of rule: AlertRule.ID, in scope: RequestScope) -> String {
        scope.path(.page(.alertRule)) + "?rule=\(rule.rawValue)"
    }

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let form = try AlertRuleForm(scope.query)
        var known: AlertRule?
        if let id = form.rule {
            known = try await scope.library.alerts.rules(for: scope.reader).first { $0.id == id }
            guard known != nil else { throw .notThere }
        }
        guard let kind = known?.subject.kind ?? form.kind.flatMap(AlertSubject.Kind.init(rawValue:)) else {
            throw .notThere
        }
        if kind == .greatNews { return try await AlertSettingsPage().page(for: scope) }
        let offers = try await offers(of: kind, scope)
        return SettingsView.page(
            scope, known == nil ? Strings.alertKind(kind) : Strings.changeAlert, back: .page(.alertSettings),
            extras: [.stylesheet("alerts.css")]
        ) { w in
            w.element(.p, class: "note", text: Strings.alertKindDetail(kind))
            if kind == .place, known == nil { return writeTowns(form, scope, &w) }
            var fields = known.map { [("rule", String($0.id.rawValue))] } ?? []
            if kind == .place, let known {
                fields += AlertRuleForm.fields(of: known.subject).map { ($0.name, $0.value) }
            } else {
                fields.append(("kind", kind.rawValue))
            }
            ActionForm(
                scope, .saveAlert, returnPath: scope.path(.page(.alertSettings)),
                fields: fields.map { (name: $0.0, value: $0.1) }, style: "native-submit card-form"
            ).write(into: &w) { w in
                writeSubject(kind, known, offers, &w)
                Self.writeFollowUps(known?.hasFollowUps ?? false, &w)
                w.element(.button, class: "button primary", text: known == nil ? Strings.alertMe : Strings.save)
            }
        }
    }

    /// Writes the switch for alerts when a topic goes on.
    static func writeFollowUps(_ isOn: Bool, _ w: inout HTMLWriter) {
        w.element(.label, class: "checkbox-label") { w in
            w.void(.input, [.type("checkbox"), .name("followUps"), .value("1"), .checked(isOn)])
            w.text(Strings.withFollowUps)
        }
    }

    private func writeSubject(
        _ kind: AlertSubject.Kind, _ known: AlertRule?, _ offers: [(value: String, label: String)],
        _ w: inout HTMLWriter
    ) {
        let value = known.map { rule in
            AlertRuleForm.fields(of: rule.subject).first { $0.name == "value" }?.value ?? rule.name ?? ""
        }
        w.element(.label, class: "field") { w in
            w.element(.span, text: Strings.alertField(kind))
            switch kind {
            case .section, .feed:
                w.element(.select, class: "input", [.name("value")]) { w in
                    for offer in offers {
                        w.element(
                            .option, [.value(offer.value), .selected(offer.value == value)], text: offer.label)
                    }
                }
            case .place: w.element(.b, text: value ?? "")
            case .words, .site, .greatNews:
                w.void(
                    .input, class: "input",
                    [
                        .name("value"), .required(), .autocapitalize("off"), .autocomplete("off"),
                        .value(value ?? ""),
                    ])
            }
        }
    }

    /// Returns the sections or feeds that can be chosen.
    private func offers(
        of kind: AlertSubject.Kind, _ scope: RequestScope
    ) async throws(LibraryError) -> [(value: String, label: String)] {
        guard kind == .section || kind == .feed else { return [] }
        let folders = try await scope.library.subscriptions.folders(for: scope.reader)
        if kind == .feed {
            return folders.flatMap(\.subscriptions).map { (String($0.id.rawValue), $0.title) }.sorted { $0.1 < $1.1 }
        }
        return folders.map { (String($0.id.rawValue), $0.title) }
    }

    // MARK: Places

    /// Writes the search for a town, and what it finds.
    private func writeTowns(_ form: AlertRuleForm, _ scope: RequestScope, _ w: inout HTMLWriter) {
        let typed = String((form.name ?? "").prefix(100))
        w.element(
            .form, class: "inline-form",
            [.method("get"), .role("search"), .action(scope.path(.page(.alertRule))), .aria("label", Strings.town)]
        ) { w in
            w.hiddenField("kind", "place")
            w.void(
                .input, class: "input",
                [.type("search"), .name("name"), .required(), .aria("label", Strings.town), .value(typed)])
            w.element(.button, class: "button", text: Strings.findTown)
        }
        guard !typed.allSatisfy(\.isWhitespace) else { return }
        let towns = Gazetteer.shared.search(typed, limit: Self.maxTowns)
        guard !towns.isEmpty else {
            return w.element(.p, class: "note", [.role("status")], text: Strings.noTown(typed))
        }
        for town in towns {
            w.element(.div, class: "settings-row alert-rule") { w in
                w.element(.span) { w in
                    w.element(.b, text: town.place.name)
                    w.element(
                        .small,
                        text: [town.place.district, town.place.region, town.countryName].compactMap(\.self)
                            .joined(separator: ", "))
                }
                AlertOffer(subject: .place(town.place), rule: nil).writeButton(
                    scope, style: "button", label: "\(Strings.alertMe): \(town.fullName)", into: &w)
            }
        }
    }
}

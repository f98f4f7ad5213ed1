import Library
import News

extension PathPattern {
    static let alerts: Self = "alerts", alertSettings: Self = "settings/alerts",
        alertRule: Self = "settings/alerts/rule"
}

extension ReaderEndpoint {
    /// The list of what was sent and held back, and the settings of alerts.
    static let alerts: [Self] = [
        .page(.alerts) { scope in try await AlertListPage().page(for: scope) },
        .page(.alertSettings) { scope in try await AlertSettingsPage().page(for: scope) },
        .page(.alertRule) { scope in try await AlertRulePage().page(for: scope) },
    ]
}

extension ActionEndpoint {
    /// The actions that change what a reader is told of at once.
    static let alerts: [Self] = [
        Self(.saveAlert, AlertRuleForm.self) { form, scope in try await AlertActions(scope: scope).save(form) },
        Self(.removeAlert, AlertRuleIDForm.self) { form, scope in try await AlertActions(scope: scope).remove(form) },
        Self(.saveAlertSettings, AlertSettingsForm.self) { form, scope in
            try await AlertActions(scope: scope).save(form)
        },
        Self(.silenceAlert, AlertSilenceForm.self) { form, scope in
            try await AlertActions(scope: scope).silence(form)
        },
    ]
}

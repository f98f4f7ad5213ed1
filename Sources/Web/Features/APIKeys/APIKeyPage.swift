import Foundation
import Library
import Markup
import News
import URLs

/// A page about the key of the edition's service: its purpose, its state, and the rest of the plan. It never shows the
/// key.
struct APIKeyPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let services = scope.keyedAPIs
        guard !services.isEmpty else { throw .notThere }
        var states: [KeyedAPIState] = []
        for service in services { states.append(try await KeyedAPIState(service, scope.library)) }
        let title = Strings.serviceKeyTitle(services.count == 1 ? services.first?.site.host : nil)
        var layout = PageLayout(
            scope: scope, title: title, left: .back(scope.edition.topics == nil ? .today : .topics), barTitle: title,
            actions: [])
        layout.extras = [.stylesheet("settings.css")]
        // The results are kept in memory and are not part of the revision.
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column api-key") { w in
                    w.element(.div, class: "page-title") { w in w.element(.h1, text: title) }
                    for state in states { APIKeyView(scope: scope, state: state).write(into: &w) }
                }
            })
    }
}

/// A service with its stored key and the state of its plan.
struct KeyedAPIState: Sendable {
    let service: KeyedAPIAddress
    /// The stored key; nil without one.
    let key: StoredAPIKey?
    let budget: RequestBudgetStatus

    init(_ service: KeyedAPIAddress, _ library: NewsLibrary) async throws(LibraryError) {
        self.service = service
        key = try await library.apiKeys.all().first { $0.site == service.site.origin }
        budget = try await library.requestBudgets.status(of: service.site)
    }
}

/// The part of the page for one service.
struct APIKeyView {
    let scope: RequestScope
    let state: KeyedAPIState

    private var host: String { state.service.site.host }
    private var fields: [(name: String, value: String)] { [("site", state.service.site.origin)] }

    func write(into w: inout HTMLWriter) {
        let subject = APIKeyResult.Subject(state.service, in: scope.edition)
        if let result = scope.dependencies.apiKeyResults.value(of: subject, for: scope) {
            let isFailure = result.isFailure
            w.element(
                .p,
                [.class(isFailure ? "error-note" : "fetch-failure"), .role(isFailure ? "alert" : "status")],
                text: Strings.serviceKeyResult(result, at: host, scope.time))
        }
        writeExplanation(&w)
        writeState(&w)
        writeForm(&w)
        if state.key != nil { writeOtherForms(&w) }
    }

    private func writeExplanation(_ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: Strings.serviceKeyPurpose(host, scope.edition))
        w.element(.p, class: "note") { w in
            w.text("\(Strings.getKeyAt) ")
            w.element(
                .a, class: "quiet", [.rel("noopener noreferrer"), .href(state.service.site.text)], text: host)
            w.text(". \(Strings.keyIsSafe)")
        }
        if state.key == nil { w.element(.p, class: "note", text: Strings.assumedPlan(state.budget)) }
    }

    private func writeState(_ w: inout HTMLWriter) {
        guard let key = state.key else { return }
        SettingsView.writeGroup(nil, into: &w) { w in
            SettingsView.writeFact(Strings.storedKey, Strings.serviceKeyState(key, scope.time), into: &w)
            SettingsView.writeFact(Strings.plan, Strings.plan(state.budget, scope.time), into: &w)
        }
    }

    private func writeForm(_ w: inout HTMLWriter) {
        let hasKey = state.key != nil
        ActionForm(scope, .setAPIKey, returnPath: scope.currentURI, fields: fields, style: "card-form native-submit")
            .write(into: &w) { w in
                w.element(.label, class: "field") { w in
                    w.element(.span, text: hasKey ? Strings.otherKeyField : Strings.keyField)
                    w.void(
                        .input, class: "input",
                        [
                            .type("password"), .name("key"), .required(), .autocomplete("off"),
                            .autocapitalize("none"), .spellcheck("false"),
                        ])
                }
                w.element(
                    .button, class: "button primary", text: hasKey ? Strings.replaceAndTry : Strings.saveAndTry)
                w.element(.p, class: "note", text: Strings.trialCost)
            }
    }

    /// Writes the forms to try the key again and, in a second step, to remove it.
    private func writeOtherForms(_ w: inout HTMLWriter) {
        w.element(.div, class: "settings-pair") { w in
            ActionForm(scope, .tryAPIKey, returnPath: scope.currentURI, fields: fields, style: "native-submit")
                .writeButton(Strings.tryKeyAgain, style: "quiet", into: &w)
        }
        w.element(.details, class: "confirmation") { w in
            w.element(.summary, class: "quiet", text: Strings.removeKey)
            w.element(.p, text: Strings.confirmKeyRemoval(host))
            ActionForm(scope, .removeAPIKey, returnPath: scope.currentURI, fields: fields, style: "native-submit")
                .writeButton(Strings.removeKeyNow, into: &w)
        }
    }
}

extension RequestScope {
    /// The services that the edition needs a key for.
    var keyedAPIs: [KeyedAPIAddress] { library.sources.keyedAPIs(of: edition) }
}

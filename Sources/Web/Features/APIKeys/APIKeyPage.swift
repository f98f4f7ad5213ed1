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
                w.raw("<div class=\"page-column api-key\"><div class=\"page-title\"><h1>")
                w.text(title)
                w.raw("</h1></div>")
                for state in states { APIKeyView(scope: scope, state: state).write(into: &w) }
                w.raw("</div>")
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
            w.raw(
                result.isFailure
                    ? "<p class=\"error-note\" role=\"alert\">" : "<p class=\"fetch-failure\" role=\"status\">")
            w.text(Strings.serviceKeyResult(result, at: host, scope.time))
            w.raw("</p>")
        }
        writeExplanation(&w)
        writeState(&w)
        writeForm(&w)
        if state.key != nil { writeOtherForms(&w) }
    }

    private func writeExplanation(_ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(Strings.serviceKeyPurpose(host, scope.edition))
        w.raw("</p><p class=\"note\">")
        w.text(Strings.getKeyAt)
        w.raw(" <a class=\"quiet\" rel=\"noopener noreferrer\"")
        w.attribute("href", state.service.site.text)
        w.raw(">")
        w.text(host)
        w.raw("</a>. ")
        w.text(Strings.keyIsSafe)
        w.raw("</p>")
        if state.key == nil {
            w.raw("<p class=\"note\">")
            w.text(Strings.assumedPlan(state.budget))
            w.raw("</p>")
        }
    }

    private func writeState(_ w: inout HTMLWriter) {
        guard let key = state.key else { return }
        SettingsView.writeGroup(nil, into: &w) { w in
            SettingsView.writeFact(Strings.storedKey, Strings.serviceKeyState(key, scope.time), into: &w)
            SettingsView.writeFact(Strings.plan, Strings.plan(state.budget, scope.time), into: &w)
        }
    }

    private func writeForm(_ w: inout HTMLWriter) {
        ActionForm(scope, .setAPIKey, returnPath: scope.currentURI, fields: fields, style: "card-form native-submit")
            .write(
                into: &w
            ) { w in
                w.raw("<label class=\"field\"><span>")
                w.text(state.key == nil ? Strings.keyField : Strings.otherKeyField)
                w.raw(
                    "</span><input class=\"input\" type=\"password\" name=\"key\" required autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\"></label><button class=\"button primary\">"
                )
                w.text(state.key == nil ? Strings.saveAndTry : Strings.replaceAndTry)
                w.raw("</button><p class=\"note\">")
                w.text(Strings.trialCost)
                w.raw("</p>")
            }
    }

    /// Writes the forms to try the key again and, in a second step, to remove it.
    private func writeOtherForms(_ w: inout HTMLWriter) {
        w.raw("<div class=\"settings-pair\">")
        ActionForm(scope, .tryAPIKey, returnPath: scope.currentURI, fields: fields, style: "native-submit").write(
            into: &w
        ) {
            w in
            w.raw("<button class=\"quiet\">")
            w.text(Strings.tryKeyAgain)
            w.raw("</button>")
        }
        w.raw("</div><details class=\"confirmation\"><summary class=\"quiet\">")
        w.text(Strings.removeKey)
        w.raw("</summary><p>")
        w.text(Strings.confirmKeyRemoval(host))
        w.raw("</p>")
        ActionForm(scope, .removeAPIKey, returnPath: scope.currentURI, fields: fields, style: "native-submit").write(
            into: &w
        ) { w in
            w.raw("<button class=\"button\">")
            w.text(Strings.removeKeyNow)
            w.raw("</button>")
        }
        w.raw("</details>")
    }
}

extension RequestScope {
    /// The services that the edition needs a key for.
    var keyedAPIs: [KeyedAPIAddress] { library.sources.keyedAPIs(of: edition) }
}

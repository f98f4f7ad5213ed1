import Library
import Markup

/// A form without script that was refused. Its page shows what was typed again, with the sentence at the field.
struct RefusedForm: Sendable {
    let action: ActionName
    let fields: QueryParameters
    let words: String

    private static let parameter = "refused"

    /// Stores the form, and returns the path of its page that shows it. The parameter makes it another page for caches.
    func store(for scope: RequestScope, at path: String) -> String {
        let token = FormToken.make()
        scope.dependencies.refusedForms.store(self, of: token, for: scope)
        let page = path.prefix { $0 != "#" }
        let fragment = path.dropFirst(page.count)
        return "\(page)\(page.contains("?") ? "&" : "?")\(Self.parameter)=\(token)\(fragment)"
    }

    /// Returns the refused form that a page shows; nil for none.
    static func shown(in scope: RequestScope) -> RefusedForm? {
        scope.query[parameter].flatMap { scope.dependencies.refusedForms.value(of: $0, for: scope) }
    }
}

/// The values and the error of a form's fields: those that were typed in a refused form, else the given ones.
struct FormFieldValues: Sendable {
    private let refused: RefusedForm?
    /// The name of the field that the sentence is about; nil if it is about the whole form.
    let faultyField: String?

    /// - Parameters:
    ///   - action: the form's action.
    ///   - fields: the fields that tell the form from others of the action.
    ///   - names: the sentences by the field that each is about.
    init(
        _ scope: RequestScope, _ action: ActionName, where fields: [(name: String, value: String)] = [],
        faults names: [String: String] = [:]
    ) {
        let shown = RefusedForm.shown(in: scope)
        refused =
            shown.flatMap { form in
                form.action == action && fields.allSatisfy { form.fields[$0.name] == $0.value } ? form : nil
            }
        faultyField = refused.flatMap { names[$0.words] }
    }

    /// True if what was typed was refused.
    var isRefused: Bool { refused != nil }

    /// The sentence for the whole form; nil if there is none, or if a field shows it.
    var formFault: String? { faultyField == nil ? refused?.words : nil }

    /// Returns the value of a field.
    func value(_ name: String, _ known: String) -> String { refused?.fields[name] ?? known }

    /// Returns true if a switch is on.
    func isOn(_ name: String, _ known: Bool) -> Bool { refused.map { $0.fields[name] == "1" } ?? known }

    /// Returns the sentence about a field; nil for none.
    func fault(_ name: String) -> String? { faultyField == name ? refused?.words : nil }

    private static let faultID = "form-fault"

    /// Returns the ID of the sentence about a field, for `aria-describedby`; nil for none.
    func faultID(_ name: String) -> String? { faultyField == name ? Self.faultID : nil }

    /// Returns the value of a field's `aria-invalid`; nil for a field without a fault.
    func invalid(_ name: String) -> String? { faultyField == name ? "true" : nil }

    /// Writes the sentence for the whole form.
    func writeFormFault(_ w: inout HTMLWriter) {
        if let formFault { w.element(.p, class: "form-error", [.role("alert")], text: formFault) }
    }

    /// Writes the sentence above a long form, with the way to the field that it is about.
    func writeSummary(_ w: inout HTMLWriter) {
        guard let refused, faultyField != nil else { return writeFormFault(&w) }
        w.element(.p, class: "form-error", [.role("alert")]) { w in
            w.element(.a, [.href("#\(Self.faultID)")], text: refused.words)
        }
    }

    /// Writes the sentence about a field.
    func writeFault(_ name: String, _ w: inout HTMLWriter) {
        if let words = fault(name) { w.element(.small, class: "form-error", [.id(Self.faultID)], text: words) }
    }
}

import Library
import Markup
import News

/// A view of the form of one's own name, and of the way out of the house.
struct OwnPersonView {
    let scope: RequestScope
    let person: Person

    /// The fragments that lead to the name and to the way out.
    static let nameAnchor = "name", leavingAnchor = "leave"

    func writeName(into w: inout HTMLWriter) {
        w.element(.section, class: "settings-group", [.id(Self.nameAnchor)]) { w in
            w.element(.h2, class: "group-heading", text: PeopleStrings.yourName)
            writeNameForm(on: .access, &w)
            w.element(.p, class: "note", text: PeopleStrings.yourNameExplanation)
        }
    }

    /// Writes the form of the name.
    /// - Parameter page: the page that has the form.
    func writeNameForm(on page: PathPattern, _ w: inout HTMLWriter) {
        let values = FormFieldValues(scope, .renameOwnPerson)
        values.writeFormFault(&w)
        ActionForm(
            scope, .renameOwnPerson, returnPath: scope.path(.page(page)), style: "inline-form own-form native-submit"
        ).write(into: &w) { w in
            w.void(
                .input, class: "input",
                [
                    .name("name"), .value(values.value("name", person.name)), .required(), .autocomplete("nickname"),
                    .aria("label", PeopleStrings.yourName), .attribute("maxlength", "40"),
                ])
            w.element(.button, class: "button", text: Strings.save)
        }
    }

    func writeLeaving(into w: inout HTMLWriter) {
        guard person.id != .first else { return }
        w.element(.details, class: "confirmation", [.id(Self.leavingAnchor)]) { w in
            w.element(.summary, class: "quiet", text: PeopleStrings.leave)
            w.element(.p, text: PeopleStrings.confirmLeaving)
            ActionForm(scope, .leaveHouse, returnPath: scope.path(.page(.access)), style: "native-submit")
                .writeButton(PeopleStrings.leaveNow, into: &w)
        }
    }
}

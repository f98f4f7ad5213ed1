import Library
import Markup
import News

/// A settings page of who reads here, for who runs the house.
struct PeoplePage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let people = try await scope.library.people.all()
        let own = people.first { $0.id == scope.reader }
        var page = SettingsView.page(scope, PeopleStrings.people, script: "access.js") { w in
            w.element(.p, class: "note", text: PeopleStrings.peopleExplanation)
            w.element(.section, class: "settings-group devices") { w in
                for person in people { write(person, scope, &w) }
            }
            writeInvitation(own, scope, &w)
        }
        page.isCacheable = false
        return page
    }

    private func write(_ person: Person, _ scope: RequestScope, _ w: inout HTMLWriter) {
        guard person.id != scope.reader, person.id != .first else {
            return w.element(.div, class: "settings-row") { w in writeSummary(person, scope, &w) }
        }
        w.element(.details, class: "device") { w in
            w.element(.summary, class: "settings-row") { w in
                writeSummary(person, scope, &w)
                Icon.down.write(scope, into: &w)
            }
            w.element(.div, class: "device-forms") { w in
                writeRoleForm(person, scope, &w)
                ActionForm(
                    scope, .makePersonLink, returnPath: scope.path(.page(.people)),
                    fields: [("person", String(person.id.rawValue))], style: "native-submit"
                ).writeButton(PeopleStrings.makeLink, style: "button", into: &w)
                writeRemoval(person, scope, &w)
            }
        }
    }

    private func writeSummary(_ person: Person, _ scope: RequestScope, _ w: inout HTMLWriter) {
        Icon.account.write(scope, into: &w)
        w.element(.span) { w in
            w.element(.b, text: person.shownName)
            w.element(.small) { w in
                if person.id == scope.reader { w.text("\(PeopleStrings.you) · ") }
                w.text(PeopleStrings.name(of: person.role))
                if person.id != scope.reader {
                    w.text(" · ")
                    if let seen = person.lastSeenAt {
                        w.text("\(SignInStrings.lastVisit) ")
                        TimeView.write(scope, seen, into: &w)
                    } else {
                        w.text(PeopleStrings.neverSeen)
                    }
                }
            }
        }
    }

    private func writeRoleForm(_ person: Person, _ scope: RequestScope, _ w: inout HTMLWriter) {
        ActionForm(
            scope, .setPersonRole, returnPath: scope.path(.page(.people)),
            fields: [("person", String(person.id.rawValue))], style: "inline-form native-submit"
        ).write(into: &w) { w in
            RoleField(chosen: person.role).write(into: &w)
            w.element(.button, class: "button", text: PeopleStrings.saveRole)
        }
    }

    private func writeRemoval(_ person: Person, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.details, class: "confirmation") { w in
            w.element(.summary, class: "quiet", text: PeopleStrings.remove)
            w.element(.p, text: PeopleStrings.confirmRemoval(person.shownName))
            ActionForm(
                scope, .removePerson, returnPath: scope.path(.page(.people)),
                fields: [("person", String(person.id.rawValue))], style: "native-submit"
            ).writeButton(PeopleStrings.removeNow(person.shownName), into: &w)
        }
    }

    private func writeInvitation(_ own: Person?, _ scope: RequestScope, _ w: inout HTMLWriter) {
        SettingsView.writeGroup(PeopleStrings.invite, into: &w) { w in
            guard let own, !own.name.isEmpty, own.hasPassword else {
                w.element(.p, class: "note", text: PeopleStrings.nameFirst)
                w.element(.p, class: "card-form") { w in
                    w.element(
                        .a, class: "button primary", [.href(scope.path(.page(.access)))],
                        text: PeopleStrings.toNameAndPassword)
                }
                return
            }
            InvitationPage.writeForm(scope, into: &w)
            ActionForm(
                scope, .withdrawInvitations, returnPath: scope.path(.page(.people)), style: "card-form native-submit"
            ).writeButton(PeopleStrings.withdraw, style: "quiet", into: &w)
        }
    }
}

/// The field that chooses what a reader may do.
struct RoleField {
    let chosen: ReaderRole

    func write(into w: inout HTMLWriter) {
        w.element(.select, class: "input", [.name("role"), .aria("label", PeopleStrings.role)]) { w in
            for role in ReaderRole.allCases {
                w.element(
                    .option, [.value(role.rawValue), .selected(role == chosen)], text: PeopleStrings.name(of: role))
            }
        }
    }
}

/// The form of one's own name, and the way out of the house.
struct OwnPersonView {
    let scope: RequestScope
    let person: Person

    func writeName(into w: inout HTMLWriter) {
        SettingsView.writeGroup(PeopleStrings.yourName, into: &w) { w in
            ActionForm(
                scope, .renameOwnPerson, returnPath: scope.path(.page(.access)),
                style: "inline-form own-form native-submit"
            ).write(into: &w) { w in
                w.void(
                    .input, class: "input",
                    [
                        .name("name"), .value(person.name), .required(), .autocomplete("nickname"),
                        .aria("label", PeopleStrings.yourName), .attribute("maxlength", "40"),
                    ])
                w.element(.button, class: "button", text: Strings.save)
            }
            w.element(.p, class: "note", text: PeopleStrings.yourNameExplanation)
        }
    }

    func writeLeaving(into w: inout HTMLWriter) {
        guard person.id != .first else { return }
        w.element(.details, class: "confirmation") { w in
            w.element(.summary, class: "quiet", text: PeopleStrings.leave)
            w.element(.p, text: PeopleStrings.confirmLeaving)
            ActionForm(scope, .leaveHouse, returnPath: scope.path(.page(.access)), style: "native-submit")
                .writeButton(PeopleStrings.leaveNow, into: &w)
        }
    }
}

import Library
import Markup
import News

/// A settings page of who reads here, for who runs the house.
struct PeoplePage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let people = try await scope.library.people.all()
        let own = people.first { $0.id == scope.reader }
        let openInvitations = try await scope.library.people.openInvitationCount()
        var page = SettingsView.page(scope, PeopleStrings.people, script: "access.js") { w in
            w.element(.p, class: "note", text: PeopleStrings.peopleExplanation)
            w.element(.section, class: "settings-group devices") { w in
                for person in people { write(person, scope, &w) }
            }
            writeInvitation(own, openInvitations, scope, &w)
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
                w.element(.p, class: "note", text: PeopleStrings.whenToMakeLink)
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

    /// Writes the form that invites, or first what it needs: a name and a password of one's own.
    private func writeInvitation(
        _ own: Person?, _ openInvitations: Int, _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        SettingsView.writeGroup(PeopleStrings.invite, into: &w) { w in
            if let own, own.name.isEmpty {
                w.element(.p, class: "note", text: PeopleStrings.nameFirst)
                return OwnPersonView(scope: scope, person: own).writeNameForm(on: .people, &w)
            }
            guard own?.hasPassword == true else {
                w.element(.p, class: "note", text: PeopleStrings.passwordFirst)
                return w.element(.p, class: "card-form") { w in
                    w.element(
                        .a, class: "button primary", [.href(scope.path(.page(.access)) + "#password")],
                        text: Strings.setPassword)
                }
            }
            InvitationPage.writeForm(scope, into: &w)
            guard openInvitations > 0 else { return }
            ActionForm(
                scope, .withdrawInvitations, returnPath: scope.path(.page(.people)), style: "card-form native-submit"
            ).writeButton(PeopleStrings.withdraw(openInvitations), style: "quiet", into: &w)
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

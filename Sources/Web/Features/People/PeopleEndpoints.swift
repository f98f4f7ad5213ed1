import HTTPTypes
import Hummingbird
import Library
import News

extension PathPattern {
    static let people: Self = "settings/people", invitation: Self = "settings/people/invitation"
    static let join: Self = "join/:invitation"
}

extension ReaderEndpoint {
    /// The pages of the house's people and of an invitation.
    static let people: [Self] = [
        .page(.people) { scope in try await PeoplePage().page(for: scope) },
        // The page holds a secret, which no cache may keep.
        .response(.get, .invitation) { routes, request, context in
            var response = try await routes.responder.respond(request, context) { scope in
                try await InvitationPage().page(for: scope)
            }
            response.headers[.cacheControl] = "no-store"
            return response
        },
    ]
}

extension PublicEndpoint {
    /// The page of an invitation, and its form.
    static let joining: [Self] = [
        .response(.get, .join, at: .app) { routes, request, context in
            try await JoinHandler(dependencies: routes.dependencies).show(request, context)
        },
        .response(.post, .join, at: .app) { routes, request, context in
            try await JoinHandler(dependencies: routes.dependencies).join(request, context)
        },
    ]
}

extension ActionEndpoint {
    /// The actions of who runs the house.
    static let people: [Self] = [
        Self(.invitePerson, InvitationForm.self) { form, scope in try await PeopleActions(scope).invite(form) },
        Self(.withdrawInvitations, EmptyForm.self) { _, scope in try await PeopleActions(scope).withdraw() },
        Self(.makePersonLink, PersonForm.self) { form, scope in try await PeopleActions(scope).makeLink(form) },
        Self(.setPersonRole, PersonForm.self) { form, scope in try await PeopleActions(scope).setRole(form) },
        Self(.removePerson, PersonForm.self) { form, scope in try await PeopleActions(scope).remove(form) },
    ]

    /// The actions of each reader on themselves.
    static let ownPerson: [Self] = [
        Self(.renameOwnPerson, OwnNameForm.self) { form, scope in try await PeopleActions(scope).rename(form) }
            .showingRefusedForm(),
        Self(.leaveHouse, EmptyForm.self) { _, scope in try await PeopleActions(scope).leave() },
    ]
}

/// The form that makes an invitation.
struct InvitationForm: FormValue {
    let role: ReaderRole

    static let faults = ["role": "Choose what they may do."]
}

/// The form that changes what a reader may do, or removes them.
struct PersonForm: FormValue {
    let person: ReaderID
    let role: ReaderRole?

    static let faults = ["person": "Nobody was named.", "role": "Choose what they may do."]
}

/// The form of one's own name.
struct OwnNameForm: FormValue {
    let name: String

    static let faults = ["name": "Type a name."]
}

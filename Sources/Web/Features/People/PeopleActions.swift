import Library
import News

/// The actions on the readers of the house.
struct PeopleActions {
    private let scope: RequestScope
    private let page: String

    init(_ scope: RequestScope) {
        self.scope = scope
        page = scope.path(.page(.people))
    }

    private var people: PeopleService { scope.library.people }

    func invite(_ form: InvitationForm) async throws -> ActionOutcome {
        let token = try await people.invite(as: form.role, by: scope.reader)
        return show(ShownInvitation(name: nil, token: token, madeAt: scope.now))
    }

    /// Makes a link that signs another reader in, who has forgotten the password or lost a device.
    func makeLink(_ form: PersonForm) async throws -> ActionOutcome {
        let person = try await people.person(form.person)
        let token = try await scope.library.sessions.makeLink(
            for: person.id, lasting: PeopleService.invitationLifetime, isRecovery: true, by: scope.identity.session?.id)
        return show(ShownInvitation(name: person.shownName, token: token, madeAt: scope.now))
    }

    private func show(_ shown: ShownInvitation) -> ActionOutcome {
        scope.dependencies.invitations.store(shown, of: scope.identity.session?.id, for: scope)
        return .go(scope.path(.page(.invitation)))
    }

    func withdraw() async throws -> ActionOutcome {
        .toast(PeopleStrings.withdrawn(try await people.withdrawInvitations()), on: page)
    }

    func setRole(_ form: PersonForm) async throws -> ActionOutcome {
        guard let role = form.role else { throw LibraryError.invalid(why: "Choose what they may do.") }
        let person = try await people.person(form.person)
        try await people.setRole(role, of: form.person)
        return .toast(PeopleStrings.roleSaved(person.shownName), on: page)
    }

    func remove(_ form: PersonForm) async throws -> ActionOutcome {
        guard form.person != scope.reader else {
            throw LibraryError.invalid(why: "You leave on the page of devices and password.")
        }
        let person = try await people.person(form.person)
        try await people.remove(form.person)
        return .toast(PeopleStrings.removed(person.shownName), on: page)
    }

    func rename(_ form: OwnNameForm) async throws -> ActionOutcome {
        try await people.rename(scope.reader, to: form.name)
        return .toast(PeopleStrings.nameSaved)
    }

    func leave() async throws -> ActionOutcome {
        try await people.remove(scope.reader)
        let signIn = SignInHandler.signInPath(for: scope.path(.today), next: nil)
        return .go("\(signIn)?\(SignInHandler.leftParameter)=1")
    }
}

extension Person {
    /// The name, or a word for the reader who has none.
    var shownName: String { name.isEmpty ? PeopleStrings.unnamed : name }
}

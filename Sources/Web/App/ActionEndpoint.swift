import Library

/// An action of a POST: its name, its form, and its work. A feature states its actions beside its endpoints;
/// `Endpoints.swift` lists them.
struct ActionEndpoint: Sendable {
    /// The maximum size of a request's body in bytes, unless the action states its own.
    static let usualBodyLimit = 8 << 20

    let name: ActionName
    /// The maximum size of a request's body in bytes, with all files.
    let bodyLimit: Int
    /// The role that the action is for.
    private(set) var role = ReaderRole.reader
    /// Throws if the action is not possible for the request, before its body is read; nil for actions that always are.
    private(set) var precondition: (@Sendable (RequestScope) async throws -> Void)?
    /// True if a form without script that is refused is shown again with what was typed (`RefusedForm`).
    private(set) var showsRefusedForm = false
    /// Validates the form and performs the action.
    let perform: @Sendable (SubmittedForm, RequestScope) async throws -> ActionOutcome

    init<Form: FormValue>(
        _ name: ActionName, _ form: Form.Type, bodyLimit: Int = Self.usualBodyLimit,
        _ perform: @escaping @Sendable (Form, RequestScope) async throws -> ActionOutcome
    ) {
        self.name = name
        self.bodyLimit = bodyLimit
        self.perform = { form, scope in try await perform(try Form(form), scope) }
    }

    /// Returns the action for readers with a role, or one above.
    func requiring(_ role: ReaderRole) -> Self {
        var action = self
        action.role = max(role, self.role)
        return action
    }

    /// Returns the action with a check before its body is read, and whose refused form is shown again.
    func showingRefusedForm(
        requiring precondition: (@Sendable (RequestScope) async throws -> Void)? = nil
    ) -> Self {
        var action = self
        action.precondition = precondition
        action.showsRefusedForm = true
        return action
    }
}

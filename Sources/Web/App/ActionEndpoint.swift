import Library

/// An action of a POST: its name, its form, and its work. A feature states its actions beside its endpoints;
/// `Endpoints.swift` lists them.
struct ActionEndpoint: Sendable {
    let name: ActionName
    /// Validates the form and performs the action.
    let perform: @Sendable (SubmittedForm, RequestScope) async throws -> ActionOutcome

    init<Form: FormValue>(
        _ name: ActionName, _ form: Form.Type,
        _ perform: @escaping @Sendable (Form, RequestScope) async throws -> ActionOutcome
    ) {
        self.name = name
        self.perform = { form, scope in try await perform(try Form(form), scope) }
    }
}

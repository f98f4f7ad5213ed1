import Library

/// An action of a POST: its name, its form, and its work. A feature states its actions beside its endpoints;
/// `Endpoints.swift` lists them.
struct ActionEndpoint: Sendable {
    /// The maximum size of a request's body in bytes, unless the action states its own.
    static let usualBodyLimit = 8 << 20

    let name: ActionName
    /// The maximum size of a request's body in bytes, with all files.
    let bodyLimit: Int
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

    private init(
        _ name: ActionName, bodyLimit: Int,
        perform: @escaping @Sendable (SubmittedForm, RequestScope) async throws -> ActionOutcome
    ) {
        (self.name, self.bodyLimit, self.perform) = (name, bodyLimit, perform)
    }

    /// Returns the action for readers with a role, or one above.
    func requiring(_ role: ReaderRole) -> Self {
        Self(name, bodyLimit: bodyLimit) { [perform] form, scope in
            try scope.identity.require(role)
            return try await perform(form, scope)
        }
    }
}

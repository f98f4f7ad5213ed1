public import Hummingbird
public import Library

/// An interface for other programs that keep a copy of the stories, given to `Routes` because Web cannot import its
/// module. Programs sign in by themselves, without cookies.
public struct ProgramInterface: Sendable {
    /// Returns true for a path of the interface.
    public var contains: @Sendable (String) -> Bool
    /// Responds to a request for such a path.
    /// - Throws: `LibraryError` if the database fails.
    public var respond: @Sendable (Request, ProgramClient) async throws -> Response

    public init(
        contains: @escaping @Sendable (String) -> Bool,
        respond: @escaping @Sendable (Request, ProgramClient) async throws -> Response
    ) {
        self.contains = contains
        self.respond = respond
    }
}

/// A program that sends a request.
public struct ProgramClient: Sendable {
    /// The program's address, for the limits of sign-ins.
    public let login: LoginClient
    /// The action once the program has shown a valid secret.
    public let onAuthorized: @Sendable () -> Void
    /// The action for a wrong secret.
    public let onRejected: @Sendable (SignInError) -> Void
}

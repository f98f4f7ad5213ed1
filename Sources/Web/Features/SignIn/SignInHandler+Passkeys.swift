import HTTPTypes
import Hummingbird
import Library
import Untrusted

/// Signing in by passkey. Script fills in the form of the sign-in page with what the browser has signed.
extension SignInHandler {
    /// Returns a new challenge, and the site that it is for.
    /// - Throws: `.notThere` at an address for which browsers make no passkeys.
    func passkeyOptions(_ context: WebRequestContext) throws -> Response {
        guard let site = PasskeySite(origin: try context.requireClient().origin) else { throw LibraryError.notThere }
        let challenge = dependencies.library.sessions.passkeyChallenge()
        return try Response.freshJSON(PasskeyRequestOptions(challenge: challenge, site))
    }

    func signInByPasskey(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        let view = try view(for: context)
        let client = view.client
        guard let form = await Self.collectForm(request) else { return Self.tooLarge }
        let next = ReturnPath.validated(form["next"])
        let signInPath = Self.signInPath(for: request.uri.path, next: nil)
        do throws(SignInError) {
            let (token, _, device) = try await dependencies.library.sessions.signIn(
                try PasskeySignature(form), at: try Self.site(client), from: client.loginClient(request))
            await endSession(SessionCookie.token(request, client))
            return settingCookies(redirect(to: next, from: signInPath), client, token, device)
        } catch {
            if let failure = Self.failure(error) { dependencies.log.signInFailed(failure, client) }
            return try await errorPage(view, error, next, typedName: "", at: signInPath)
        }
    }

    private static func site(_ client: ClientInfo) throws(SignInError) -> PasskeySite {
        guard let site = PasskeySite(origin: client.origin) else { throw .passkey(.otherSite) }
        return site
    }
}

extension PasskeySignature {
    fileprivate init(_ form: QueryParameters) throws(SignInError) {
        do {
            try self.init(
                id: form["id"] ?? "", clientData: form["clientData"] ?? "",
                authenticatorData: form["authenticatorData"] ?? "", signature: form["signature"] ?? "",
                userHandle: form["userHandle"] ?? "")
        } catch { throw .passkey(error) }
    }
}

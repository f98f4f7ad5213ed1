import Foundation
import HTTPTypes
import Hummingbird
import Library
import Untrusted

/// A handler of invitations: the page that one leads to, and its form. The page changes nothing, since messengers fetch links
/// for previews.
struct JoinHandler: Sendable {
    private let signIn: SignInHandler
    private let dependencies: WebDependencies

    init(dependencies: WebDependencies) {
        self.dependencies = dependencies
        signIn = SignInHandler(dependencies: dependencies)
    }

    private func token(_ context: WebRequestContext) throws(InvitationError) -> SecretToken {
        guard let token = context.parameters.get("invitation").flatMap({ SecretToken($0) }) else { throw .expired }
        return token
    }

    /// Returns the button that joins with an account at the identity provider; nil without one.
    private func openIDButton(_ context: WebRequestContext) -> OpenIDButton? {
        guard let provider = dependencies.integrations.openID, let invitation = context.parameters.get("invitation")
        else { return nil }
        return OpenIDButton(
            title: OpenIDStrings.join(provider.label),
            path: "/\(PathPattern.openID.text)?invitation=\(QueryParameters.encoded(invitation))")
    }

    func show(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        let view = try signIn.view(for: context)
        do throws(InvitationError) {
            let invitation = try await dependencies.library.people.check(try token(context))
            return signIn.response(view.joinPage(invitation, at: request.uri.path, openID: openIDButton(context)), .ok)
        } catch { return try errorPage(error, view) }
    }

    func join(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        let view = try signIn.view(for: context)
        guard let form = await SignInHandler.collectForm(request) else { return SignInHandler.tooLarge }
        let name = form["name"] ?? ""
        do throws(InvitationError) {
            let opened = try await dependencies.library.people.join(
                try token(context), name: name, password: form["password"] ?? "",
                from: view.client.loginClient(request))
            await signIn.endSession(SessionCookie.token(request, view.client))
            return signIn.settingCookies(
                signIn.redirect(to: "/", from: request.uri.path), view.client, opened.token, opened.device)
        } catch .name(let why) {
            return try await repeatForm(
                request, context, view, typedName: name, SignInFieldError(field: .name, words: why))
        } catch .library(.invalid(let why)) {
            return try await repeatForm(
                request, context, view, typedName: name, SignInFieldError(field: .password, words: why))
        } catch {
            if case .library = error {} else { dependencies.log.signInFailed(.badLink, view.client) }
            return try errorPage(error, view)
        }
    }

    /// Returns the form with what was typed and what is wrong with it.
    private func repeatForm(
        _ request: Request, _ context: WebRequestContext, _ view: SignInView, typedName: String,
        _ error: SignInFieldError
    ) async throws -> Response {
        do throws(InvitationError) {
            let invitation = try await dependencies.library.people.check(try token(context))
            return signIn.response(
                view.joinPage(
                    invitation, at: request.uri.path, openID: openIDButton(context), typedName: typedName,
                    error: error),
                .unprocessableContent)
        } catch { return try errorPage(error, view) }
    }

    private func errorPage(_ error: InvitationError, _ view: SignInView) throws(LibraryError) -> Response {
        if case .library(let error) = error { throw error }
        return signIn.response(view.deadInvitationPage(isUsed: error == .used), .gone)
    }
}

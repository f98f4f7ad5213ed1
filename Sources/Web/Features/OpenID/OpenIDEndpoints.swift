import HTTPTypes
import Hummingbird
import Library
import News

extension PathPattern {
    static let openID: Self = "sign-in/openid", openIDReturn: Self = "sign-in/openid/return"
}

extension PublicEndpoint {
    /// The way to the identity provider, and the way back.
    static let openID: [Self] = [
        .response(.get, .openID, at: .app) { routes, request, context in
            try await OpenIDHandler(dependencies: routes.dependencies).start(request, context)
        },
        .response(.get, .openIDReturn, at: .app) { routes, request, context in
            try await OpenIDHandler(dependencies: routes.dependencies).finish(request, context)
        },
    ]
}

extension ActionEndpoint {
    /// The action that unlinks an account at the provider.
    static let outsideIdentities: [Self] = [
        Self(.unlinkIdentity, IdentityForm.self) { form, scope in
            try await scope.library.outsideIdentities.unlink(form.identity, from: scope.reader)
            return .toast(OpenIDStrings.unlinked, on: scope.path(.page(.access)))
        }
    ]
}

struct IdentityForm: FormValue {
    let identity: OutsideIdentity.ID

    static let faults = ["identity": "No account was named."]
}

import HTTPTypes
import Hummingbird

extension PathPattern {
    static let signIn: Self = "sign-in", signInPasskey: Self = "sign-in/passkey", signOut: Self = "sign-out",
        signInLink: Self = "enter/:link"
}

extension PublicEndpoint {
    /// The sign-in by password, of the app and of each possible edition, and the sign-in by a one-time link.
    static let signIn: [Self] =
        [Root.app, .edition].flatMap { root -> [Self] in
            [
                .response(.get, .signIn, at: root) { routes, request, context in
                    try await handler(routes).showForm(request, context)
                },
                .response(.post, .signIn, at: root) { routes, request, context in
                    try await handler(routes).signIn(request, context)
                },
                .response(.get, .signInPasskey, at: root) { routes, _, context in
                    try handler(routes).passkeyOptions(context)
                },
                .response(.post, .signInPasskey, at: root) { routes, request, context in
                    try await handler(routes).signInByPasskey(request, context)
                },
                .response(.post, .signOut, at: root, isPublic: false) { routes, request, context in
                    try await handler(routes).signOut(request, context)
                },
            ]
        } + [
            .response(.get, .signInLink, at: .app) { routes, _, context in
                try await handler(routes).showLink(link: context.parameters.get("link"), context)
            },
            .response(.post, .signInLink, at: .app) { routes, request, context in
                try await handler(routes).redeemLink(by: context.parameters.get("link"), request, context)
            },
        ]

    private static func handler(_ routes: Routes) -> SignInHandler { SignInHandler(dependencies: routes.dependencies) }
}

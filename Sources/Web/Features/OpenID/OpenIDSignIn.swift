public import OpenID

/// The sign-in at an identity provider, as the sign-in page offers it.
public struct OpenIDSignIn: Sendable {
    /// The client of the provider.
    public let client: OpenIDClient
    /// The provider's name for people: *Sign in with LABEL*.
    public let label: String
    /// True to make a reader of an account that is nobody's.
    public let admitsUnknown: Bool

    public init(client: OpenIDClient, label: String, admitsUnknown: Bool) {
        self.client = client
        self.label = label
        self.admitsUnknown = admitsUnknown
    }
}

/// A button of the sign-in pages that leads to the provider. It is a link: browsers apply `form-action` of the page's policy
/// to the redirects of a form.
struct OpenIDButton {
    let title: String
    let path: String
    /// The failure that led back to the page.
    var errorMessage: String?
}

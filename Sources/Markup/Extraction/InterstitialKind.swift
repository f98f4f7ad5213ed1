/// A page served instead of the requested one, often with status 200.
public enum InterstitialKind: String, Sendable, Hashable, Codable {
    /// The page does not exist.
    case notFound
    /// The page requires a sign-in.
    case signIn
    /// A captcha or browser check.
    case robotCheck
    /// Access is denied.
    case forbidden
    /// A server error or maintenance.
    case serverError
    /// A network that requires a sign-in first.
    case captivePortal
    /// A wall that requires a person's consent to cookies or tracking.
    case consent
    /// A site that is not open to the public yet.
    case comingSoon

    /// The end of the phrase "a page that …".
    public var summary: String {
        switch self {
        case .notFound: "says that nothing is there (404)"
        case .signIn: "requires a sign-in"
        case .robotCheck: "wants proof that the visitor is a person"
        case .forbidden: "refuses to be read (403)"
        case .serverError: "says that the server has failed"
        case .captivePortal: "wants you to sign in to the network first"
        case .consent: "asks for consent first"
        case .comingSoon: "says that the site is not open yet"
        }
    }
}

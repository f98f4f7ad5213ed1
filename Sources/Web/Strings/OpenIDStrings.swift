import Library
import OpenID

/// The texts about accounts at an identity provider.
enum OpenIDStrings {
    static func signIn(_ label: String) -> String { "Sign in with \(label)" }
    static func join(_ label: String) -> String { "Join with \(label)" }
    static let failedTitle = "Not signed in"

    // MARK: In the settings

    static let linkedAccounts = "Linked accounts"
    static let linkedAccountsExplanation =
        "With a linked account you sign in without your password. Nobody else’s account is ever taken for yours, whatever its name."
    static func link(_ label: String) -> String { "Link an account of \(label)" }
    static let unlink = "Unlink"
    static let unlinked = "The account is unlinked. Devices that are signed in stay so."
    static let neverUsed = "not used yet"

    // MARK: Failures

    static func message(_ error: OpenIDSignInError, _ label: String, _ time: TimeFormatter) -> String {
        switch error {
        case .state:
            "This sign-in did not begin in this browser, has ended already, or took more than ten minutes. Begin again."
        case .otherBrowser: "Link an account in your own settings: Devices and password, Linked accounts."
        case .provider(let error): message(error, label)
        case .identity(let error): message(error, label, time)
        }
    }

    private static func message(_ error: OutsideIdentityError, _ label: String, _ time: TimeFormatter) -> String {
        switch error {
        case .unknown:
            "Nobody here has linked this account of \(label). Sign in another way and link it in the settings, or ask the owner for an invitation."
        case .otherReaders: "Somebody else here has linked this account of \(label). Nothing was changed."
        case .nameTaken(let name):
            "Somebody here is called “\(name)” already. If that is you, sign in another way and link this account in the settings; else join by an invitation, with a name of your choice."
        case .noName:
            "\(label) gives no name that a reader can have. Join by an invitation, with a name of your choice, and link this account in the settings."
        case .invitation(.used): PeopleStrings.used
        case .invitation: PeopleStrings.expired
        case .throttled(let until): "Too many attempts. Try again at \(time.until(until))."
        case .library(let error): error.userMessage
        }
    }

    private static func message(_ error: OpenIDError, _ label: String) -> String {
        switch error {
        case .denied: "\(label) did not sign you in, as you or it did not agree."
        case .refused(.invalidClient?), .refused(.unauthorizedClient?):
            "\(label) does not know this newspaper by its ID and secret. Whoever runs it has to correct the settings openid.clientID and openid.clientSecretFile."
        case .refused(.invalidGrant?): "\(label) does not take this sign-in any more. Begin again."
        case .refused(.serverError?), .refused(.temporarilyUnavailable?):
            "\(label) cannot sign anybody in at the moment. Try again in a few minutes."
        case .refused(let code): "\(label) refused the sign-in (\(code?.rawValue ?? "without a reason")). Begin again."
        case .otherIssuer: "The answer did not come from \(label), so nobody was signed in. Begin again."
        case .noCode: "\(label) answered without a code, so nobody was signed in. Begin again."
        case .unreachable(let why): "\(label) cannot be asked who you are. \(why)"
        case .notAllowed(let host, let port):
            "\(label) is not asked who you are, because \(host) is outside the public internet. Whoever runs this newspaper has to list its numeric address with port \(port) in network.allow."
        case .discovery(let fault): message(fault, label)
        case .unreadable: "\(label) answered in a way that is not OpenID Connect, so nobody was signed in."
        case .token(let fault): message(fault, label)
        }
    }

    private static func message(_ fault: DiscoveryFault, _ label: String) -> String {
        switch fault {
        case .notJSON:
            "\(label) has no description at the address of openid.issuer. Whoever runs this newspaper has to correct it."
        case .otherIssuer:
            "\(label) calls itself another issuer than openid.issuer says. Whoever runs this newspaper has to copy the issuer exactly."
        case .endpoints: "\(label) does not say at which https addresses it signs people in."
        case .clientAuthentication:
            "\(label) takes the secret of this newspaper in none of the ways that Tidings knows."
        }
    }

    private static func message(_ fault: IDTokenFault, _ label: String) -> String {
        let why =
            switch fault {
            case .malformed: "it cannot be read"
            case .algorithm: "it is not signed by RS256, ES256 or EdDSA"
            case .unknownKey: "its key is not among the provider’s"
            case .signature: "its signature is wrong"
            case .issuer: "it is another provider’s"
            case .audience, .authorizedParty: "it is for another program"
            case .expired: "it has expired; compare the clocks of both machines"
            case .notYetValid: "it is not valid yet; compare the clocks of both machines"
            case .tooOld: "it is an old one"
            case .nonce: "it belongs to another sign-in"
            case .accessTokenHash: "it does not go with the rest of the answer"
            case .subject: "it names nobody"
            }
        return "The ID token of \(label) is not valid: \(why). Nobody was signed in; begin again."
    }
}

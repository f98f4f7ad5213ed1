import News

enum SignInStrings {
    static let title = "Sign in"
    static let password = "Password"
    static let signIn = "Sign in"
    static let signInAgain = "Sign in again."
    static let wrong = "Wrong password."
    static let name = "Name"
    static let wrongNameOrPassword = "The name or the password is wrong."
    static let forgotten = "Forgotten the password?"
    static let askOwner =
        "Whoever runs this house can make a link that signs you in: Settings, People. Then set a new password."
    static func linkFromMachine(inCompany: Bool) -> String {
        "On the machine that Tidings runs on, “\(linkCommand(inCompany))” makes a link that signs you in, and “tidings reader set-password\(inCompany ? readerOption : "")” sets a new password."
    }
    /// The command without a name is about the first of several readers.
    private static func linkCommand(_ inCompany: Bool) -> String {
        "tidings reader link\(inCompany ? readerOption : "")"
    }
    private static let readerOption = " --reader NAME"
    static let tooLarge = "That is too long for a password."
    static let tooManyAttempts = "Too many people are signing in at the moment. Try again in a few seconds."
    static func wait(until clock: String, inCompany: Bool) -> String {
        "Too many wrong passwords. Try again at \(clock). On the machine that Tidings runs on, “\(linkCommand(inCompany))” makes a link that signs this device in at once."
    }
    static let noPassword =
        "This newspaper has no password yet, so nobody can sign in. Set one on the machine it runs on: tidings reader set-password"
    static let insecureConnection =
        "This connection is not encrypted: others in the same network can read what is sent over it, this password too."

    static let linkTitle = "Read on this device"
    static let linkWorks = "This link works once. The device stays signed in for 30 days after it was last used."
    static let enter = "Open the newspaper"
    static let spentTitle = "This link has been used"
    static let spent = "A link works only once. Ask for a new one where you got it."
    static let expiredTitle = "This link has expired"
    static let expired = "Links work for a few minutes only. Ask for a new one where you got it."

    // MARK: A proxy that signs in

    static let proxyRefusalTitle = "Not known here"
    static func refusal(of claim: ProxySignIn.Claim) -> String {
        switch claim {
        case .name:
            "The proxy in front of this newspaper names you, but nobody here has that name. Ask the owner for an invitation, and join under the same name."
        case .unusable:
            "The proxy in front of this newspaper does not name one reader. Whoever runs it has to let it send the header once, in place of any that the browser sends."
        }
    }
    static let proxySignOutTitle = "Still signed in"
    static let proxySignOut =
        "The proxy in front of this newspaper signs you in, so sign out there."
    static let proxySignsIn = "The proxy in front of Tidings says who reads here, and signs you out, too."

    // MARK: In the settings

    static let thisDevice = "This device"
    static let signOut = "Sign out"
    static let signOutOthers = "Sign out all others"
    static let endSession = "Sign out"
    static let lastVisit = "Last visit:"
    static let foreignForm = "The form did not come from a page of this Tidings. Nothing was changed."
    static let signedOutHere = "This browser was signed out. Nothing was changed."
    static func devicesSignedOut(_ count: Int) -> String {
        "\(Plural.device.counted(count)) signed out"
    }
    static let localAccess =
        "Anyone at this computer can read here, and no other device can."
    static let needsSecure =
        "Without https this browser cannot share or copy the address of a story or, on Android, install the app."
}

import Library

/// The texts about the password, the devices and the connection.
extension Strings {
    static let access = "Devices and password"
    static let accessDetail = "Add a phone, change the password, sign out"
    static let devices = "Devices"
    static let onlySignedIn = "Only devices that are signed in can read here."
    static let onlySignedInElsewhere =
        "Anyone at this computer can read here; other devices only once they are signed in."
    static let noDevices = "No device is signed in."
    static let aDevice = "the device"
    static let rename = "Rename"
    static let signOutAll = "Sign out all devices"
    static func deviceRenamed(_ name: String) -> String { name.isEmpty ? "Renamed" : "Renamed: \(name)" }
    static func nameOfDevice(_ name: String) -> String { "Name of \(name)" }
    static func deviceSignedOut(_ name: String) -> String { "Signed out: \(name)" }

    // MARK: The password

    static let password = "Password"
    static let setPassword = "Set a password"
    static let changePassword = "Change the password"
    static let removePassword = "Remove the password"
    static let presentPassword = "Present password"
    static let newPassword = "New password"
    static let passwordAgain = "Once more"
    static let showPassword = "Show what I type"
    static let whyPassword =
        "With a password you can read on your phone too. You rarely type it: a phone signs in by a code."
    static let passwordAdvice =
        "At least eight characters. Four words that do not belong together are strong, and easy to type."
    static let setForgottenPassword = "You have come by a link for a forgotten password. Set a new one within the hour."
    static let passwordEndsSessions = "Every other device is signed out."
    static let removalOpens = "Anyone at this computer can then read here, and no other device can."
    static let passwordIsSet = "The password is set"
    static let passwordChanged = "The password is changed, and every other device signed out"
    static let passwordRemoved = "The password is removed, and every device signed out"
    static let passwordsDiffer = "The two passwords are not the same. Type the new one twice."
    static let wrongPresentPassword = "The present password is wrong. Nothing was changed."
    static let passwordNotHere =
        "The password can be changed on a device that is signed in, or at the computer that Tidings runs on."
    static func passwordWait(until clock: String) -> String {
        "Too many wrong passwords. Nothing was changed. Try again at \(clock)."
    }

    // MARK: A phone

    static let addPhone = "Add a phone"
    static let passwordFirst = "Set a password first. Then this page shows a code that signs your phone in."
    static let addPhoneSteps = [
        "Take the phone, and join the same network as this computer.", "Press the button, and a code appears.",
        "Point the phone’s camera at the code, and open the link that it shows.",
    ]
    static let showCode = "Show the code"
    static let newCode = "New code"
    static let codeExpired = "The code has expired. A new one takes a second."
    static let codeLabel = "Code that signs a phone in"
    static let scanCode = "Point the phone’s camera at the code"
    static func codeLimits(until clock: String) -> String {
        "It works once, until \(clock). Whoever opens it is signed in, so show it to nobody else."
    }
    static func codeLeads(to origin: String) -> String { "It leads to \(bareAddress(origin))." }
    static let otherAddresses = "If the phone finds nothing there, try another address of this computer:"
    static let phoneWithoutCertificate =
        "This connection is not encrypted: whoever is in the same network can read along. At home that is mostly fine. "
        + "To install Tidings as an app on Android, or to take stories along, it needs an address with https."
    static let showLink = "Show the link"
    static func phoneHasCome(_ name: String?) -> String { "\(name ?? "A device") is signed in." }
    static let showDevices = "Show all devices"
    static let addAnother = "Add another"

    /// Returns an origin without `http://`, as people name it.
    static func bareAddress(_ origin: String) -> String {
        origin.hasPrefix("http://") ? String(origin.dropFirst(7)) : origin
    }

    // MARK: The connection

    static let connection = "Connection"
    static let encrypted = "Encrypted: nobody between this device and Tidings can read it."
    static let onThisMachine = "This browser and Tidings are on the same computer; nothing leaves it."
    static let notEncrypted =
        "Not encrypted: others in the same network can read what is sent over it, the password too. At home that is "
        + "mostly fine; for everywhere else Tidings needs an address with https."
    static let reachesNoDevice =
        "No other device can reach Tidings yet: it answers on this computer only. Stop it, and start it again with:"
    static let reachableThen = "Every device in the same network can then open it, once you have signed the device in."
}

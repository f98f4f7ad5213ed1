import Library

/// The texts about passkeys.
enum PasskeyStrings {
    static let passkeys = "Passkeys"
    static let passkeysDetail = "Sign in with a finger, a face or a screen lock"
    static let explanation =
        "A passkey signs you in with your finger, face or screen lock instead of a password. It stays in your phone, computer or password manager."
    static let name = "Name of the passkey"
    static let nameIt = "Type a name for the passkey."
    static let add = "Add a passkey"
    static let yours = "Your passkeys"
    static let neverUsed = "Not used yet"
    static let remove = "Remove"
    static let removal =
        "You can then no longer sign in with it here. Delete it in your phone or password manager too, which would go on offering it."
    static func added(_ name: String) -> String { "Added: \(name)" }
    static func removed(_ name: String) -> String { "Removed: \(name)" }
    static func place(_ passkey: Passkey) -> String {
        passkey.isBackedUp
            ? "For \(passkey.host). Your password manager keeps it on your other devices too."
            : "For \(passkey.host). It is on one device only, so keep your password, or add a passkey of another device."
    }

    static let needsScript = "Passkeys need JavaScript in this browser."
    static let notHere =
        "Browsers allow passkeys only where an address has a name and begins with https, or on this computer at http://localhost."
    static let signInFirst = "Sign in with a password first. Then you can add a passkey beside it."
    static let cancelled = "No passkey was used. Try again, and confirm it on your device."
    static let alreadyOnDevice = "This device has a passkey of yours for this address already."
    static let failed = "The passkey did not work. Check the connection and try again."

    static let signIn = "Sign in with a passkey"
    static let or = "or"
}

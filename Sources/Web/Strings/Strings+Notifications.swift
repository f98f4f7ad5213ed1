import Library
import News

/// The texts about ways out of the app: notifications, mail, ntfy and webhooks.
extension Strings {
    static let notifications = "Notifications"
    static let notificationsDetail = "Devices, mail, ntfy, webhooks"
    static let notificationsExplanation =
        "What you ask to be told of is sent here. Every way has a test, and says how its last message went."
    static let devicesWithNotifications = "Devices with notifications"
    static let otherWays = "Other ways"
    static let turnOnHere = "Turn on on this device"
    static let turnOffHere = "Turn off on this device"
    static let pushNeedsScript = "Notifications need JavaScript, which is off in this browser."
    static let sendTest = "Send a test"
    static let change = "Change"
    static let remove = "Remove"
    static let testTitle = "It works"
    static let testText = "This is a test from your settings. What you ask to be told of comes the same way."

    static let scriptNotifications = [
        "productName": productName, "turnOnHere": turnOnHere, "turnOffHere": turnOffHere,
        "pushOn": "Notifications are on on this device.", "pushOff": "Notifications are off on this device.",
        "pushNeedsHomeScreen": pushNeedsHomeScreen,
        "pushNeedsHTTPS": "Notifications need https. Open Tidings by its https address.",
        "pushUnsupported": "This browser has no notifications from web apps. Try another one, or use mail.",
        "pushDenied":
            "Notifications from Tidings are blocked in this browser. Allow them in its settings for this site, and come back.",
        "pushNotAllowed": "Nothing was turned on, as the browser was not allowed to show notifications.",
        "pushFailed": "The browser’s push service did not respond. Try again later.",
    ]

    // MARK: Forms

    static func addWay(_ kind: DeliveryKind) -> String {
        switch kind {
        case .push: SignInStrings.thisDevice
        case .mail: "Mail"
        case .ntfy: "ntfy"
        case .webhook: "Webhook"
        }
    }

    static func wayDetail(_ kind: DeliveryKind) -> String {
        switch kind {
        case .push: ""
        case .mail: "Add a mailbox"
        case .ntfy: "Add a topic of an ntfy server"
        case .webhook: "Add an address that takes JSON, such as Gotify or Apprise"
        }
    }

    static func wayExplanation(_ kind: DeliveryKind) -> String {
        switch kind {
        case .push: ""
        case .mail: "Mails are sent by your own mail server, with the name and password that your mail program uses."
        case .ntfy: "Choose a topic that nobody can guess: whoever knows it can read along."
        case .webhook: "Each message is posted as JSON. How it is signed is in the manual under Notifications."
        }
    }

    static let mailRecipient = "To"
    static let mailSender = "From"
    static let mailSenderHint = "An address that your mail server sends from."
    static let mailHost = "Mail server"
    static let mailPort = "Port"
    static let mailUser = "User name"
    static let mailSecurity = "Encryption"
    static let storedSecretStays = "Stays as it is"
    static let ntfyAddress = "Address with the topic"
    static let ntfyAddressHint = "Such as https://ntfy.sh/ followed by the topic."
    static let ntfyToken = "Access token, if the topic needs one"
    static let webhookAddress = "Address"
    static let webhookSecret = "Secret of the signature"
    static let webhookSecretHint = "Optional. The receiver checks with it that a message is yours."

    static func mailSecurity(_ security: MailAddress.Security) -> String {
        switch security {
        case .tls: "TLS (465)"
        case .startTLS: "STARTTLS (587)"
        case .none: "None"
        }
    }

    // MARK: Results

    static let waySaved = "Saved. Send a test to see whether it works."
    static let wayRemoved = "Removed. Nothing is sent there any more."
    static let deviceSubscribed = "Notifications are on on this device."
    static let unsubscribeTitle = "No more mails?"
    static let unsubscribeQuestion = "Tidings will send no more mails to this mailbox."
    static let unsubscribe = "Send no more mails"
    static let unsubscribedTitle = "Done"
    static let unsubscribed =
        "No more mails are sent to this mailbox. It can be added again under Settings, Notifications."

    static func testSent(_ kind: DeliveryKind) -> String {
        switch kind {
        case .push: "The test was sent. It appears on the device in a moment."
        case .mail: "The mail server took the test. Look into the mailbox, and into its spam folder."
        case .ntfy, .webhook: "The test was sent, and the server took it."
        }
    }

    /// Returns how the last message of a way went, and what waits for it.
    static func wayState(_ way: DeliveryWayRecord, _ time: TimeFormatter) -> String {
        let result: String
        if let failure = way.lastFailure {
            result = deliveryFailure(failure, way.kind, time)
        } else if let at = way.lastAttemptAt {
            result = "The last message was sent \(time.since(at))."
        } else {
            result = "Nothing was sent yet."
        }
        guard way.waitingCount > 0 else { return result }
        return result + (way.waitingCount == 1 ? " 1 message waits." : " \(way.waitingCount) messages wait.")
    }

    // MARK: Faults

    static let invalidSubscription = "The browser gave no usable subscription. Turn notifications on again."
    static let noSuchWay = "There is no such way. Go back to Notifications and choose one."
    static let wayIsThere = "This address is there already. Change that one, or remove it first."
    static let wayCannotBeOpened = "What is stored for this way cannot be opened any more. Remove it and add it again."
    static let nothingIsSent = "This server sends nothing."
    static let ntfyAddressNeeded =
        "Enter the address of the ntfy server with the topic, such as https://ntfy.sh/my-topic."
    static let webhookAddressNeeded = "Enter the web address that takes the messages. It begins with https://."
    static let mailHostNeeded = "Enter the name of the mail server, such as mail.example.org."
    static let mailPortNeeded = "A port is a number from 1 to 65535; mail servers mostly use 465 or 587."
    static let mailSecurityNeeded = "Choose how the connection to the mail server is encrypted."
    static let secretTooLong = "A password or secret has at most 500 characters, and no line breaks."
}

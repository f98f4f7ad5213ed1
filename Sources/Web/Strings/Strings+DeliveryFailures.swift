import Library
import News

/// The words for messages that were not delivered. Each says what to do.
extension Strings {
    static func deliveryFailure(_ failure: DeliveryFailure, _ kind: DeliveryKind, _ time: TimeFormatter) -> String {
        let words = kind == .mail ? mailFailure(failure) : serviceFailure(failure, kind)
        guard let detail = failure.detail else { return words }
        return "\(words) Its own words: “\(detail)”"
    }

    private static func subject(_ kind: DeliveryKind) -> String {
        switch kind {
        case .push: "The browser’s push service"
        case .mail: "The mail server"
        case .ntfy: "The ntfy server"
        case .webhook: "The address"
        }
    }

    private static func serviceFailure(_ failure: DeliveryFailure, _ kind: DeliveryKind) -> String {
        let (subject, status) = (subject(kind), failure.status.map { " (\($0))" } ?? "")
        switch failure.code {
        case .ended where kind == .push:
            return "The browser ended its subscription. Turn notifications on again on that device."
        case .ended: return "The address is gone for good\(status). Add the new one, or remove this."
        case .deviceSignedOut: return "The device was signed out. Sign in on it, and turn notifications on again."
        case .keys: return "The browser’s keys cannot be used. Turn notifications off and on again on that device."
        case .keyRefused where kind == .push:
            return "\(subject) refuses this server’s key\(status). Turn notifications off and on again on that device."
        case .keyRefused: return "\(subject) refuses the access\(status). Check the token or secret."
        case .notThere where kind == .ntfy:
            return
                "There is no topic at this address\(status). It has the server and one name, such as https://ntfy.sh/my-topic."
        case .notThere: return "\(subject) is not there\(status). Check it, and change it here."
        case .notSecure: return "Messages are sent over https only. Enter an address that begins with https://."
        case .rateLimited: return "\(subject) asks to send less\(status). Messages wait and are sent later."
        case .serverError: return "\(subject) has trouble\(status). Messages wait and are sent later."
        case .tooLarge: return "\(subject) takes no message of that length\(status)."
        default: return common(failure, subject, status)
        }
    }

    private static func mailFailure(_ failure: DeliveryFailure) -> String {
        let status = failure.status.map { " (\($0))" } ?? ""
        switch failure.code {
        case .unknownHost: return "There is no mail server of that name. Check its name."
        case .badMailbox: return "To and From are mail addresses in plain letters, such as mara@example.org."
        case .notSecure:
            return "A password is not sent without encryption. Choose TLS or STARTTLS, or leave the user name empty."
        case .noTLS:
            return
                "The mail server made no encrypted connection. Choose the other kind of encryption with its port: TLS and 465, or STARTTLS and 587."
        case .certificate:
            return
                "The mail server’s certificate is not valid for its name. Check the name; the certificate may have expired."
        case .signInRefused: return "The mail server refused the user name or password\(status). Enter them again."
        case .noSignIn:
            return
                "The mail server takes no sign-in on this connection. Choose another encryption, or leave the user name empty."
        case .senderRefused:
            return "The mail server sends nothing from that address\(status). Enter another one under From."
        case .recipientRefused: return "The mail server knows no such mailbox\(status). Check the address under To."
        case .mailboxFull: return "The mailbox is full\(status). Make room in it; messages wait and are sent later."
        case .greylisted: return "The mail server asks to send again later\(status). Messages wait and are sent again."
        case .notSMTP: return "That is no mail server. Check its name and port."
        case .timedOut: return "The mail server did not answer in time. Check the port and the encryption."
        case .serverError: return "The mail server has trouble\(status). Messages wait and are sent later."
        default: return common(failure, subject(.mail), status)
        }
    }

    private static func common(_ failure: DeliveryFailure, _ subject: String, _ status: String) -> String {
        switch failure.code {
        case .addressRefused:
            return
                "Nothing is sent to this address, as it is on this server’s own network. Whoever runs the server can allow it under network.allow."
        case .gaveUp: return "A message was given up after two days of trying. Send a test to see what is wrong."
        case .unusable: return wayCannotBeOpened
        case .unreachable:
            return "\(subject) could not be reached. Check the address; messages wait and are sent later."
        default: return "\(subject) refused the message\(status)."
        }
    }
}

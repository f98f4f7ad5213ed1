import Foundation
import Library
import News
import URLs
import Untrusted

/// A browser's push subscription, sent by script.
struct PushSubscriptionForm: FormValue {
    let endpoint: String
    let publicKey: String
    let secret: String

    static let faults = [
        "endpoint": Strings.invalidSubscription, "publicKey": Strings.invalidSubscription,
        "secret": Strings.invalidSubscription,
    ]

    var address: PushAddress { PushAddress(endpoint: endpoint, publicKey: publicKey, secret: secret) }
}

/// The form of an action on a way.
struct DeliveryWayIDForm: FormValue {
    let way: DeliveryWayRecord.ID

    static let faults = ["way": Strings.noSuchWay]
}

/// The form of a mailbox, an ntfy topic or a webhook. Empty secrets keep what is stored.
struct DeliveryWayForm: FormValue {
    let kind: String
    /// The way that is changed; nil for a new one.
    let way: DeliveryWayRecord.ID?
    let address: String?
    let secret: String?
    let host: String?
    let port: String?
    let security: String?
    let user: String?
    let sender: String?
    let recipient: String?

    static let faults = ["kind": Strings.noSuchWay]

    private static let maxLength = 500

    /// Returns the address of the form.
    /// - Parameter former: the address that is changed, whose secrets stay if none are typed.
    /// - Throws: `.invalid` with the sentence for the first fault.
    func address(replacing former: DeliveryAddress?) throws(LibraryError) -> DeliveryAddress {
        switch DeliveryKind(rawValue: kind) {
        case .mail: return .mail(try mail(former))
        case .ntfy:
            var kept = ""
            if case .ntfy(let ntfy)? = former { kept = ntfy.token }
            return .ntfy(NtfyAddress(address: try webAddress(Strings.ntfyAddressNeeded), token: try secret(or: kept)))
        case .webhook:
            var kept = ""
            if case .webhook(let webhook)? = former { kept = webhook.secret }
            return .webhook(
                WebhookAddress(address: try webAddress(Strings.webhookAddressNeeded), secret: try secret(or: kept)))
        case .push, nil: throw .invalid(why: Strings.noSuchWay)
        }
    }

    private func mail(_ former: DeliveryAddress?) throws(LibraryError) -> MailAddress {
        let host = Self.trimmed(host)
        guard !host.isEmpty, host.utf8.count <= 253, !host.contains(where: { $0.isWhitespace || "/@:".contains($0) })
        else { throw .invalid(why: Strings.mailHostNeeded) }
        guard let port = UntrustedInteger(digits: Self.trimmed(port)[...])?.int(in: 1...65_535) else {
            throw .invalid(why: Strings.mailPortNeeded)
        }
        guard let security = MailAddress.Security(rawValue: security ?? "") else {
            throw .invalid(why: Strings.mailSecurityNeeded)
        }
        var kept = ""
        if case .mail(let mail)? = former, mail.user == Self.trimmed(user), mail.host == host { kept = mail.password }
        let user = Self.trimmed(user)
        return MailAddress(
            host: host, port: port, security: security, user: user,
            password: user.isEmpty ? "" : try secret(or: kept), sender: Self.trimmed(sender),
            recipient: Self.trimmed(recipient))
    }

    private func webAddress(_ words: String) throws(LibraryError) -> String {
        let text = Self.trimmed(address)
        guard text.utf8.count <= 2_000, let address = WebAddress(typed: text) else { throw .invalid(why: words) }
        return address.withoutFragment.text
    }

    private func secret(or kept: String) throws(LibraryError) -> String {
        let typed = secret ?? ""
        guard typed.utf8.count <= Self.maxLength, typed.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
            throw .invalid(why: Strings.secretTooLong)
        }
        return typed.isEmpty ? kept : typed
    }

    private static func trimmed(_ text: String?) -> String {
        String((text ?? "").trimmingCharacters(in: .whitespacesAndNewlines).prefix(maxLength))
    }
}

import Library
import Markup
import News
import Untrusted

/// A settings page with the form of a mailbox, an ntfy topic or a webhook.
struct DeliveryWayPage {
    let query: QueryParameters

    static func path(_ kind: DeliveryKind, in scope: RequestScope, way: DeliveryWayRecord.ID? = nil) -> String {
        scope.path(.page(.deliveryWay)) + "?kind=\(kind.rawValue)" + (way.map { "&way=\($0.rawValue)" } ?? "")
    }

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let kind = DeliveryKind(rawValue: query["kind"] ?? ""), kind != .push else { throw .notThere }
        let way = query.number("way")?.id.map { DeliveryWayRecord.ID(rawValue: $0) }
        var address: DeliveryAddress?
        // A way that has ended is typed anew.
        if let way {
            do throws(LibraryError) {
                address = try await scope.library.deliveries.address(of: way, for: scope.reader)
            } catch { guard error == .notThere else { throw error } }
        }
        let fields =
            [("kind", kind.rawValue)] + (address == nil ? [] : way.map { [("way", String($0.rawValue))] } ?? [])
        var page = SettingsView.page(scope, Strings.addWay(kind), back: .page(.notifications)) { w in
            w.element(.p, class: "note", text: Strings.wayExplanation(kind))
            ActionForm(
                scope, .saveWay, returnPath: scope.path(.page(.notifications)),
                fields: fields.map { (name: $0.0, value: $0.1) }, style: "card-form way-form native-submit"
            ).write(into: &w) { w in
                switch address {
                case .mail(let mail): writeMail(mail, &w)
                case .ntfy(let ntfy): writeNtfy(ntfy, &w)
                case .webhook(let webhook): writeWebhook(webhook, &w)
                case .push, nil:
                    switch kind {
                    case .mail: writeMail(nil, &w)
                    case .ntfy: writeNtfy(nil, &w)
                    case .webhook, .push: writeWebhook(nil, &w)
                    }
                }
                w.element(.button, class: "button primary", text: Strings.save)
            }
        }
        page.isCacheable = false
        return page
    }

    private func writeMail(_ mail: MailAddress?, _ w: inout HTMLWriter) {
        writeField(Strings.mailRecipient, "recipient", mail?.recipient, type: "email", &w)
        writeField(Strings.mailSender, "sender", mail?.sender, type: "email", hint: Strings.mailSenderHint, &w)
        writeField(Strings.mailHost, "host", mail?.host, &w)
        SettingsView.writeChoice(
            Strings.mailSecurity, "security",
            MailAddress.Security.allCases.map { ($0.rawValue, Strings.mailSecurity($0)) },
            (mail?.security ?? .startTLS).rawValue, into: &w)
        writeField(Strings.mailPort, "port", mail.map { String($0.port) } ?? "587", isNumber: true, &w)
        writeField(Strings.mailUser, "user", mail?.user, isRequired: false, &w)
        writeSecret(Strings.password, isStored: mail?.password.isEmpty == false, &w)
    }

    private func writeNtfy(_ ntfy: NtfyAddress?, _ w: inout HTMLWriter) {
        writeField(Strings.ntfyAddress, "address", ntfy?.address, type: "url", hint: Strings.ntfyAddressHint, &w)
        writeSecret(Strings.ntfyToken, isStored: ntfy?.token.isEmpty == false, &w)
    }

    private func writeWebhook(_ webhook: WebhookAddress?, _ w: inout HTMLWriter) {
        writeField(Strings.webhookAddress, "address", webhook?.address, type: "url", &w)
        writeSecret(Strings.webhookSecret, isStored: webhook?.secret.isEmpty == false, &w)
        w.element(.p, class: "hint", text: Strings.webhookSecretHint)
    }

    private func writeField(
        _ label: String, _ name: String, _ value: String?, type: String = "text", hint: String? = nil,
        isNumber: Bool = false, isRequired: Bool = true, _ w: inout HTMLWriter
    ) {
        w.element(.label, class: "field") { w in
            w.element(.span, text: label)
            w.void(
                .input, class: "input",
                [
                    .type(type), .name(name), .value(value), .required(isRequired), .maxlength(500),
                    .autocapitalize("none"), .spellcheck("false"), .autocomplete("off"),
                    .attribute("inputmode", isNumber ? "numeric" : nil),
                ])
        }
        if let hint { w.element(.p, class: "hint", text: hint) }
    }

    private func writeSecret(_ label: String, isStored: Bool, _ w: inout HTMLWriter) {
        w.element(.label, class: "field") { w in
            w.element(.span, text: label)
            w.void(
                .input, class: "input",
                [
                    .type("password"), .name("secret"), .maxlength(500), .autocomplete("off"),
                    .placeholder(isStored ? Strings.storedSecretStays : nil),
                ])
        }
    }
}

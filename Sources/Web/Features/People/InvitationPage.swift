import Foundation
import Library
import Markup
import News
import Untrusted

/// A link for another person that the browser which made it shows as a code. It is kept in memory until it has expired; the
/// database has only its hash.
struct ShownInvitation: Sendable {
    /// The reader of this name whom the link signs in; nil for an invitation to join.
    let name: String?
    let token: SecretToken
    let madeAt: Date

    /// The path of the link, without a leading slash.
    var path: String { (name == nil ? PathPattern.join : .signInLink).path(token.text) }

    var expiresAt: Date { madeAt.addingTimeInterval(PeopleService.invitationLifetime) }
}

/// A page with the code and the link of an invitation.
struct InvitationPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let shown = scope.dependencies.invitations.value(of: scope.identity.session?.id, for: scope)
        let access = try await AccessState(scope)
        var page = SettingsView.page(scope, PeopleStrings.invitation, back: .page(.people)) { w in
            w.element(.section, class: "add-phone") { w in
                guard let shown else {
                    w.element(.p, class: "note", text: PeopleStrings.noInvitation)
                    return Self.writeForm(scope, into: &w)
                }
                LinkCodeView(
                    scope: scope, page: .page(.invitation), path: shown.path,
                    origins: access.origins.isEmpty ? [scope.client.origin] : access.origins,
                    label: PeopleStrings.invitationLabel, words: PeopleStrings.scanInvitation,
                    limits: shown.name.map {
                        PeopleStrings.signInLimits($0, until: scope.time.clock(shown.expiresAt))
                    } ?? PeopleStrings.invitationLimits(until: scope.time.clock(shown.expiresAt)), showsLink: true
                ).write(into: &w)
                if access.origins.isEmpty { ReachabilityView.writeLoopbackOnly(scope, &w) }
            }
        }
        page.isCacheable = false
        return page
    }

    /// Writes the form that makes an invitation.
    static func writeForm(_ scope: RequestScope, into w: inout HTMLWriter) {
        ActionForm(
            scope, .invitePerson, returnPath: scope.path(.page(.people)), style: "inline-form own-form native-submit"
        ).write(into: &w) { w in
            RoleField(chosen: .reader).write(into: &w)
            w.element(.button, class: "button primary", text: PeopleStrings.makeInvitation)
        }
    }
}

/// A view of a one-time link: its code for cameras, the link itself, and the other addresses of this server.
struct LinkCodeView {
    let scope: RequestScope
    /// The page that shows the code, which the other addresses lead to again.
    let page: Route
    /// The path of the link, without a leading slash.
    let path: String
    /// At least one; `address` in the query chooses another than the first.
    let origins: [String]
    let label: String
    let words: String
    let limits: String
    /// True to show the link at once, as it is to be sent on.
    var showsLink = false

    func write(into w: inout HTMLWriter) {
        let chosen = scope.query.number("address")?.int(in: 0...100) ?? 0
        let origin = origins.indices.contains(chosen) ? origins[chosen] : origins.first ?? scope.client.origin
        let address = "\(origin)/\(path)"
        w.element(.div, class: "code-and-words") { w in
            // A code of a link this short can always be made.
            if let code = try? QRCode(address) { QRCodeView.write(code, label: label, into: &w) }
            w.element(.div) { w in
                w.element(.p, class: "code-words", text: words)
                writeNote(limits, &w)
                writeNote(Strings.codeLeads(to: origin), &w)
                writeOtherOrigins(chosen: origin, &w)
                if origin.hasPrefix("http:") { writeNote(Strings.phoneWithoutCertificate, &w) }
            }
        }
        w.element(.details, class: "sign-in-address", [.attribute("open", showsLink ? "" : nil)]) { w in
            w.element(.summary, class: "quiet", text: Strings.showLink)
            w.element(.p, class: "note command") { w in w.element(.code, text: address) }
        }
    }

    private func writeOtherOrigins(chosen: String, _ w: inout HTMLWriter) {
        guard origins.count > 1 else { return }
        w.element(.p, class: "note", text: Strings.otherAddresses)
        w.element(.ul, class: "other-addresses") { w in
            for (index, origin) in origins.enumerated() where origin != chosen {
                w.element(.li) { w in
                    w.element(
                        .a, class: "quiet", [.href("\(scope.path(page))?address=\(index)")],
                        text: Strings.bareAddress(origin))
                }
            }
        }
    }

    private func writeNote(_ words: String, _ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: words)
    }
}

import Foundation
import Library
import Markup
import News

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
        let title = shown?.name == nil ? PeopleStrings.invitation : PeopleStrings.signInLink
        var page = SettingsView.page(scope, title, back: .page(.people), script: "copy-buttons.js") { w in
            w.element(.section, class: "add-phone") { w in
                guard let shown else {
                    w.element(.p, class: "note", text: PeopleStrings.noInvitation)
                    return Self.writeForm(scope, into: &w)
                }
                LinkCodeView(
                    scope: scope, page: .page(.invitation), path: shown.path,
                    origins: access.origins.isEmpty ? [scope.client.origin] : access.origins,
                    label: title, words: PeopleStrings.scanInvitation,
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

import Library
import Markup
import OpenID

/// The accounts at the identity provider with which the reader signs in, in the settings.
struct OutsideIdentityListView {
    let scope: RequestScope
    let identities: [OutsideIdentity]

    /// Writes the list, and the link that adds an account if there is a provider.
    func write(into w: inout HTMLWriter) {
        let provider = scope.dependencies.integrations.openID
        guard provider != nil || !identities.isEmpty else { return }
        w.element(.section, class: "settings-group devices outside-identities") { w in
            w.element(.h2, class: "group-heading", text: OpenIDStrings.linkedAccounts)
            w.element(.p, class: "note", text: OpenIDStrings.linkedAccountsExplanation)
            for identity in identities { write(identity, provider, &w) }
            guard let provider else { return }
            w.element(.div, class: "device-actions") { w in
                w.element(
                    .a, class: "button",
                    [
                        .href(
                            OpenIDHandler.linkPath(
                                for: scope.identity, scope.dependencies, next: scope.path(.page(.access))))
                    ], text: OpenIDStrings.link(provider.label))
            }
        }
    }

    private func write(_ identity: OutsideIdentity, _ provider: OpenIDSignIn?, _ w: inout HTMLWriter) {
        let issuer = identity.subject.issuer
        let label = provider.flatMap { $0.client.settings.issuer == issuer ? $0.label : nil } ?? issuer
        let name = identity.name ?? identity.subject.subject
        RemovableRow(
            icon: .account, title: name, detail: label, lastUsedAt: identity.lastUsedAt,
            neverUsed: OpenIDStrings.neverUsed, removal: OpenIDStrings.unlink,
            action: (.unlinkIdentity, "identity", identity.id.rawValue, .access)
        ).write(scope, into: &w)
    }
}

import Foundation
import Library
import Markup
import News
import Untrusted

/// A page that signs in a phone by a code with a one-time link. Script shows when the phone has come.
struct AddPhonePage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let access = try await AccessState(scope)
        let link = access.hasDevices ? ShownSignInLink.last(for: scope) : nil
        let state = try await link?.state(scope)
        let phone = state == .used ? try await newest(since: link?.madeAt, scope) : nil
        var page = SettingsView.page(scope, Strings.addPhone, back: .page(.access), script: "access.js") { w in
            w.element(.section, class: "add-phone", [.data(.signInState, state.map { "\($0)" } ?? "none")]) { w in
                guard access.hasDevices else { return writePasswordFirst(scope, &w) }
                switch (link, state) {
                case (let link?, .waiting?): writeCode(link, access, scope, &w)
                case (_, .used?): writeArrival(of: phone, scope, &w)
                default: writeStart(isExpired: state == .expired, access, scope, &w)
                }
            }
        }
        page.isCacheable = false
        return page
    }

    /// Writes the button that makes a code, or leads to what has to be done before.
    static func writeButton(_ access: AccessState, _ scope: RequestScope, into w: inout HTMLWriter) {
        let page = scope.path(Route.page(.addPhone))
        func writeLabel(_ w: inout HTMLWriter) {
            Icon.phone.write(scope, into: &w)
            w.text(Strings.addPhone)
        }
        guard access.hasDevices, !access.origins.isEmpty else {
            return w.element(.a, class: "button primary", [.href(page)], content: writeLabel)
        }
        ActionForm(scope, .makeSignInLink, returnPath: page, style: "native-submit").write(into: &w) { w in
            w.element(.button, class: "button primary", content: writeLabel)
        }
    }

    /// Returns the last session that a link has opened.
    private func newest(since: Date?, _ scope: RequestScope) async throws(LibraryError) -> ReaderSession? {
        try await scope.library.sessions.all(for: scope.reader).filter {
            $0.method == .link && $0.madeAt >= since ?? .distantPast
        }.max { $0.madeAt < $1.madeAt }
    }

    private func writePasswordFirst(_ scope: RequestScope, _ w: inout HTMLWriter) {
        writeNote(Strings.passwordFirst, &w)
        w.element(.p, class: "card-form") { w in
            w.element(
                .a, class: "button primary", [.href(scope.path(Route.page(.access)) + "#password")],
                text: Strings.setPassword)
        }
    }

    private func writeStart(
        isExpired: Bool, _ access: AccessState, _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        guard !access.origins.isEmpty else { return ReachabilityView.writeLoopbackOnly(scope, &w) }
        if isExpired { w.element(.p, class: "error-note", [.role("status")], text: Strings.codeExpired) }
        w.element(.ol, class: "steps") { w in
            for step in Strings.addPhoneSteps { w.element(.li, text: step) }
        }
        writeNewCode(isExpired ? Strings.newCode : Strings.showCode, "button primary", scope, &w)
    }

    private func writeNewCode(
        _ label: String, _ style: StaticString, _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        ActionForm(
            scope, .makeSignInLink, returnPath: scope.path(Route.page(.addPhone)), style: "card-form native-submit"
        ).writeButton(label, style: style, into: &w)
    }

    // MARK: - The code

    private func writeCode(
        _ link: ShownSignInLink, _ access: AccessState, _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        guard !access.origins.isEmpty else { return ReachabilityView.writeLoopbackOnly(scope, &w) }
        LinkCodeView(
            scope: scope, page: .page(.addPhone), path: PathPattern.signInLink.path(link.token.text),
            origins: access.origins, label: Strings.codeLabel, words: Strings.scanCode,
            limits: Strings.codeLimits(until: scope.time.clock(link.expiresAt))
        ).write(into: &w)
        writeNewCode(Strings.newCode, "quiet", scope, &w)
    }

    private func writeArrival(of phone: ReaderSession?, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.p, class: "access-state arrived", [.role("status")]) { w in
            Icon.check.write(scope, into: &w)
            w.element(.span, text: Strings.phoneHasCome(phone?.displayName))
        }
        w.element(.p, class: "card-form") { w in
            w.element(
                .a, class: "button primary", [.href(scope.path(Route.page(.access)))], text: Strings.showDevices)
        }
        writeNewCode(Strings.addAnother, "quiet", scope, &w)
    }

    private func writeNote(_ words: String, _ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: words)
    }
}

import Foundation
import Library
import Markup
import News

/// A settings page with the devices on which the reader is signed in.
struct DevicesPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let sessions = scope.identity.session == nil ? [] : try await scope.library.sessions.all(for: scope.reader)
        return SettingsView.page(scope, Strings.devices) { w in write(sessions, scope, into: &w) }
    }

    private func write(_ sessions: [ReaderSession], _ scope: RequestScope, into w: inout HTMLWriter) {
        guard let own = scope.identity.session else {
            return SettingsView.writeFact(Strings.whoCanRead, SignInStrings.localAccess, into: &w)
        }
        w.element(.section, class: "devices") { w in
            for session in sessions { writeSession(session, isOwn: session.id == own.id, scope, &w) }
            w.element(.div, class: "form-actions card-form") { w in
                writeSignOutForm(scope, &w)
                if sessions.count > 1 {
                    ActionForm(scope, .endOtherSessions, returnPath: scope.currentURI)
                        .writeButton(SignInStrings.signOutOthers, style: "quiet", into: &w)
                }
            }
        }
    }

    private func writeSession(_ session: ReaderSession, isOwn: Bool, _ scope: RequestScope, _ w: inout HTMLWriter) {
        let device = DeviceName.of(session.agent)
        w.element(.div, class: "feed-row") { w in
            w.element(.div, class: "name") { w in
                w.element(.b, text: device)
                w.element(.small) { w in
                    w.text(isOwn ? SignInStrings.thisDevice : SignInStrings.lastUsed)
                    if !isOwn {
                        w.text(" ")
                        TimeView.write(scope, session.seenAt, into: &w)
                    }
                    if let address = session.clientAddress { w.text(" · \(address)") }
                }
            }
            if !isOwn { writeEndForm(session, of: device, scope, &w) }
        }
    }

    /// Writes the form that ends the session of another device.
    private func writeEndForm(
        _ session: ReaderSession, of device: String, _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        ActionForm(
            scope, .endSession, returnPath: scope.currentURI, fields: [("session", String(session.id.rawValue))]
        )
        .write(into: &w) { w in
            w.element(
                .button, class: "quiet", [.aria("label", "\(SignInStrings.endSession): \(device)")],
                text: SignInStrings.endSession)
        }
    }

    /// Writes the sign-out form, which is no action: it leads to the sign-in page.
    private func writeSignOutForm(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.form, [.method("post"), .action("/\(scope.edition.id.rawValue)/\(PathPattern.signOut.text)")]) { w in
            w.element(.button, class: "quiet", text: SignInStrings.signOut)
        }
    }
}

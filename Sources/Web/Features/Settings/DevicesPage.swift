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
        if let own = scope.identity.session {
            w.raw("<section class=\"devices\">")
            for session in sessions { writeSession(session, isOwn: session.id == own.id, scope, &w) }
            w.raw("<div class=\"form-actions card-form\">")
            writeSignOutForm(scope, &w)
            if sessions.count > 1 {
                ActionForm(scope, .endOtherSessions, returnPath: scope.currentURI).write(into: &w) { w in
                    w.raw("<button class=\"quiet\">")
                    w.text(SignInStrings.signOutOthers)
                    w.raw("</button>")
                }
            }
            w.raw("</div></section>")
        } else {
            SettingsView.writeFact(Strings.whoCanRead, SignInStrings.localAccess, into: &w)
        }
    }

    private func writeSession(_ session: ReaderSession, isOwn: Bool, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.raw("<div class=\"feed-row\"><div class=\"name\"><b>")
        w.text(DeviceName.of(session.agent))
        w.raw("</b><small>")
        w.text(isOwn ? SignInStrings.thisDevice : SignInStrings.lastUsed)
        if !isOwn {
            w.raw(" ")
            TimeView.write(scope, session.seenAt, into: &w)
        }
        if let address = session.clientAddress {
            w.raw(" · ")
            w.text(address)
        }
        w.raw("</small></div>")
        if !isOwn {
            ActionForm(
                scope, .endSession, returnPath: scope.currentURI, fields: [("session", String(session.id.rawValue))]
            )
            .write(into: &w) { w in
                w.raw("<button class=\"quiet\"")
                w.attribute("aria-label", "\(SignInStrings.endSession): \(DeviceName.of(session.agent))")
                w.raw(">")
                w.text(SignInStrings.endSession)
                w.raw("</button>")
            }
        }
        w.raw("</div>")
    }

    /// Writes the sign-out form, which is no action: it leads to the sign-in page.
    private func writeSignOutForm(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.raw("<form method=\"post\"")
        w.attribute("action", "/\(scope.edition.id.rawValue)/sign-out")
        w.raw("><button class=\"quiet\">")
        w.text(SignInStrings.signOut)
        w.raw("</button></form>")
    }
}

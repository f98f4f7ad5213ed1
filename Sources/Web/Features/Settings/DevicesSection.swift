import Foundation
import Library
import Markup
import News

struct DevicesSection {
    let sessions: [ReaderSession]

    init(for scope: RequestScope) async throws(LibraryError) {
        sessions = scope.identity.session == nil ? [] : try await scope.library.sessions.all(for: scope.reader)
    }

    func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        if let own = scope.identity.session {
            w.raw("<section class=\"devices\"><h2 class=\"folder-head\">")
            w.text(SignInStrings.devices)
            w.raw("</h2>")
            for session in sessions { writeSession(session, isOwn: session.id == own.id, scope, &w) }
            w.raw("<div class=\"acts card-form\">")
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
            writeNote(SignInStrings.localAccess, &w)
        }
        if !scope.client.isSecureContext { writeNote(SignInStrings.needsSecure, &w) }
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
        if let address = session.address {
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

    /// Not an action: it leads to the sign-in page.
    private func writeSignOutForm(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.raw("<form method=\"post\"")
        w.attribute("action", "/\(scope.edition.id.rawValue)/sign-out")
        w.raw("><button class=\"quiet\">")
        w.text(SignInStrings.signOut)
        w.raw("</button></form>")
    }

    private func writeNote(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(words)
        w.raw("</p>")
    }
}

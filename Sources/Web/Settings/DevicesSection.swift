import Foundation
import Library
import Markup
import News

/// Who is signed in, each with the way to end it; and what this connection cannot do.
struct DevicesSection {
    let sessions: [ReaderSession]

    init(for visit: Visit) async throws(LibraryError) {
        sessions = Caller.current?.session == nil ? [] : try await visit.library.sessions.all(for: visit.reader)
    }

    func write(_ visit: Visit, into w: inout HTMLWriter) {
        guard let caller = Caller.current else { return }
        if let own = caller.session {
            w.raw("<section class=\"devices\"><h2 class=\"folder-head\">")
            w.text(SignInWords.devices)
            w.raw("</h2>")
            for session in sessions { row(session, isOwn: session.id == own.id, visit, &w) }
            w.raw("<div class=\"acts card-form\">")
            signOut(visit, &w)
            if sessions.count > 1 {
                ActForm(visit, .endOthers, back: visit.here).write(into: &w) { w in
                    w.raw("<button class=\"quiet\">")
                    w.text(SignInWords.signOutOthers)
                    w.raw("</button>")
                }
            }
            w.raw("</div></section>")
        } else {
            note(SignInWords.open, &w)
        }
        if !caller.isSecureContext { note(SignInWords.needsSecure, &w) }
    }

    private func row(_ session: ReaderSession, isOwn: Bool, _ visit: Visit, _ w: inout HTMLWriter) {
        w.raw("<div class=\"feed-row\"><div class=\"name\"><b>")
        w.text(DeviceName.of(session.agent))
        w.raw("</b><small>")
        w.text(isOwn ? SignInWords.thisDevice : SignInWords.lastUsed)
        if !isOwn {
            w.raw(" ")
            TimeView.write(visit, session.seenAt, into: &w)
        }
        if let address = session.address {
            w.raw(" · ")
            w.text(address)
        }
        w.raw("</small></div>")
        if !isOwn {
            ActForm(visit, .endSession, back: visit.here, fields: [("session", String(session.id.rawValue))])
                .write(into: &w) { w in
                    w.raw("<button class=\"quiet\"")
                    w.attribute("aria-label", "\(SignInWords.end): \(DeviceName.of(session.agent))")
                    w.raw(">")
                    w.text(SignInWords.end)
                    w.raw("</button>")
                }
        }
        w.raw("</div>")
    }

    /// A form of its own, not an act: it leads out of the house.
    private func signOut(_ visit: Visit, _ w: inout HTMLWriter) {
        w.raw("<form method=\"post\"")
        w.attribute("action", "/\(visit.edition.id.rawValue)/sign-out")
        w.raw("><button class=\"quiet\">")
        w.text(SignInWords.signOut)
        w.raw("</button></form>")
    }

    private func note(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(words)
        w.raw("</p>")
    }
}

import Foundation
import Library
import Markup
import News

/// A list of the devices that are signed in, each of which can be renamed and signed out.
struct DeviceListView {
    let scope: RequestScope
    let sessions: [ReaderSession]

    private var own: ReaderSession.ID? { scope.identity.session?.id }

    func write(into w: inout HTMLWriter) {
        if sessions.isEmpty { w.element(.p, class: "note", text: Strings.noDevices) }
        // This device comes first.
        for session in sessions.filter({ $0.id == own }) + sessions.filter({ $0.id != own }) { write(session, &w) }
        guard sessions.contains(where: { $0.id != own }), sessions.count > 1 || own == nil else { return }
        ActionForm(
            scope, .endOtherSessions, returnPath: scope.path(Route.page(.access)),
            style: "native-submit sign-out-others"
        ).writeButton(own == nil ? Strings.signOutAll : SignInStrings.signOutOthers, style: "quiet", into: &w)
    }

    private func write(_ session: ReaderSession, _ w: inout HTMLWriter) {
        let isOwn = session.id == own
        let name = session.displayName
        w.element(.details, class: "device") { w in
            w.element(.summary, class: "settings-row") { w in
                (DeviceName.isHandheld(session.agent) ? Icon.phone : .computer).write(scope, into: &w)
                w.element(.span) { w in
                    w.element(.b, text: name)
                    w.element(.small) { w in writeDetail(session, isOwn: isOwn, &w) }
                }
                Icon.down.write(scope, into: &w)
            }
            w.element(.div, class: "device-forms") { w in
                writeNameForm(session, name, &w)
                if !isOwn { writeEndForm(session, name, &w) }
            }
        }
    }

    private func writeDetail(_ session: ReaderSession, isOwn: Bool, _ w: inout HTMLWriter) {
        if isOwn {
            w.element(.span, class: "own-device", text: SignInStrings.thisDevice)
        } else {
            w.text("\(SignInStrings.lastVisit) ")
            TimeView.write(scope, session.seenAt, into: &w)
        }
        let browser = session.name == nil ? nil : DeviceName.of(session.agent)
        for detail in [browser, session.clientAddress].compactMap(\.self) { w.text(" · \(detail)") }
    }

    private func writeNameForm(_ session: ReaderSession, _ name: String, _ w: inout HTMLWriter) {
        ActionForm(
            scope, .renameDevice, returnPath: scope.path(Route.page(.access)),
            fields: [("session", String(session.id.rawValue))], style: "inline-form native-submit"
        ).write(into: &w) { w in
            w.void(
                .input, class: "input",
                [
                    .name("name"), .value(session.name), .placeholder(DeviceName.of(session.agent)),
                    .maxlength(ReaderSession.maxNameLength), .aria("label", Strings.nameOfDevice(name)),
                    .autocomplete("off"),
                ])
            w.element(.button, class: "button", text: Strings.rename)
        }
    }

    private func writeEndForm(_ session: ReaderSession, _ name: String, _ w: inout HTMLWriter) {
        ActionForm(
            scope, .endSession, returnPath: scope.path(Route.page(.access)),
            fields: [("session", String(session.id.rawValue))], style: "native-submit"
        ).write(into: &w) { w in
            w.element(
                .button, class: "button", [.aria("label", "\(SignInStrings.endSession): \(name)")],
                text: SignInStrings.endSession)
        }
    }
}

extension ReaderSession {
    /// The reader's name for the device, or else its browser and system.
    var displayName: String { name ?? DeviceName.of(agent) }
}

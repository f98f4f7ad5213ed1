import Library
import Markup
import News

/// A settings page of the ways out of the app: the devices that get notifications, mailboxes, ntfy topics and webhooks.
struct NotificationsPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let ways = try await scope.library.deliveries.ways(for: scope.reader)
        var page = SettingsView.page(scope, Strings.notifications, script: "notifications.js") { w in
            w.element(.p, class: "note", text: Strings.notificationsExplanation)
            writeThisDevice(&w)
            let devices = ways.filter { $0.kind == .push }
            if !devices.isEmpty {
                SettingsView.writeGroup(Strings.devicesWithNotifications, into: &w) { w in
                    for way in devices { DeliveryWayView(scope: scope, way: way).write(into: &w) }
                }
            }
            SettingsView.writeGroup(Strings.otherWays, into: &w) { w in
                for way in ways where way.kind != .push { DeliveryWayView(scope: scope, way: way).write(into: &w) }
                for kind in [DeliveryKind.mail, .ntfy, .webhook] {
                    let path = DeliveryWayPage.path(kind, in: scope)
                    SettingsView.writeLink(scope, path, Strings.addWay(kind), Strings.wayDetail(kind), into: &w)
                }
            }
        }
        // The ages of results are not part of the revision.
        page.isCacheable = false
        return page
    }

    /// Writes the part in which script offers notifications on this device; without script it says that they need it.
    private func writeThisDevice(_ w: inout HTMLWriter) {
        SettingsView.writeGroup(SignInStrings.thisDevice, into: &w) { w in
            w.element(.div, class: "push-device", [.data(.pushDevice)]) { w in
                w.element(
                    .p, class: "note", [.role("status"), .data(.pushState)],
                    text: Strings.pushNeedsScript)
                w.element(.button, class: "button primary", [.type("button"), .hidden()], text: Strings.turnOnHere)
            }
        }
    }
}

/// A row for a way, with its last result and its forms.
struct DeliveryWayView {
    let scope: RequestScope
    let way: DeliveryWayRecord

    private var path: String { scope.path(.page(.notifications)) }
    private var fields: [(name: String, value: String)] { [("way", String(way.id.rawValue))] }
    private var icon: Icon {
        switch way.kind {
        case .push: .phone
        case .mail: .mail
        case .ntfy: .bell
        case .webhook: .external
        }
    }

    func write(into w: inout HTMLWriter) {
        w.element(.details, class: "device", [.data(.addressHash, way.kind == .push ? way.addressHash : nil)]) { w in
            w.element(.summary, class: "settings-row") { w in
                icon.write(scope, into: &w)
                w.element(.span) { w in
                    w.element(.b, text: way.name.isEmpty ? Strings.aDevice : way.name)
                    w.element(.small, text: Strings.wayState(way, scope.time))
                }
                Icon.down.write(scope, into: &w)
            }
            w.element(.div, class: "device-forms way-forms") { w in
                if way.endedAt == nil {
                    ActionForm(scope, .testWay, returnPath: path, fields: fields, style: "native-submit").write(
                        into: &w
                    ) {
                        w in writeButton(Strings.sendTest, &w)
                    }
                }
                if way.kind != .push {
                    w.element(
                        .a, class: "button", [.href(DeliveryWayPage.path(way.kind, in: scope, way: way.id))],
                        text: Strings.change)
                }
                ActionForm(scope, .removeWay, returnPath: path, fields: fields, style: "native-submit").write(into: &w)
                {
                    w in writeButton(Strings.remove, &w)
                }
            }
        }
    }

    private func writeButton(_ label: String, _ w: inout HTMLWriter) {
        w.element(.button, class: "button", [.aria("label", "\(label): \(way.name)")], text: label)
    }
}

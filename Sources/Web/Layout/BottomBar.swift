import Library
import Markup
import News

struct BottomBar {
    let layout: PageLayout
    private var scope: RequestScope { layout.scope }

    func write(into w: inout HTMLWriter) {
        switch layout.bottomBar {
        case .nothing: return
        case .tabs: writeTabs(&w)
        case .status:
            w.element(.footer, class: "status-bar") { w in
                if let status = layout.status { StatusLine.button(scope, status, isInBar: true, into: &w) }
            }
        }
    }

    private func writeTabs(_ w: inout HTMLWriter) {
        w.element(.nav, class: "tabs", [.aria("label", "Sections of the newspaper")]) { w in
            for item in scope.edition.layout.tabs {
                let isOn = item == layout.tab
                w.element(.a, [.href(scope.path(item.route)), .aria("current", isOn ? "page" : nil)]) { w in
                    item.icon(isOn: isOn, in: scope.edition).write(scope, into: &w)
                    w.text(item.title(in: scope.edition))
                    if item == .unread, let unread = scope.tabUnread {
                        UnreadCountView.write(unread, of: scope.tabUnreadList, .number, style: "count", into: &w)
                    }
                }
            }
        }
    }
}

extension EditionTab {
    var route: Route {
        switch self {
        case .today: .today
        case .unread: .unread
        case .feeds: .feeds
        case .ticked: .ticked
        case .photographs: .photographs(from: 0)
        case .map: .map
        case .saved: .saved
        }
    }

    /// Returns the tab's title, which is the edition's own word if it has one.
    func title(in edition: Edition) -> String {
        if let word = edition.options.words[self] { return word }
        return switch self {
        case .today: Strings.today
        case .unread: Strings.unread
        case .feeds: Strings.feeds
        case .ticked: Strings.ticked
        case .photographs: Strings.photographs
        case .map: Strings.map
        case .saved: Strings.saved
        }
    }

    func icon(isOn: Bool, in edition: Edition) -> Icon {
        switch self {
        case .today: isOn ? .todayOn : .today
        case .unread: isOn ? .ringOn : .ring
        case .feeds: isOn ? .feedsOn : .feeds
        case .ticked: isOn ? .tickOn : .tick
        case .photographs: isOn ? .galleryOn : .gallery
        case .map: isOn ? .mapOn : .map
        case .saved:
            switch edition.options.saveIcon {
            case .bookmark: isOn ? .saveOn : .save
            case .star: isOn ? .starOn : .star
            }
        }
    }
}

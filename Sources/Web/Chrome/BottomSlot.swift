import Library
import Markup
import News

/// Nothing, the tabs or the status line: exactly one of them.
struct BottomSlot {
    let shell: Shell
    private var visit: Visit { shell.visit }

    func write(into w: inout HTMLWriter) {
        switch shell.bottom {
        case .nothing: return
        case .tabs: tabs(&w)
        case .status:
            w.raw("<footer class=\"status-bar\">")
            if let status = shell.status { StatusLine.button(visit, status, into: &w) }
            w.raw("</footer>")
        }
    }

    private func tabs(_ w: inout HTMLWriter) {
        w.raw("<nav class=\"tabs\" aria-label=\"Sections of the paper\">")
        for item in visit.edition.shell.tabs {
            let isOn = item == shell.tab
            w.raw("<a")
            w.attribute("href", visit.path(item.route))
            if isOn { w.raw(" aria-current=\"page\"") }
            w.raw(">")
            item.icon(isOn: isOn).write(visit, into: &w)
            w.text(item.word)
            if item == .unread, let unread = shell.unread, unread.value > 0 {
                w.raw("<span class=\"count\" data-unread>")
                w.text(Words.tally(unread))
                w.raw("</span>")
            }
            w.raw("</a>")
        }
        w.raw("</nav>")
    }
}

extension EditionTab {
    var route: Route {
        switch self {
        case .today: .today
        case .unread: .unread
        case .feeds: .feeds
        case .saved: .saved
        }
    }

    var word: String {
        switch self {
        case .today: Words.today
        case .unread: Words.unread
        case .feeds: Words.feeds
        case .saved: Words.saved
        }
    }

    func icon(isOn: Bool) -> Icon {
        switch self {
        case .today: isOn ? .todayOn : .today
        case .unread: isOn ? .ringOn : .ring
        case .feeds: isOn ? .feedsOn : .feeds
        case .saved: isOn ? .saveOn : .save
        }
    }
}

import Library
import Markup
import News

/// A view of a list's unread count, hidden if zero; script keeps it current (`LiveStatus.unread`).
enum UnreadCountView {
    enum Wording {
        /// A number such as "12"; assistive technology reads "12 unread".
        case number
        /// A phrase such as "12 unread".
        case words
    }

    static func write(
        _ count: BoundedCount, of list: StoryList, _ wording: Wording = .words, style: StaticString = "list-count",
        hasDot: Bool = false, into w: inout HTMLWriter
    ) {
        let isHidden = count.value == 0
        w.element(.span, [.class(style), .data(.unreadList, list.code), .hidden(isHidden)]) { w in
            if hasDot { w.element(.i, class: "dot") }
            switch wording {
            case .words: w.text(Strings.unread(count))
            case .number:
                w.text(Strings.countText(count))
                w.element(.span, class: "visually-hidden", text: " unread")
            }
        }
    }

    /// Writes the unread count of a list, or a sentence if all stories are read.
    static func writeSummary(_ count: BoundedCount, of list: StoryList, into w: inout HTMLWriter) {
        let words = count.value == 0 ? Strings.listIsRead : Strings.unread(count)
        w.element(.span, [.data(.unreadList, list.code), .data(.emptyText, Strings.listIsRead)], text: words)
    }

    /// Writes "Mark all 12 read"; script keeps the number current.
    static func writeMarkAllRead(_ count: BoundedCount, of list: StoryList, into w: inout HTMLWriter) {
        w.text("Mark all ")
        w.element(.span, [.data(.unreadList, list.code)], text: Strings.countText(count))
        w.text(" read")
    }
}

extension RequestScope {
    /// The list whose unread count the bar shows.
    var tabUnreadList: StoryList { edition.usesFolders ? .unread : .within(edition.id, .unread) }
}

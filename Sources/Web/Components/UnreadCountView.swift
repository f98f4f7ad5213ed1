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
        w.raw("<span class=\"")
        w.raw(style)
        w.raw("\"")
        w.attribute("data-unread-list", list.code)
        w.raw(count.value == 0 ? " hidden>" : ">")
        if hasDot { w.raw("<i class=\"dot\"></i>") }
        switch wording {
        case .words: w.text(Strings.unread(count))
        case .number:
            w.text(Strings.countText(count))
            w.raw("<span class=\"visually-hidden\"> unread</span>")
        }
        w.raw("</span>")
    }

    /// Writes the unread count of a list, or a sentence if all stories are read.
    static func writeSummary(_ count: BoundedCount, of list: StoryList, into w: inout HTMLWriter) {
        w.raw("<span")
        w.attribute("data-unread-list", list.code)
        w.attribute("data-empty-text", Strings.listIsRead)
        w.raw(">")
        w.text(count.value == 0 ? Strings.listIsRead : Strings.unread(count))
        w.raw("</span>")
    }

    /// Writes "Mark all 12 read"; script keeps the number current.
    static func writeMarkAllRead(_ count: BoundedCount, of list: StoryList, into w: inout HTMLWriter) {
        w.raw("Mark all <span")
        w.attribute("data-unread-list", list.code)
        w.raw(">")
        w.text(Strings.countText(count))
        w.raw("</span> read")
    }
}

extension RequestScope {
    /// The list whose unread count the bar shows.
    var tabUnreadList: StoryList { edition.usesFolders ? .unread : .within(edition.id, .unread) }
}

import Library
import Markup
import News

/// Where an edition's stories come from: its sections with their channels, how these are, and a way to follow each in
/// the reader's own paper.
struct ChannelsScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let sections = try await visit.library.editions.sections(of: visit.edition.id, for: visit.reader)
        let status = try await visit.library.refreshing.status(for: visit.reader, of: visit.edition.id)
        let shell = Shell(
            visit: visit, title: Words.feeds, kind: .list, tab: .feeds, actions: [.search], status: status)
        return Page(
            shell.page { w in
                w.raw("<div class=\"column\">")
                StatusLine.write(visit, status, bottom: shell.bottom, into: &w)
                w.raw("<div class=\"page-title\"><h1>")
                w.text(Words.feeds(of: visit.edition.title))
                w.raw("</h1></div>")
                if sections.isEmpty { EmptyView.write(visit, Words.nothingHere, ("Back to today", .today), into: &w) }
                for section in sections { write(visit, section, into: &w) }
                w.raw("</div>")
            })
    }

    private func write(_ visit: Visit, _ section: EditionDesk.Section, into w: inout HTMLWriter) {
        w.raw("<section><h2 class=\"folder-head\"><a")
        w.attribute("href", visit.path(Route.section(section.id, depth: 0)))
        w.raw(">")
        w.text(section.title)
        w.raw("</a><small>")
        if section.unread.value > 0 { w.text(Words.unread(section.unread)) }
        w.raw("</small></h2>")
        for channel in section.channels {
            FeedRow.write(visit, channel, into: &w)
            if !channel.isFollowed, visit.house.editions.contains(where: \.isReadersOwn) {
                FollowForm.write(visit, channel, into: &w)
            }
        }
        w.raw("</section>")
    }
}

/// Follows a channel that is read through an edition in the reader's own paper too.
enum FollowForm {
    static func write(_ visit: Visit, _ channel: Subscription, into w: inout HTMLWriter) {
        ActForm(
            visit, .follow, back: visit.here, fields: [("channel", String(channel.id.rawValue))], style: "card-form"
        ).write(into: &w) { w in
            w.raw("<button class=\"quiet\">")
            Icon.plus.write(visit, into: &w)
            w.text(Words.followAlso)
            w.raw("</button>")
        }
    }
}

import Library
import Markup
import News
import URLs

/// A page with all of a reader's drafts and sent items, at all origins.
struct OutboxPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let drafts = try await scope.library.drafts.drafts(for: scope.reader)
        let entries = try await scope.library.outbox.entries(for: scope.reader)
        return OutboxView(scope: scope).page(Strings.outbox, back: .today) { w in
            if drafts.isEmpty, entries.isEmpty {
                return EmptyStateView.write(
                    scope, Strings.noDraftsOrSent, (Strings.backToFrontPage, .today), into: &w)
            }
            if !drafts.isEmpty {
                SettingsView.writeGroup(Strings.drafts, into: &w) { w in
                    for draft in drafts { OutboxView(scope: scope).write(draft, into: &w) }
                }
            }
            if !entries.isEmpty {
                SettingsView.writeGroup(Strings.sentItems, into: &w) { w in
                    for entry in entries { OutboxView(scope: scope).writeRow(entry, into: &w) }
                }
            }
        }
    }
}

/// A page of one sent item.
struct OutboxEntryPage {
    let id: Int64

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let entry = try await scope.library.outbox.entry(OutboxEntry.ID(rawValue: id), for: scope.reader)
        let title = Strings.actionName(entry.action)
        return OutboxView(scope: scope).page(title, back: .writing(.outbox)) { w in
            w.element(.p, class: "note") { w in
                w.text(entry.storyTitle ?? SiteName.of(entry.source, in: scope))
                w.text(" · ")
                TimeView.write(scope, entry.createdAt, isSpelled: true, into: &w)
            }
            OutboxStatusView(scope: scope, entry: entry).write(into: &w)
            guard let text = entry.text else { return }
            w.element(.h2, class: "group-heading", text: Strings.whatYouWrote)
            w.element(.blockquote, class: "sent-text", [.dir("auto")], text: text)
        }
    }
}

struct OutboxView {
    let scope: RequestScope

    func page(_ title: String, back: Route, _ content: (inout HTMLWriter) -> Void) -> HTMLPage {
        var layout = PageLayout(scope: scope, title: title, left: .back(back), barTitle: title, actions: [])
        layout.extras = [.stylesheet("settings.css"), .stylesheet("compose.css")]
        // An entry changes while its request is in progress.
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column outbox") { w in
                    w.element(.h1, class: "visually-hidden", text: title)
                    content(&w)
                }
            })
    }

    func write(_ draft: Draft, into w: inout HTMLWriter) {
        let text = [draft.title, draft.text, draft.url].first { !$0.isEmpty } ?? ""
        var kind = Strings.draftOfComment
        if case .submission = draft.target { kind = Strings.draftOfSubmission }
        let detail = [draft.storyTitle ?? kind, draft.updatedAt.map { Strings.draftSaved($0, scope.time) }]
            .compactMap(\.self).joined(separator: " · ")
        SettingsView.writeLink(
            scope, scope.path(.init(draft.target)), PlainText.excerpt(of: text, limit: 100), detail, into: &w)
    }

    func writeRow(_ entry: OutboxEntry, into w: inout HTMLWriter) {
        let what = [Strings.actionName(entry.action), entry.storyTitle].compactMap(\.self).joined(separator: ": ")
        SettingsView.writeLink(
            scope, scope.path(.outboxEntry(entry.id)), what,
            Strings.entryState(entry, at: SiteName.of(entry, in: scope), scope.time), into: &w)
    }
}

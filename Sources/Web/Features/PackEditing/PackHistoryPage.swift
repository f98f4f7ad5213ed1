import Library
import Markup
import News
import Packs

/// The list of what was saved and published, with a way back for each.
struct PackHistoryPage {
    private static let length = 100

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let context = try await PackEditingContext(scope)
        let project = context.contents.project
        let slug = scope.query["page"]
        let entries =
            if let slug {
                try await scope.library.packProjects.history(of: .page(slug), in: project.id)
            } else {
                try await scope.library.packProjects.history(
                    in: project.id, before: scope.query.id("before") ?? .max, limit: Self.length)
            }
        let title = slug.flatMap { context.pack.pages[$0]?.page.title } ?? context.pack.manifest.title
        return context.page(PackEditorStrings.packHistory, back: slug.map { .packEditorPage($0) } ?? .page(.packEditor))
        { w in
            w.element(.h1, text: PackHistoryStrings.history(of: title))
            w.element(.p, class: "pack-status", text: PackHistoryStrings.explanation)
            FormFieldValues(scope, .undoPackChange).writeFormFault(&w)
            w.element(.ol, class: "pack-changes") { w in
                for entry in entries {
                    PackHistoryEntryView(context: context, entry: entry, slug: slug).write(into: &w)
                }
            }
            if slug == nil, entries.count == Self.length, let last = entries.last {
                let path = scope.path(.page(.packEditorHistory)) + "?before=\(last.change.number)"
                w.element(.a, class: "button", [.href(path)], text: PackHistoryStrings.earlierChanges)
            }
        }
    }
}

/// A view of a change: what it was, what it did, who made it when, and the way back.
struct PackHistoryEntryView {
    /// The maximum number of items that are named.
    private static let maxItems = 6

    let context: PackEditingContext
    let entry: PackHistoryEntry
    /// The page whose history it is; nil for that of the guide.
    let slug: String?

    private var scope: RequestScope { context.scope }
    private var change: PackChange { entry.change }
    private var published: Int64 { context.contents.project.published?.changeNumber ?? 0 }
    private var isVersion: Bool { change.action == .publish || change.action == .create }

    func write(into w: inout HTMLWriter) {
        w.element(.li, class: isVersion ? "pack-change pack-publication" : "pack-change") { w in
            w.element(.div) { w in
                w.element(.b, text: PackHistoryStrings.words(for: change))
                writeItems(&w)
                w.element(.small, text: facts)
            }
            writeWaysBack(&w)
        }
    }

    private var facts: String {
        let isDone = change.number <= published
        let state: String? =
            switch change.action {
            case .create: nil
            case .publish: isDone ? PackHistoryStrings.isPublished : PackHistoryStrings.isBeingPublished
            default: isDone ? PackHistoryStrings.isPublished : PackHistoryStrings.isNotPublished
            }
        return [change.editor.name.isEmpty ? nil : change.editor.name, scope.time.long(change.date), state]
            .compactMap(\.self).joined(separator: " · ")
    }

    private func writeItems(_ w: inout HTMLWriter) {
        guard let first = entry.items.first else { return }
        if entry.items.count == 1 {
            guard let words = Self.words(for: first) else { return }
            return w.element(.p, text: words)
        }
        if change.action == .remove, entry.items.allSatisfy({ $0.after == nil }) {
            return w.element(.p, text: PackHistoryStrings.below(entry.itemCount - 1))
        }
        w.element(.ul) { w in
            for item in entry.items.prefix(Self.maxItems) {
                w.element(.li) { w in
                    writeLink(item.subject.isEmpty ? PackHistoryStrings.name(of: .map) : item.subject, to: item, &w)
                    if let words = Self.words(for: item) ?? Self.presence(of: item) { w.text(": \(words)") }
                }
            }
            let rest = entry.itemCount - min(entry.items.count, Self.maxItems)
            if rest > 0 { w.element(.li, text: PackHistoryStrings.andMore(rest)) }
        }
    }

    private func writeLink(_ title: String, to item: PackItemDifference, _ w: inout HTMLWriter) {
        guard item.after != nil, let query = PackRevisionPage.query(of: item.key) else { return w.text(title) }
        let path = scope.path(.page(.packEditorHistory)) + "/\(change.number)?\(query)"
        w.element(.a, [.href(path)], text: title)
    }

    /// Returns the changed fields, or where from and where to; nil if neither is known.
    private static func words(for item: PackItemDifference) -> String? {
        let moved = item.move.map(PackHistoryStrings.words)
        let names = item.fields.filter { item.move == nil || ($0 != .parent && $0 != .position) }
            .map(PackHistoryStrings.name)
        return [moved, names.isEmpty ? nil : names.joined(separator: ", ")].compactMap(\.self)
            .joined(separator: ". ").nonEmpty
    }

    private static func presence(of item: PackItemDifference) -> String? {
        item.before == nil ? PackHistoryStrings.added : item.after == nil ? PackHistoryStrings.removed : nil
    }

    private func writeWaysBack(_ w: inout HTMLWriter) {
        w.element(.span, class: "pack-change-ways") { w in
            if entry.items.count == 1, let item = entry.items.first, item.after != nil,
                let query = PackRevisionPage.query(of: item.key)
            {
                let path = scope.path(.page(.packEditorHistory)) + "/\(change.number)?\(query)"
                w.element(.a, class: "button", [.href(path)], text: PackHistoryStrings.lookAtVersion)
            }
            if slug == nil, change.isUndoable {
                writeForm(.undoPackChange, Strings.undo, &w)
            } else if slug == nil, isVersion, change.number < context.contents.project.changeNumber {
                writeForm(.goBackToPackVersion, PackHistoryStrings.goBack(to: change), &w)
            }
        }
    }

    private func writeForm(_ action: ActionName, _ label: String, _ w: inout HTMLWriter) {
        ActionForm(
            scope, action, returnPath: scope.path(.page(.packEditorHistory)),
            fields: [("number", String(change.number))], style: "native-submit"
        ).writeButton(label, into: &w)
    }
}

extension String {
    /// Returns the string; nil for an empty one.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
